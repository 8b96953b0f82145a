"""
An event loop without a clock and without luck of its own.

Time is a number that jumps to the next timer when nobody has anything to do, and of
those who are ready the seed says who is next. So one seed is one order of everything.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from contextvars import ContextVar
from heapq import heappop
from random import Random
from typing import Any, Protocol


class Mortal(Protocol):
    """Whatever work belongs to: once it is dead none of its work goes on."""

    dead: bool


OWNER: ContextVar[Mortal | None] = ContextVar("OWNER", default=None)
"""To whom the work belongs that runs in a context."""


class Stuck(Exception):
    """Everybody waits for something that nobody will do, or goes round in circles."""


MOST_STEPS = 50_000
"""A run has some thousand steps, hardly ever more; one that has so many has no end."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs one callback at a time, whichever of those that are ready the luck picks."""

    def __init__(self, luck: Random) -> None:
        super().__init__()
        self._luck = luck
        self._now = 0.0
        self._steps = 0
        self._begun: list[tuple[asyncio.Task[Any], Mortal | None]] = []
        self.set_task_factory(self._begin)
        self.set_exception_handler(lambda *_: None)

    def time(self) -> float:
        """Seconds since the beginning, of which no real one passes."""
        return self._now

    def _run_once(self) -> None:
        ready, timers = self._ready, self._scheduled
        while timers and (timers[0]._cancelled or timers[0]._when <= self._now or not ready):
            timer = heappop(timers)
            timer._scheduled = False
            if not timer._cancelled:
                self._now = max(self._now, timer._when)
                ready.append(timer)
        self._steps += 1
        if not ready or self._steps > MOST_STEPS:
            raise Stuck
        ready.rotate(int(self._luck.random() * len(ready)))
        handle = ready.popleft()
        owner = handle._context.get(OWNER)
        if not handle._cancelled and not (owner and owner.dead):
            handle._run()

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none: nothing here waits for the world."""

    def _write_to_self(self) -> None:
        """Nobody else is there who would have to wake this loop."""

    def _asyncgen_finalizer_hook(self, agen: Any) -> None:
        """Who was left in the middle stays there, as after a power cut."""
        self._asyncgens.discard(agen)

    def _begin(self, _: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=self, **more)
        # It may be left in the middle: that is what a crash does.
        task._log_destroy_pending = False
        self._begun.append((task, more["context"].get(OWNER) if "context" in more else OWNER.get()))
        return task

    def _check_closed(self) -> None:
        """Who was left in the middle may still wake another when it is collected, which leads nowhere."""

    def close(self) -> None:
        """End what was left in the middle, of which nobody hears any more."""
        self._ready.clear()
        self._scheduled.clear()
        super().close()
        for task, _ in self._begun:
            if not task.done():
                with suppress(RuntimeError):
                    task.get_coro().close()

    def unheard(self) -> list[BaseException]:
        """What tasks of the living ended with and nobody asked for, which asyncio would log as an error."""
        done = [task for task, owner in self._begun if task.done() and not (owner and owner.dead)]
        return [task.exception() for task in done if task._log_traceback]
