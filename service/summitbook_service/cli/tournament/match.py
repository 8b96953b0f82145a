"""`summitbook tournament match`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..options import LOCAL, AsJson, Server
from ..reach import connected
from .keys import as_organiser
from .options import Number32, TournamentId
from .telling import tell

Contestants = Annotated[int, Parameter(validator=Number32, help="Who is to play, by their numbers.")]


async def match(
    tournament_id: TournamentId,
    /,
    *contestants: Contestants,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Let contestants of a ladder play a game."""
    async with connected(server) as client:
        done = await as_organiser(client, tournament_id, lambda one: one.match(contestants))
        await tell(client, tournament_id, done.events, as_json=as_json)
