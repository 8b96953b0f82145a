"""Work that is done to its end, also where whoever asked for it has gone away."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Unbroken:
    """
    Sees to it that work which counts in somebody's share is not left half done.

    A call that is given up while its rows are on their way to disk may find them there later: what
    they make would be in nobody's share.
    """

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """What the work answers or raises; it goes on where nobody waits for it any more."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        # Where nobody waits any more it may fail unheard, which is no fault to be logged.
        if not task.cancelled():
            task.exception()
