"""
The gate at which commands wait for those that come with them, to be done together.

Callers who were answered together soon ask again together. Let in one after the other
without a pause, their commands take less of the processor than each on its way from the
network, and they share one commit. Where commands come alone, none waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from time import perf_counter

from .writer import LARGEST_BATCH

PASSES = 16
"""
How many rounds of the event loop somebody at the door is given to come in.

gRPC takes calls in one by one, each by way of a thread of its own, for which 4 are too few.
"""
GLANCE = 0.001
"""Seconds in which one of a crowd must come for it to be waited for any longer; uvloop counts no shorter."""
FADING = 8
"""One in so many of a crowd is forgotten each time it does not come."""


class Gate:
    """Opens for all who wait, in their order, after `linger` seconds or a round of the loop at the latest."""

    def __init__(self, *, linger: float) -> None:
        self._linger = linger
        self._behind: list[asyncio.Future[None]] | None = None
        """Whoever waits behind the first, who waits for them; None while there is no first."""
        self._crowd = 0
        """How many came together lately."""

    def come(self) -> Awaitable[None]:
        """Wait until the gate opens."""
        if self._behind is None:
            self._behind = []
            return self._lead(self._behind)
        turn = asyncio.get_running_loop().create_future()
        self._behind.append(turn)
        return turn

    async def _lead(self, behind: list[asyncio.Future[None]]) -> None:
        """Wait for the others, and let them in; at once where the first goes away."""
        try:
            await self._gather(behind)
        finally:
            self._behind = None
            for turn in behind:
                if not turn.done():
                    turn.set_result(None)

    async def _gather(self, behind: list[asyncio.Future[None]]) -> None:
        """
        Let in who is at the door, for as long as somebody is.

        With nobody there, only less than half of a crowd waits for others: once these are done
        those may have come, while the callers of these make up their minds. All or nobody
        would have service and callers take turns in doing nothing.
        """
        end, came = perf_counter() + self._linger, 0
        while came < 1 + len(behind) < LARGEST_BATCH and (not came or perf_counter() < end):
            came = 1 + len(behind)
            await _let_in(end)
            if came == 1 + len(behind) < self._crowd // 2 and perf_counter() < end:
                await asyncio.sleep(GLANCE)
                await _let_in(end)
        self._crowd = max(1 + len(behind), self._crowd * (FADING - 1) // FADING)


async def _let_in(end: float) -> None:
    """Give way to who is at the door, a round at least; under load one can take long."""
    for _ in range(PASSES):
        await asyncio.sleep(0)
        if perf_counter() > end:
            return
