"""The ways out of a game for good, by the word that one types; each is asked for again first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from summitbook.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_PLAYING, Game
from summitbook.v1.game_service_pb2 import CancelGameResponse, LeaveSeatResponse, RetireSeatResponse

from ..errors import Refused
from ..table import Host, Seat

Gone = LeaveSeatResponse | RetireSeatResponse | CancelGameResponse
PAUSE = ("q", "quit", "pause")
WORDS = ("leave", "retire", "cancel")
WAYS = """\
q, quit or pause, in the app Ctrl-Q too, pauses: your seat is kept, and the game
waits, but a turn clock goes on. Some words are for going for good, each asked
for again: leave gives your seat back before the start, retire gives up in play,
cancel ends a game that you made before it has begun."""


@dataclass(frozen=True)
class WayOut:
    """What is asked before, what is done, and whether one has no seat any more after it."""

    question: str
    go: Callable[[], Awaitable[Gone]]
    gone: bool = False


def ways_out(game: Game, seat: Seat, host: Host | None) -> Mapping[str, WayOut]:
    """Those that are open now."""
    if game.status == GAME_STATUS_PLAYING and not game.seats[seat.seat].retired:
        question = "Give up for good? The game goes on without you, where it can."
        return {"retire": WayOut(question, seat.retire)}
    if game.status != GAME_STATUS_OPEN:
        return {}
    leave = WayOut("Leave the table? Your seat is free again.", seat.leave, gone=True)
    if host is None:
        return {"leave": leave}
    return {"leave": leave, "cancel": WayOut("Cancel the game for all?", lambda: _cancel(host))}


async def _cancel(host: Host) -> CancelGameResponse:
    try:
        return await host.cancel()
    except Refused as refused:
        if not refused.token_ended:
            raise
        return await (await host.renewed()).cancel()
