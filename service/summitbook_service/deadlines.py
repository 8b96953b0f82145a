"""
When the time of a seat is up, and which game's time is up next.

Everything here is in milliseconds of the time served (`uptime`).
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Iterator, Mapping
from uuid import UUID

from summitbook_domain.table.state import Table

from .aside import read_stamp, stamps_stream
from .store import Store
from .uptime import Uptime

Due = Mapping[int, int]
"""By seat, the moment at which its time is up."""
NONE: Due = {}


def due_after(before: Table, due: Due, after: Table, served: int) -> Due:
    """The deadlines after a command where turns are timed: of clocks that run on, and that it has started."""
    length, running = turn_of(after), _clocks(before)
    return {
        seat: due[seat] if running.get(seat) == clock else served + length
        for seat, clock in _clocks(after).items()
    }


def starts_one(table: Table, n: int) -> bool:
    """Whether the time of a seat runs from a record after this number."""
    return any(clock > n for clock in _clocks(table).values())


async def read_due(store: Store, uptime: Uptime, game_id: UUID, table: Table) -> Due:
    """The deadlines of a stored game; raises StoreUnavailable."""
    length = turn_of(table)
    return {
        seat: await _began(store, uptime, game_id, clock) + length for seat, clock in _clocks(table).items()
    }


async def _began(store: Store, uptime: Uptime, game_id: UUID, clock: int) -> int:
    """When a clock began to run; where a kill has cost what was served since, no later than this life."""
    rows = await store.read(stamps_stream(game_id), clock - 1, 1)
    if not rows:
        return uptime.base
    stamp = read_stamp(rows[0].line)
    return stamp.served if stamp.life == uptime.life else min(stamp.served, uptime.base)


def turn_of(table: Table) -> int:
    """How long a turn may take; 0 for as long as one likes."""
    return table.options.turn_seconds * 1000 if table.options else 0


def _clocks(table: Table) -> dict[int, int]:
    return {
        seat: holder.clock
        for seat, holder in enumerate(table.seats)
        if holder is not None and holder.clock is not None
    }


class Deadlines:
    """
    The games in which a seat is timed, the one whose time is up first in front.

    A game stands in the queue once, by a moment that is no later than its first deadline.
    Whoever is called up looks whether it is so, and sets the game again.
    """

    def __init__(self) -> None:
        self._queue: list[tuple[int, UUID]] = []
        self._set: dict[UUID, int] = {}
        self.changed = asyncio.Event()
        """Set when another game comes to the front."""

    def __len__(self) -> int:
        return len(self._set)

    def note(self, game_id: UUID, due: Due) -> None:
        """Take in a game's deadlines; a game that stands further in front stays there."""
        if not due:
            self._set.pop(game_id, None)
        elif (first := min(due.values())) < self._set.get(game_id, first + 1):
            self.set(game_id, first)

    def set(self, game_id: UUID, moment: int) -> None:
        """Call this game up at this moment."""
        self._set[game_id] = moment
        heapq.heappush(self._queue, (moment, game_id))
        if len(self._queue) > 2 * len(self._set) + 64:
            self._queue = [(moment, game_id) for game_id, moment in self._set.items()]
            heapq.heapify(self._queue)
        if self._queue[0] == (moment, game_id):
            self.changed.set()

    def next(self) -> int | None:
        """The moment at which the first game is to be called up."""
        self._drop_stale()
        return self._queue[0][0] if self._queue else None

    def called(self, now: int) -> Iterator[UUID]:
        """Take the games out whose moment has come."""
        while (moment := self.next()) is not None and moment <= now:
            game_id = heapq.heappop(self._queue)[1]
            del self._set[game_id]
            yield game_id

    def _drop_stale(self) -> None:
        while self._queue and self._set.get(self._queue[0][1]) != self._queue[0][0]:
            heapq.heappop(self._queue)
