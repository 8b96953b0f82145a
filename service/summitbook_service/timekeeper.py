"""
Times out whoever lets a turn's time pass: by a command of the service, through the same desk as everyone.

The desk decides, not the clock. A move that is there before the time-out is recorded wins,
and the time-out is then refused, as the move would have been.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from uuid import UUID

import structlog

from summitbook_domain.refusal import NOT_YOUR_TURN, Refused
from summitbook_domain.table.commands import TimeOutTurn
from summitbook_domain.table.state import Table

from .clock import Clock
from .deadlines import Deadlines, Due
from .desk import Desk
from .errors import CannotGoOn, LimitReached, NotFound, Unavailable
from .live import Live
from .lobby import Lobby
from .neighbours import Neighbours
from .store import StoreUnavailable
from .uptime import Uptime

AT_ONCE = 64
"""How many games are called up together, so that their time-outs share a commit."""
RETRY = 1_000
"""After how many milliseconds a time-out is tried again that could not be written."""
LOOK_SECONDS = 5.0
"""How often a node looks for games that began on other nodes."""
LATE = 1_000
"""How many milliseconds a node leaves to the one that wrote last to time a seat out."""

log = structlog.get_logger()


class Timekeeper:
    """The one who looks at the clock."""

    def __init__(
        self,
        desk: Desk,
        lobby: Lobby,
        deadlines: Deadlines,
        uptime: Uptime,
        clock: Clock,
        *,
        neighbours: Neighbours,
    ) -> None:
        self._desk = desk
        self._lobby = lobby
        self._deadlines = deadlines
        self._uptime = uptime
        self._clock = clock
        self._neighbours = neighbours
        self._met: set[UUID] = set()

    async def run(self) -> None:
        """Find the clocks that ran when the service stopped, then wait for each deadline in turn."""
        await self._find()
        await asyncio.gather(self._wait(), self._look_around())

    async def _wait(self) -> None:
        while True:
            self._deadlines.changed.clear()
            while due := list(islice(self._deadlines.called(self._uptime.served()), AT_ONCE)):
                await asyncio.gather(*map(self._call_up, due))
            first = self._deadlines.next()
            left = None if first is None else max(0, first - self._uptime.served()) / 1000
            await self._clock.wait(self._deadlines.changed, left)

    async def _find(self) -> None:
        """Set every game in play that has a clock; the list of games knows them without their logs."""
        while True:
            try:
                await self._lobby.catch_up()
                break
            except StoreUnavailable:
                await self._clock.sleep(RETRY / 1000)
        self._meet()

    async def _look_around(self) -> None:
        """Take in the games that began on other nodes, which may not live to time them."""
        while self._neighbours.possible:
            await self._clock.sleep(LOOK_SECONDS)
            self._meet()

    def _meet(self) -> None:
        timed = set(self._lobby.timed())
        for game_id in timed - self._met:
            self._deadlines.set(game_id, 0)
        self._met = timed

    async def _call_up(self, game_id: UUID) -> None:
        """Time out whose time is up in this game, and set it again by what is left."""
        try:
            live = await self._desk.current(game_id)
            for seat, due in _own(live).items():
                if due <= self._uptime.served():
                    await self._time_out(live, seat)
            self._set_again(game_id, _own(await self._desk.find(game_id)))
        except (LimitReached, Unavailable, StoreUnavailable):
            self._set_later(game_id)
        except (CannotGoOn, NotFound) as problem:
            log.warning("no time-out", game_id=str(game_id), reason=problem.reason)
        except Exception:
            # One game that cannot be helped must not stop the clocks of all.
            log.exception("no time-out", game_id=str(game_id))

    async def _time_out(self, live: Live, seat: int) -> None:
        holder = live.shown.table.holder(seat)
        clock = holder.clock if holder else None
        with suppress(Refused):
            what = f"time-out/{seat}/{clock}"
            done = await self._desk.do(live, what, TimeOutTurn(seat), permit=_still_runs(seat, clock))
            log.info("timed out", game_id=live.aside.game_id, command_id=done, seat=seat)

    def _set_again(self, game_id: UUID, due: Due) -> None:
        """What is overdue even so is being decided otherwise, by a move that is on its way to disk."""
        if any(moment <= self._uptime.served() for moment in due.values()):
            self._set_later(game_id)
        else:
            self._deadlines.note(game_id, due)

    def _set_later(self, game_id: UUID) -> None:
        self._deadlines.set(game_id, self._uptime.served() + RETRY)


def _own(live: Live) -> Due:
    """The deadlines as this node keeps them: later where another wrote last, which is to be the first."""
    late = LATE if live.told >= live.shown.head.n else 0
    return {seat: due + late for seat, due in live.shown.due.items()}


def _still_runs(seat: int, clock: int | None) -> Callable[[Table], None]:
    """Leave while the very clock runs that the time-out is for; else raises Refused."""

    def permit(table: Table) -> None:
        holder = table.holder(seat)
        if holder is None or holder.clock != clock:
            raise Refused(NOT_YOUR_TURN, "its time does not run any more", seat=seat)

    return permit
