"""`summitbook tournament leave`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..ids import tournament_id_of
from ..options import FLAG, LOCAL, AsJson, KeptReceipts, Server
from ..output import emit
from ..problem import usage
from ..reach import connected
from .keys import as_contestant, as_organiser, one_contestant
from .options import ContestantNumber, TournamentId
from .telling import answered

AsOrganiser = Annotated[
    bool, FLAG, Parameter(name="--organiser", help="Take the contestant out as the organiser.")
]


async def leave(
    tournament_id: TournamentId,
    /,
    *,
    contestant: ContestantNumber = None,
    organiser: AsOrganiser = False,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Drop out: no more pairings, and what was played counts."""
    if organiser and contestant is None:
        raise usage("say which contestant: --organiser --contestant N")
    async with connected(server, receipts) as client:
        whole = await tournament_id_of(client, tournament_id)
        if organiser:
            number = contestant
            done = await as_organiser(client, whole, lambda one: one.leave(contestant))
        else:
            leaving = one_contestant(client, whole, contestant)
            number = leaving.contestant
            done = await as_contestant(leaving, lambda one: one.leave())
    if as_json:
        emit(answered(whole, done))
    else:
        print(f"Contestant {number} has left.")
