"""Clocks that tests hand to the service: time passes when they say so."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from house import until

from summitbook_service.clock import Clock

START = datetime(2026, 11, 29, 20, tzinfo=UTC)
WATCHERS = 4
"""The beat of the service, its timekeeper, who sweeps up, and who looks after tournaments."""


class ByHand(Clock):
    """A computer's two clocks; its owner may set the one that dates records, and nobody the other."""

    def __init__(self) -> None:
        self.wall = START
        self._passed = 1_000.0
        self._sleepers: list[tuple[float, asyncio.Event]] = []
        self._waiting: list[asyncio.Event] = []

    def now(self) -> str:
        """See `Clock`."""
        return self.wall.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def monotonic(self) -> float:
        """See `Clock`."""
        return self._passed

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """See `Clock`."""
        if seconds is not None:
            self._sleepers.append((self._passed + seconds, event))
        self._ring()
        self._waiting.append(event)
        try:
            await event.wait()
        finally:
            self._waiting.remove(event)

    def set(self, **change: float) -> None:
        """Set the date by so much, as a computer's owner does; no time passes."""
        self.wall += timedelta(**change)

    def advance(self, seconds: float) -> None:
        """Let so much time pass."""
        self._passed += seconds
        self.wall += timedelta(seconds=seconds)
        self._ring()

    async def rest(self) -> None:
        """Until those of the service who look at the clock have done what is to be done now."""
        await until(lambda: len(self._waiting) == WATCHERS and not any(e.is_set() for e in self._waiting))

    async def pass_by(self, seconds: float) -> None:
        """Let so much time pass, and see what the service does then."""
        await self.rest()
        self.advance(seconds)
        await self.rest()

    def _ring(self) -> None:
        due = [event for moment, event in self._sleepers if moment <= self._passed]
        self._sleepers = [each for each in self._sleepers if each[0] > self._passed]
        for event in due:
            event.set()
