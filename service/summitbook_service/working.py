"""A service at work on its store, whether or not anybody can call it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import structlog

from . import formats, samekeys
from .clock import Clock
from .composing import composed
from .editions import Editions
from .errors import CannotStart
from .handlers import Parts
from .keys import Keys
from .settings import Settings
from .store import Store, StoreUnavailable
from .uptime import SharedUptime

if TYPE_CHECKING:
    from .tracing import Tracing

log = structlog.get_logger()

LOBBY_SECONDS = 1.0
"""How often the list of games reads on by itself."""
LAST_SECONDS = 0.5
"""How long at the stop a store may take for the last sign of life, and for what still waits: it may hang."""


@asynccontextmanager
async def working(
    settings: Settings,
    store: Store,
    keys: Keys,
    editions: Editions,
    clock: Clock,
    *,
    tracing: Tracing | None = None,
) -> AsyncIterator[Parts]:
    """A service at work on a store, with no door that anybody could call at; raises CannotStart."""
    parts = composed(settings, store, keys, editions, clock, tracing=tracing)
    await _start(parts)
    async with _writing(parts):
        yield parts


async def _start(parts: Parts) -> None:
    try:
        await formats.open_for_writing(parts.store)
        await parts.uptime.start()
        if isinstance(parts.uptime, SharedUptime):
            await samekeys.check(parts.store, parts.keys, alone=parts.uptime.alone)
    except StoreUnavailable as error:
        raise CannotStart("BAD_STORE", f"the store cannot be read: {error}") from None


@asynccontextmanager
async def _writing(parts: Parts) -> AsyncIterator[None]:
    """Write what comes until the end, and then what still waits; keep up with other nodes and new games."""
    writing = asyncio.create_task(parts.writer.run())
    parts.health.watch("writer", lambda: _still(writing))
    reading = [asyncio.create_task(each) for each in (parts.lobby.run(LOBBY_SECONDS), parts.neighbours.run())]
    try:
        yield
    finally:
        for task in reading:
            task.cancel()
        parts.writer.close()
        await _ended(writing)


async def _ended(writing: asyncio.Task[None]) -> None:
    """
    Wait until all that waits is written, or that takes too long; raises what the writer has ended with.

    By now nobody is answered any more, so whatever is left can be sent again.
    """
    await asyncio.wait([writing], timeout=LAST_SECONDS)
    if not writing.done():
        log.warning("the store does not answer; what waits is left to be sent again")
        writing.cancel()
        return
    await writing


async def _still(running: asyncio.Task[None]) -> None:
    """Raise where a task that should run has ended."""
    if running.done():
        raise RuntimeError("it has ended")


@asynccontextmanager
async def timing(parts: Parts) -> AsyncIterator[None]:
    """Time turns, see to games left lying and to keys, while calls are answered and no longer."""
    work = (
        parts.uptime.run(parts.deadlines),
        parts.timekeeper.run(),
        parts.keeper.run(),
        parts.expiry.run(),
        parts.locksmith.run(),
        parts.bots.run(),
    )
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                await parts.uptime.beat()
