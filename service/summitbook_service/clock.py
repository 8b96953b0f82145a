"""The clocks of the service: one to date records by, another to measure and wait by."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import lru_cache
from time import gmtime, monotonic, strftime, time_ns


class Clock:
    """The real ones; tests hand the service others."""

    def now(self) -> str:
        """The time to record: UTC with microseconds. Whoever runs the computer may set it as they like."""
        second, nanoseconds = divmod(time_ns(), 1_000_000_000)
        return f"{_date(second)}.{nanoseconds // 1_000:06}Z"

    def monotonic(self) -> float:
        """Seconds from some moment on, which nobody can set and which rest while the computer sleeps."""
        return monotonic()

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Until the event is set or so many seconds have passed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()

    async def sleep(self, seconds: float) -> None:
        """Until so many seconds have passed."""
        await self.wait(asyncio.Event(), seconds)


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    """All commands of a second share what is slow to write."""
    return strftime("%Y-%m-%dT%H:%M:%S", gmtime(second))
