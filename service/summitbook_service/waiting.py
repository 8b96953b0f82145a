"""Waiting for news together: woken by it, told when it is over, and now and then that it still is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum

SETTLED_SECONDS = 0.02
"""How long after the last news it is quiet: not after each record of a lively game."""
CROWD = 100
"""For so many more who wait it takes as long again, since they are told one after the other."""


class Word(Enum):
    """What those who wait are told."""

    NEWS = "news"
    QUIET = "quiet"
    HEARTBEAT = "heartbeat"


class Waiting:
    """Everyone who waits for the same news, on one timer; `beat` is called before each heartbeat."""

    def __init__(self, heartbeat: float, beat: Callable[[], None]) -> None:
        self._heartbeat = heartbeat
        self._beat = beat
        self._loop = asyncio.get_running_loop()
        self._waiters: dict[asyncio.Future[Word], None] = {}
        self._settled = self._loop.time()
        self.quiet = True
        """Whether the last news is some time ago."""
        self._timer = self._loop.call_later(heartbeat, self._on_time)

    def __len__(self) -> int:
        return len(self._waiters)

    async def word(self) -> Word:
        """The next word."""
        waiter: asyncio.Future[Word] = self._loop.create_future()
        self._waiters[waiter] = None
        try:
            return await waiter
        finally:
            self._waiters.pop(waiter, None)

    def news(self) -> None:
        """Wake everyone: there is news."""
        self._settled = self._loop.time() + SETTLED_SECONDS * (1 + len(self._waiters) / CROWD)
        if self.quiet:
            self.quiet = False
            self._set(self._settled)
        self._tell(Word.NEWS)

    def end(self) -> None:
        """Leave no timer behind, and nobody to call."""
        self._timer.cancel()
        self._beat = _nothing

    def _on_time(self) -> None:
        now = self._loop.time()
        if now < self._settled:
            self._set(self._settled)
            return
        word = Word.HEARTBEAT if self.quiet else Word.QUIET
        if self.quiet:
            self._beat()
        self.quiet = True
        self._set(now + self._heartbeat)
        self._tell(word)

    def _set(self, moment: float) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_at(moment, self._on_time)

    def _tell(self, word: Word) -> None:
        waiters, self._waiters = self._waiters, {}
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(word)


def _nothing() -> None:
    """There is no heartbeat any more."""
