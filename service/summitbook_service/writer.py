"""
One commit for many commands.

Whatever waits is stored by one append; then those who asked are told, then the bell
rings. It lingers for nobody: commands that come together were let in together, by the gate.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple
from uuid import UUID

import structlog

from .bell import Bell
from .errors import LimitReached, Unavailable
from .metrics import Metrics
from .store import Conflict, Row, Store, StoreUnavailable

LARGEST_BATCH = 256
"""How many commands one commit takes at most."""

log = structlog.get_logger()


class Pending(NamedTuple):
    """The rows of one command on their way to disk."""

    game_id: UUID
    rows: Sequence[Row]
    settle: Callable[[Exception | None], None]
    """Told, before anyone else can act, that the rows are stored (None) or why they are not."""
    done: asyncio.Future[None]
    """What the caller waits for, unless it has gone away, which does not undo the command."""

    def end(self, error: Exception | None = None) -> None:
        """Tell how it ended."""
        self.settle(error)
        if self.done.cancelled():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)
            # A caller who goes away just now leaves nobody to look at it, which is no fault to be logged.
            self.done.exception()


class Writer:
    """The one that appends to the store."""

    def __init__(self, store: Store, bell: Bell, *, queued: int, metrics: Metrics | None = None) -> None:
        self._store = store
        self._bell = bell
        self._queued = queued
        self._metrics = metrics or Metrics()
        self._waiting: list[Pending] = []
        self._some = asyncio.Event()
        self._closing = False
        self.failures = 0
        """How many appends the store could not carry out."""

    def put(
        self, game_id: UUID, rows: Sequence[Row], settle: Callable[[Exception | None], None]
    ) -> asyncio.Future[None]:
        """
        Queue the rows of one command; the future is done when they are on disk.

        It fails with Conflict or StoreUnavailable. Raises LimitReached or Unavailable.
        """
        self.admit()
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Pending(game_id, rows, settle, done))
        self._some.set()
        return done

    def admit(self) -> None:
        """Raise LimitReached or Unavailable where no command can be taken now."""
        if self._closing:
            raise Unavailable(
                "SHUTTING_DOWN", "the service is stopping; send it again with the same command id"
            )
        if len(self._waiting) >= self._queued:
            raise LimitReached("TOO_MANY_COMMANDS", "too many commands wait to be written; try again shortly")

    @property
    def waiting(self) -> int:
        """How many commands wait to be written."""
        return len(self._waiting)

    async def run(self) -> None:
        """Write until closed and nothing waits any more."""
        try:
            await self._run()
        except Exception as error:
            log.exception("the writer has ended; restart the service")
            self.close()
            waiting, self._waiting = self._waiting, []
            self._fail(waiting, StoreUnavailable(type(error).__name__))
            raise

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._some.clear()
                await self._some.wait()
                continue
            await self._gather()
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            await self._write(batch)

    def close(self) -> None:
        """Take no more; `run` ends once everything that waits is written."""
        self._closing = True
        self._some.set()

    async def _gather(self) -> None:
        """Give those who were let in together a round of the event loop to come as far as this."""
        await asyncio.sleep(0)

    async def _write(self, batch: Sequence[Pending]) -> None:
        """Append it all at once; where one game conflicts, the others without it."""
        try:
            await self._append(batch)
        except Conflict as conflict:
            await self._write_apart(batch, conflict)
        except StoreUnavailable as error:
            self._fail(batch, error)
        except Exception as error:  # noqa: BLE001 -- a fault of a store must not leave callers waiting for ever
            self._fail(batch, StoreUnavailable(type(error).__name__))

    async def _write_apart(self, batch: Sequence[Pending], conflict: Conflict) -> None:
        """Fail the game whose number is taken and write the rest; game by game where that is not known."""
        games = list(dict.fromkeys(pending.game_id for pending in batch))
        taken = {pending.game_id for pending in batch if _has(pending, conflict.stream)} or set(games)
        if len(taken) == 1:
            self._fail([pending for pending in batch if pending.game_id in taken], conflict)
            parts = [[game_id for game_id in games if game_id not in taken]]
        else:
            parts = [[game_id] for game_id in games]
        for part in filter(None, parts):
            await self._write([pending for pending in batch if pending.game_id in part])

    async def _append(self, batch: Sequence[Pending]) -> None:
        start = perf_counter()
        await self._store.append([row for pending in batch for row in pending.rows])
        took = perf_counter() - start
        self._metrics.committed(len(batch), took)
        for pending in batch:
            pending.end()
        self._bell.ring({pending.game_id for pending in batch})

    def _fail(self, batch: Iterable[Pending], error: Conflict | StoreUnavailable) -> None:
        """Fail these, and whatever was built on them and still waits."""
        games = {pending.game_id for pending in batch}
        built_on = [pending for pending in self._waiting if pending.game_id in games]
        self._waiting = [pending for pending in self._waiting if pending.game_id not in games]
        self._metrics.failed()
        self.failures += isinstance(error, StoreUnavailable)
        # Who was too late is decided afresh: no fault.
        level = logging.DEBUG if isinstance(error, Conflict) else logging.ERROR
        log.log(level, "append failed", error=type(error).__name__, reason=str(error), games=len(games))
        for pending in (*batch, *built_on):
            pending.end(error)
        # Some of it may be stored all the same, its answer lost: let who follows look.
        self._bell.ring(games)


def _has(pending: Pending, stream: UUID | None) -> bool:
    """Whether a command adds to this stream."""
    return any(row.stream == stream for row in pending.rows)
