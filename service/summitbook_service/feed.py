"""
What those who follow the same thing read: the newest of it together, what lies further back each for itself.

An item is read from the store and packed once for all who are near the end. Who is slow
reads the store again, a little at a time, and takes up no more room than others.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

from .bell import Bell
from .waiting import Waiting, Word


class Item(Protocol):
    """What followers are sent at once: the records of one command."""

    @property
    def last(self) -> int:
        """The number after which the next item is to be read."""

    @property
    def size(self) -> int:
        """How many bytes it takes, more or less."""

    @property
    def closes(self) -> bool:
        """Whether nothing ever comes after it."""


T = TypeVar("T", bound=Item)


class Read(NamedTuple, Generic[T]):
    """What was read after a number; `whole` where there was no more."""

    items: Sequence[T]
    whole: bool


class Feed(ABC, Generic[T]):
    """What is followed; it is there as long as somebody follows."""

    def __init__(
        self, bell: Bell, game_id: UUID | None, *, tip: int, heartbeat: float, room: Callable[[], int]
    ) -> None:
        """
        Follow a game, or for None all of them; `room` is how many bytes may be kept.

        `tip` is a number up to which there is certainly something to read.
        """
        self._tip = tip
        self._room = room
        self._kept: dict[int, T] = {}
        self._size = 0
        # Others may have written and rung since `tip` was looked up: read once at the start.
        self._rung, self._answered, self._end = 1, 0, 0
        self._reading = asyncio.Lock()
        self.waiting = Waiting(heartbeat, self._suspect)
        """Those who have seen everything."""
        self.followers = 0
        self._leave = bell.listen(game_id, self.hear)

    @abstractmethod
    async def load(self, n: int) -> Read[T]:
        """The next few items after a number, as they are in the store."""

    def close(self) -> None:
        """Leave nothing behind, not even for the garbage collection."""
        self._leave()
        self._leave = _nothing
        self.waiting.end()

    def hear(self) -> None:
        """There are new records."""
        self._suspect()
        self.waiting.news()

    async def after(self, n: int) -> Sequence[T]:
        """The next few items after a number, none where there are none yet; raises as the store does."""
        if kept := self._kept.get(n):
            return (kept,)
        return await self._read(n) if self._behind(n) else ()

    async def word(self, n: int) -> Word:
        """What happens next for one who has seen everything up to this number."""
        return Word.NEWS if self._behind(n) else await self.waiting.word()

    def _suspect(self) -> None:
        """There may be new records, whether or not a bell has rung."""
        self._rung += 1

    def _behind(self, n: int) -> bool:
        return n < max(self._tip, self._end) or self._answered != self._rung

    async def _read(self, n: int) -> Sequence[T]:
        """What the store has after a number; the first who asks reads for all who have come as far."""
        async with self._reading:
            if kept := self._kept.get(n):
                return (kept,)
            rung = self._rung
            items, whole = await self.load(n)
            if whole:
                self._end_at(items[-1].last if items else n, rung)
            return [self._keep(before, item) for before, item in _after_one_another(n, items)]

    def _end_at(self, n: int, rung: int) -> None:
        """There was nothing after this number; whoever has not come as far has to read for itself."""
        self._end = min(n, self._end) if self._answered == rung else n
        self._answered = rung

    def _keep(self, before: int, item: T) -> T:
        """Keep an item for others, the oldest making room for it; or answer the one that is kept already."""
        if kept := self._kept.get(before):
            return kept
        self._kept[before] = item
        self._size += item.size
        self._tip = max(self._tip, item.last)
        while self._size > self._room():
            self._size -= self._kept.pop(next(iter(self._kept))).size
        return item


def _after_one_another(n: int, items: Sequence[T]) -> list[tuple[int, T]]:
    """Each item with the number after which it comes."""
    return list(zip((n, *(item.last for item in items)), items, strict=False))


def _nothing() -> None:
    """There is nothing to leave any more."""
