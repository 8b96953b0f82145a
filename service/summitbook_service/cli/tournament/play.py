"""`summitbook tournament play`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from summitbook.v1.tournament_service_pb2 import TOURNAMENT_PART_DECISIONS

from ..ids import tournament_id_of
from ..kept import keep, prepare
from ..options import LOCAL, KeptReceipts, Server
from ..play import sit_down
from ..problem import Problem
from ..reach import connected
from ..seating import kept_one
from .keys import as_contestant, one_contestant
from .options import ContestantNumber, Number32, TournamentId

SeatNumber = Annotated[
    int | None,
    Parameter(
        name="--seat",
        validator=Number32,
        help="Of a team's seats this one; left out, the first that the game waits for.",
    ),
]


async def play(
    tournament_id: TournamentId,
    /,
    *,
    contestant: ContestantNumber = None,
    seat: SeatNumber = None,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
) -> None:
    """Play the game that a contestant has in the open round, in the terminal."""
    prepare()
    async with connected(server, receipts) as client:
        whole = await tournament_id_of(client, tournament_id)
        who = one_contestant(client, whole, contestant)
        seats = [own for _, own in await as_contestant(who, lambda one: one.seats())]
        if receipts:
            shown = await client.tournament(whole).look(TOURNAMENT_PART_DECISIONS)
            client.received_of(whole, shown.tournament)
    if not seats:
        raise Problem("NO_SEAT", "there is nothing to play now: wait for the next round")
    game_id = seats[0].game_id
    numbers = [own.seat for own in seats if own.game_id == game_id]
    if seat not in {None, *numbers}:
        raise Problem("NO_SEAT", f"seat {seat} is not yours; those that are: {', '.join(map(str, numbers))}")
    for own in seats:
        keep(own)
    await sit_down(kept_one(game_id, seat, server), receipts, whole)
