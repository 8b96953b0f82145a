"""`summitbook tournament leave`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..options import LOCAL, Server
from ..problem import usage
from ..reach import connected
from .keys import as_contestant, as_organiser, one_contestant
from .options import ContestantNumber, TournamentId

AsOrganiser = Annotated[
    bool,
    Parameter(
        name="--organiser", negative="", show_default=False, help="Take the contestant out as the organiser."
    ),
]


async def leave(
    tournament_id: TournamentId,
    /,
    *,
    contestant: ContestantNumber = None,
    organiser: AsOrganiser = False,
    server: Server = LOCAL,
) -> None:
    """Drop out: no more pairings, and what was played counts."""
    if organiser and contestant is None:
        raise usage("say which contestant: --organiser --contestant N")
    async with connected(server) as client:
        if organiser:
            number = contestant
            await as_organiser(client, tournament_id, lambda one: one.leave(contestant))
        else:
            leaving = one_contestant(client, tournament_id, contestant)
            number = leaving.contestant
            await as_contestant(leaving, lambda one: one.leave())
    print(f"Contestant {number} has left.")
