"""
The other nodes of the service, which write to the same database.

Whatever they append is heard of: soon, by one listener a node; for certain, by whoever asks
before showing or refusing something; and now and then, in case a listener was deaf.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from uuid import UUID

from .clock import Clock
from .store import Shared, Store, StoreUnavailable

POLL_SECONDS = 2.0
"""How often the store is asked though nobody has rung."""
AGAIN_SECONDS = 1.0
"""How long after a listener was cut off it listens anew."""
DEAF_SECONDS = 10.0
"""After how long without a listener, and with the poll alone, a node is not well."""

Hear = Callable[[Mapping[UUID, int]], None]
"""Is told streams that have grown, each with the number of its last row."""


class Neighbours:
    """All other nodes together; there are none where the store belongs to one process."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store if isinstance(store, Shared) else None
        self._clock = clock
        self._hear: list[Hear] = []
        self._rung = asyncio.Event()
        self._deaf_since: float | None = clock.monotonic()
        self._reading: asyncio.Task[None] | None = None
        self._next: asyncio.Task[None] | None = None

    @property
    def possible(self) -> bool:
        """Whether there can be any."""
        return self._store is not None

    def tell(self, hear: Hear) -> None:
        """Tell this one what they append, from now on."""
        self._hear.append(hear)

    async def catch_up(self) -> None:
        """
        Hear of all that was appended before this call; raises StoreUnavailable.

        Those who call while the store is being read share the next reading.
        """
        if self._store is None:
            return
        if self._next is None:
            self._next = asyncio.create_task(self._read(self._store, self._reading))
            # Those who ask may all have gone away before it fails, which is no fault to be logged.
            self._next.add_done_callback(lambda reading: reading.cancelled() or reading.exception())
        await asyncio.shield(self._next)

    async def check(self) -> None:
        """Raise StoreUnavailable where nobody has listened for too long."""
        if self._deaf_since is not None and self._clock.monotonic() - self._deaf_since > DEAF_SECONDS:
            raise StoreUnavailable("the database lets nobody listen")

    async def run(self) -> None:
        """Listen and catch up for ever; not at all where there are no others."""
        if self._store is None:
            return
        listening = asyncio.create_task(self._listen(self._store))
        try:
            while True:
                self._rung.clear()
                with suppress(StoreUnavailable):
                    await self.catch_up()
                await self._clock.wait(self._rung, POLL_SECONDS)
        finally:
            listening.cancel()

    async def _read(self, store: Shared, before: asyncio.Task[None] | None) -> None:
        if before:
            await asyncio.wait([before])
        self._reading, self._next = self._next, None
        if news := await store.news():
            for hear in self._hear:
                hear(news)

    def _ring(self) -> None:
        self._deaf_since = None
        self._rung.set()

    async def _listen(self, store: Shared) -> None:
        while True:
            with suppress(StoreUnavailable):
                await store.listen(self._ring)
            self._deaf_since = self._clock.monotonic()
            await self._clock.sleep(AGAIN_SECONDS)
