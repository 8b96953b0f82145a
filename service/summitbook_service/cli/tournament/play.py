"""`summitbook tournament play`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..kept import keep, prepare
from ..options import LOCAL, Server
from ..play import play as play_game
from ..problem import Problem
from ..reach import connected
from .keys import as_contestant, one_contestant
from .options import ContestantNumber, Number32, TournamentId

SeatNumber = Annotated[
    int | None,
    Parameter(
        name="--seat", validator=Number32, help="Of a team's seats this one; left out, the first there is."
    ),
]


async def play(
    tournament_id: TournamentId,
    /,
    *,
    contestant: ContestantNumber = None,
    seat: SeatNumber = None,
    server: Server = LOCAL,
) -> None:
    """Play the game that a contestant has in the open round, in the terminal."""
    prepare()
    async with connected(server) as client:
        who = one_contestant(client, tournament_id, contestant)
        seats = await as_contestant(who, lambda one: one.seats())
    wanted = [own for _, own in seats if seat in {None, own.seat}]
    if not wanted:
        raise Problem("NO_SEAT", "there is nothing to play now: wait for the next round")
    keep(wanted[0])
    await play_game(game_id=wanted[0].game_id, server=server)
