"""Work that takes a while, done in a thread while calls are answered."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

SLICE_SECONDS = 0.0002
"""So long such work has Python for itself; by default 5 ms, for which each call would wait several times."""


class Meanwhile:
    """Does such work; as long as any is under way, threads take turns quickly."""

    def __init__(self) -> None:
        self._under_way = 0
        self._usual = 0.0

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the work answers."""
        if not self._under_way:
            self._usual = sys.getswitchinterval()
            sys.setswitchinterval(SLICE_SECONDS)
        self._under_way += 1
        try:
            return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._under_way -= 1
            if not self._under_way:
                sys.setswitchinterval(self._usual)


meanwhile = Meanwhile().do
"""One for the process, since how quickly threads take turns is the process's."""
