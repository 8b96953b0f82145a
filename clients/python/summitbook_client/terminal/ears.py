"""Waiting for two things at once: what the player types, and what happens in the game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Self

from ..watch import Step
from .lines import Typed


class Ears:
    """Hears whichever comes first, a line or a step, and misses neither."""

    def __init__(self, lines: Typed, news: AsyncIterator[Step]) -> None:
        self._lines = lines
        self._news = news
        self._line: asyncio.Task[str | None] | None = None
        self._step: asyncio.Task[Step] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        for task in (self._line, self._step):
            if task:
                task.cancel()
        await asyncio.gather(*filter(None, (self._line, self._step)), return_exceptions=True)

    async def hear(self) -> str | Step | None:
        """A step if there is one, else a line, None at the end of input; raises what the stream raises."""
        self._line = self._line or asyncio.create_task(self._lines.next())
        self._step = self._step or asyncio.create_task(_next(self._news))
        await asyncio.wait((self._line, self._step), return_when=asyncio.FIRST_COMPLETED)
        if self._step.done():
            step, self._step = self._step.result(), None
            return step
        return await self.line()

    async def step(self) -> Step:
        """The next step, however long it takes; what is typed meanwhile is heard afterwards."""
        waiting, self._step = self._step or asyncio.create_task(_next(self._news)), None
        return await waiting

    async def line(self) -> str | None:
        """The next line, however long it takes."""
        waiting, self._line = self._line or asyncio.create_task(self._lines.next()), None
        return await waiting


async def _next(news: AsyncIterator[Step]) -> Step:
    """The next step; a stream that has ended has no more to say, ever."""
    async for step in news:
        return step
    await asyncio.Event().wait()
    raise AssertionError("an event that nobody sets")
