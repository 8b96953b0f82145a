"""Many requests of one stream at once, and their answers in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

from .bell import Bell
from .errors import Unavailable

Q = TypeVar("Q")
A = TypeVar("A")


class Lanes:
    """One lane a game: its commands keep their order, and nobody waits for those of another."""

    def __init__(self) -> None:
        self._last: dict[str, Place] = {}

    def __len__(self) -> int:
        return len(self._last)

    def place(self, game_id: str) -> Place:
        """The next place in a game's lane, taken at once."""
        made = self._last[game_id] = Place(self, game_id, self._last.get(game_id))
        return made

    def clear(self, place: Place) -> None:
        """Forget the last place of a lane, from which someone has passed on."""
        if self._last.get(place.game_id) is place:
            del self._last[place.game_id]


class Place:
    """A place in a lane."""

    __slots__ = ("_before", "_lanes", "_next", "_passed", "game_id")

    def __init__(self, lanes: Lanes, game_id: str, before: Place | None) -> None:
        self._lanes = lanes
        self._before = before
        self._passed = False
        self._next: asyncio.Future[None] | None = None
        self.game_id = game_id

    async def come_up(self) -> None:
        """Wait until whoever is before has passed on."""
        before, self._before = self._before, None
        if before:
            await before.left()

    async def left(self) -> None:
        """Wait until this one has passed on; only the next one does."""
        if not self._passed:
            self._next = asyncio.get_running_loop().create_future()
            await self._next

    def pass_on(self) -> None:
        """Let the next one come up; more than once does no harm."""
        if self._passed:
            return
        self._passed = True
        self._lanes.clear(self)
        if self._next and not self._next.done():
            self._next.set_result(None)


async def in_order(
    requests: AsyncIterator[Q], begin: Callable[[Q], Coroutine[Any, Any, A]], bell: Bell, *, window: int
) -> AsyncGenerator[A, None]:
    """
    The answers to requests, in their order; so many are in hand at once, and no more are read before.

    Raises what reading the requests raises, after the answers to those before it, and
    Unavailable when the service stops, after the answers to all that were read.
    """
    line: asyncio.Queue[asyncio.Task[A] | None] = asyncio.Queue()
    room = asyncio.Semaphore(window)

    async def read() -> None:
        try:
            async for request in requests:
                line.put_nowait(asyncio.create_task(begin(request)))
                await room.acquire()
        finally:
            line.put_nowait(None)

    def hear() -> None:
        if bell.stopping:
            reading.cancel()

    reading = asyncio.create_task(read())
    leave = bell.listen(None, hear)
    try:
        while task := await line.get():
            yield await task
            room.release()
        if reading.cancelled():
            raise Unavailable("SHUTTING_DOWN", "the service is stopping; send what is unanswered again")
        reading.result()
    finally:
        leave()
        await _ended(reading, line)


async def _ended(reading: asyncio.Task[None], line: asyncio.Queue[asyncio.Task[A] | None]) -> None:
    """Leave nothing behind of a stream whose caller has gone away; what is on its way to disk gets there."""
    reading.cancel()
    left = [task for _ in range(line.qsize()) if (task := line.get_nowait())]
    for task in left:
        task.cancel()
    await asyncio.gather(reading, *left, return_exceptions=True)
