"""
Whether the service can do its work, as `grpc.health.v1` tells it.

Each part that the work hangs on has a probe with a name. One that fails makes all of the
service NOT_SERVING, until it holds again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID, uuid4

import structlog
from grpc_health.v1 import health, health_pb2

from .metrics import Metrics
from .store import Row, Store
from .writer import Writer

LOOK_SECONDS = 1.0
"""How often the probes are tried."""
PATIENCE_SECONDS = 5.0
"""After how long a probe without an answer has failed."""
PROBE = "Probe"
LINE = b"{}" + b" " * 16_384
"""What is written to see whether the store takes rows; more than would fit in room that is left over."""
_NOWHERE = UUID("5f0f6a9e-8a6f-4a53-9c2c-3c5f0a0d7b11")
"""A stream that is read to see whether the store can be read; nothing is in it."""

Probe = Callable[[], Awaitable[None]]
"""Raises where something is wrong."""

log = structlog.get_logger()


class Health:
    """The probes of one service and what they say; `servicer` tells it to whoever asks."""

    def __init__(self, metrics: Metrics) -> None:
        self.servicer = health.aio.HealthServicer()
        self._metrics = metrics
        self._probes: dict[str, Probe] = {}
        self._failing: set[str] = set()

    def watch(self, name: str, probe: Probe) -> None:
        """Look after this too."""
        self._probes[name] = probe

    async def run(self, services: Sequence[str]) -> None:
        """Keep the status of these services, and of the server as a whole, true for ever."""
        while True:
            await self.look(services)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self, services: Sequence[str]) -> None:
        """Try every probe and say what came of it."""
        await asyncio.gather(*(self._try(name, probe) for name, probe in self._probes.items()))
        kinds = health_pb2.HealthCheckResponse
        for service in ("", *services):
            await self.servicer.set(service, kinds.NOT_SERVING if self._failing else kinds.SERVING)

    async def _try(self, name: str, probe: Probe) -> None:
        error: Exception | None = None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await probe()
        except Exception as failed:  # noqa: BLE001 -- whatever it raises, it has failed
            error = failed
        self._metrics.probed(name, held=error is None)
        if error and name not in self._failing:
            self._failing.add(name)
            log.error("unwell", probe=name, error=type(error).__name__)
        elif not error and name in self._failing:
            self._failing.remove(name)
            log.info("well again", probe=name)


class StoreProbe:
    """
    Reads the store; and writes where an append has failed, until one does not.

    Nothing is ever deleted from a store, so nothing is written while all is well.
    """

    def __init__(self, store: Store, writer: Writer) -> None:
        self._store = store
        self._writer = writer
        self._seen = 0

    async def __call__(self) -> None:
        """Raise StoreUnavailable where the store cannot be used."""
        await self._store.last(_NOWHERE)
        failures = self._writer.failures
        if failures != self._seen:
            await self._store.append([Row(uuid4(), 1, PROBE, LINE)])
            self._seen = failures
