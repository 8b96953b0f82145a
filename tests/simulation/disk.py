"""
A store with the semantics of a real one: what is committed outlives every node, and nothing else does.

An append is whole or not at all, a number of a stream is given once, positions rise and have holes. Between
its asking and its answer every call passes points at which whatever the run has in store may happen to it.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import TypeVar
from uuid import UUID

from summitbook_domain.table.events import GameCreated
from summitbook_service.store import LISTED, Conflict, Note, Row, StoreUnavailable, Tick

T = TypeVar("T")


@dataclass
class Faults:
    """How likely each fault is at each point; the least likely is never."""

    slow: float = 0.0
    """That a call of the store takes seconds instead of a moment."""
    refused: float = 0.0
    """That an append fails and nothing is stored."""
    unheard: float = 0.0
    """That an append is stored and its answer is lost."""
    mistaken: float = 0.0
    """That an append is stored and then told to conflict, with itself."""
    unread: float = 0.0
    """That a read fails."""
    deadly: float = 0.0
    """That the node dies at this very point."""

    @classmethod
    def some(cls, luck: Random) -> Faults:
        """The faults of one run: some of the kinds, now seldom, now often."""
        often = {"deadly": 0.05, "slow": 0.1}
        kinds = {name: luck.random() * often.get(name, 0.3) for name in vars(cls())}
        return cls(**{name: chance for name, chance in kinds.items() if luck.random() < 0.5})


class Disk:
    """All that is committed, by position and by stream."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.streams: dict[UUID, dict[int, Row]] = defaultdict(dict)
        self.games: set[UUID] = set()
        self.records: list[Row] = []
        """The rows that are records of games, in the one order of all."""
        self._waiting: list[asyncio.Future[None]] = []
        self.served = 0
        """The milliseconds that all nodes have served together."""

    def commit(self, rows: Sequence[Row], hole: int) -> None:
        """Keep all of these rows or raise Conflict; `hole` positions before them are never used."""
        numbers = [(row.stream, row.n) for row in rows]
        if len(set(numbers)) < len(numbers) or any(n in self.streams[stream] for stream, n in numbers):
            raise Conflict
        first = self.last_position + 1 + hole
        for position, row in enumerate(rows, first):
            self.notes.append(Note(position, row))
            self.streams[row.stream][row.n] = row
            self._record(row)
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    def _record(self, row: Row) -> None:
        if row.topic == GameCreated.__name__:
            self.games.add(row.stream)
        if row.stream in self.games:
            self.records.append(row)

    async def next_commit(self) -> None:
        """Wait until somebody commits something."""
        commit = asyncio.get_running_loop().create_future()
        self._waiting.append(commit)
        await commit

    def after(self, position: int, topics: Sequence[str]) -> list[Note]:
        """What was committed after a position, of these topics or any."""
        later = reversed(list(takewhile(lambda note: note.position > position, reversed(self.notes))))
        return [note for note in later if not topics or note.row.topic in topics]

    @property
    def last_position(self) -> int:
        """The position of the newest row, 0 where there is none."""
        return self.notes[-1].position if self.notes else 0

    def holds(self, game_id: str, n: int, record_hash: bytes) -> bool:
        """Whether this record of a game is committed."""
        row = self.streams[UUID(game_id)].get(n)
        return row is not None and record_hash.hex().encode() in row.line


class Store:
    """One node's way to the disk."""

    def __init__(self, disk: Disk, faults: Faults, luck: Random, die: Callable[[], None]) -> None:
        self._disk = disk
        self._faults = faults
        self._luck = luck
        self._die = die

    async def append(self, rows: Sequence[Row]) -> None:
        """Store all of these rows or none."""
        rows = tuple(rows)
        await self._point()
        if self._happens(self._faults.refused):
            raise StoreUnavailable("refused")
        self._disk.commit(rows, hole=int(self._luck.random() * 3))
        await self._point()
        if self._happens(self._faults.unheard):
            raise StoreUnavailable("unheard")
        if rows and self._happens(self._faults.mistaken):
            raise Conflict("mistaken")

    async def read(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """The rows of a stream after a number."""
        rows = self._disk.streams[stream]
        return await self._read(lambda: [rows[n] for n in sorted(rows) if n > after][:limit])

    async def last(self, stream: UUID) -> Row | None:
        """The row of a stream with the highest number."""
        rows = self._disk.streams[stream]
        return await self._read(lambda: rows[max(rows)] if rows else None)

    async def read_all(self, after: int, limit: int, topics: Sequence[str] = ()) -> list[Note]:
        """The rows of all streams after a position, of these topics or any."""
        return await self._read(lambda: self._disk.after(after, topics)[:limit])

    async def newest(self, before: int | None, limit: int) -> list[Note]:
        """The rows that begin logs before a position, newest first."""
        listed = [note for note in reversed(self._disk.notes) if note.row.topic == LISTED]
        return await self._read(lambda: [n for n in listed if before is None or n.position < before][:limit])

    async def end(self) -> int:
        """The position of the newest row."""
        return await self._read(lambda: self._disk.last_position)

    def close(self) -> None:
        """Let go of nothing."""

    async def _read(self, rows: Callable[[], T]) -> T:
        """What is on the disk at one moment between the asking and the answer."""
        await self._point()
        if self._happens(self._faults.unread):
            raise StoreUnavailable("unread")
        found = rows()
        if self._happens(0.3):
            await self._point()
        return found

    async def _point(self) -> None:
        """Others go on, time passes, or the node dies."""
        if self._happens(self._faults.deadly):
            self._die()
        seconds = 5.0 if self._happens(self._faults.slow) else 0.002
        await asyncio.sleep(self._luck.random() * seconds)

    def _happens(self, likely: float) -> bool:
        return likely > 0 and self._luck.random() < likely


class SharedStore(Store):
    """One of several nodes' way to the disk."""

    def __init__(self, disk: Disk, faults: Faults, luck: Random, die: Callable[[], None]) -> None:
        super().__init__(disk, faults, luck, die)
        self._heard = disk.last_position

    async def news(self) -> dict[UUID, int]:
        """What has been appended since the last call."""
        notes = await self._read(lambda: self._disk.after(self._heard, ()))
        self._heard = max([self._heard, *(note.position for note in notes)])
        return {note.row.stream: note.row.n for note in notes}

    async def tick(self, mine: int) -> Tick:
        """Add to the time served."""
        self._disk.served += await self._read(lambda: mine)
        return Tick(self._disk.served, *2 * ("1924-06-08T00:00:00.000000Z",))

    async def listen(self, heard: Callable[[], None]) -> None:
        """Hear of every append sooner or later, until the line breaks."""
        heard()
        while not self._happens(self._faults.unread):
            await self._disk.next_commit()
            await self._point()
            heard()
        raise StoreUnavailable("cut off")
