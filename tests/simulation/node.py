"""One node of the service: its parts as the server puts them together, its clients' calls, its deaths."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from summitbook_domain.refusal import Refused
from summitbook_service.clock import Clock
from summitbook_service.editions import Editions
from summitbook_service.errors import Problem, Unavailable
from summitbook_service.handlers import GameService
from summitbook_service.keys import Bearer, Keys
from summitbook_service.rpc import Caller
from summitbook_service.settings import Settings
from summitbook_service.store import StoreUnavailable
from summitbook_service.working import working

from .disk import Disk, Faults, SharedStore, Store
from .loop import OWNER

SETTINGS = Settings(data=Path("nowhere"), cached_games=1, linger=0.01, heartbeat=3_600.0)
"""Hardly a cache, so that games come and go; a heartbeat so seldom that it makes up for no bell."""
KINDS = ("master", "signing", "token")
GRACE = 5.0
BEGINNING = datetime(1924, 6, 8, tzinfo=UTC)


class Broken(Exception):
    """The connection is gone; what became of the call nobody knows."""


class Stopped(Broken):
    """The node was told to stop when each stream of the store had gone so far."""

    def __init__(self, recorded: dict[UUID, int]) -> None:
        super().__init__("stopped")
        self.recorded = recorded


class WentAway(Broken):
    """The client hung up."""


class Fault(Exception):
    """The service broke a promise."""


class VirtualClock(Clock):
    """The loop's time."""

    def now(self) -> str:
        """A date that goes with the loop's time."""
        at = BEGINNING + timedelta(seconds=self.monotonic())
        return at.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"

    def monotonic(self) -> float:
        """Seconds since the beginning."""
        return asyncio.get_running_loop().time()


@cache
def _keys() -> Keys:
    """The same keys in every run, so that the dice fall the same."""
    with TemporaryDirectory() as place:
        for number, kind in enumerate(KINDS, 1):
            ring = Path(place) / kind
            ring.mkdir()
            (ring / f"{kind}.key").write_text(bytes([number] * 32).hex())
        return Keys.open(Path(place), token_hours=1)


class Life:
    """From one start of a node to its end; `dead` ends all work that belongs to it, in the middle."""

    def __init__(self) -> None:
        self.dead = False
        self.context = copy_context()
        self.context.run(OWNER.set, self)
        self.calls: dict[asyncio.Future[Any], None] = {}
        self.recorded: dict[UUID, int] = {}
        """How far each stream of the store went when the node was told to stop."""


class Node:
    """One node on the disk; it may share the disk with others."""

    def __init__(self, name: str, disk: Disk, faults: Faults, luck: Random, *, alone: bool) -> None:
        self.name = name
        self._kind = Store if alone else SharedStore
        self._disk = disk
        self._faults = faults
        self._luck = luck
        self._life: Life | None = None

    @property
    def up(self) -> bool:
        """Whether it answers calls."""
        return self._life is not None

    async def start(self) -> None:
        """Begin a life on what is on the disk."""
        life = Life()
        store = self._kind(self._disk, self._faults, self._luck, lambda: self._end(life))
        await self._in(life, self._open(store))
        if life.dead:
            raise Broken("crash")
        self._life = life

    async def _open(self, store: Store) -> None:
        self._stack = AsyncExitStack()
        at_work = working(SETTINGS, store, _keys(), Editions(), VirtualClock())
        self.parts = await self._stack.enter_async_context(at_work)
        self._handlers = GameService(self.parts)

    def crash(self) -> None:
        """Lose all memory, now."""
        if self._life:
            self._end(self._life)

    def _end(self, life: Life) -> None:
        life.dead = True
        if self._life is life:
            self._life = None
        for call in list(life.calls):
            if not call.done():
                call.set_exception(Broken("crash"))

    async def stop(self) -> None:
        """Stop in order: tell the streams, let calls end for a while, write what waits."""
        life, self._life = self._life, None
        if life is None:
            return
        try:
            life.recorded = {stream: max(rows) for stream, rows in self._disk.streams.items() if rows}
            self.parts.bell.stop()
            await _wait(life.calls)
            await self._in(life, self._stack.aclose())
        finally:
            self._end(life)

    async def call(self, method: str, request: Any, bearer: Bearer | None = None) -> Any:
        """Answer one call; raises Refused, a Problem, Broken, or Fault for what is no answer."""
        if self._life is None:
            raise Broken("nobody there")
        caller = Caller(bearer, str, lambda: bearer)
        return await self._in(self._life, self._answer(method, request, caller))

    async def _answer(self, method: str, request: Any, caller: Caller) -> Any:
        """As the door does it."""
        if "command_id" in request.DESCRIPTOR.fields_by_name:
            await self.parts.gate.come()
        return await getattr(self._handlers, method)(request, caller)

    async def stream(
        self, method: str, request: Any, bearer: Bearer | None = None
    ) -> AsyncGenerator[Any, None]:
        """The items of one call, read one by one; raises as `call` does, after the last item, or Stopped."""
        life = self._life
        if life is None:
            raise Broken("nobody there")
        line: asyncio.Queue[Any] = asyncio.Queue(maxsize=1)
        items = getattr(self._handlers, method)(request, Caller(bearer, str, lambda: bearer))
        sending = asyncio.ensure_future(self._in(life, _send(items, line)))
        try:
            while (item := await _next(line, sending)) is not None:
                yield item
        except Unavailable as error:
            raise (Stopped(life.recorded) if error.reason == "SHUTTING_DOWN" else error) from None
        finally:
            sending.cancel()

    async def _in(self, life: Life, work: Any) -> Any:
        """Do some work of a node; its answer reaches whoever waits unless the node dies before."""
        if life.dead:
            work.close()
            raise Broken("crash")
        loop = asyncio.get_running_loop()
        answer = loop.create_future()
        task = loop.create_task(work, context=life.context.copy())
        task.add_done_callback(lambda done: _pass_on(done, answer))
        life.calls[answer] = None
        try:
            return await answer
        except asyncio.CancelledError:
            task.cancel()
            raise
        finally:
            life.calls.pop(answer, None)


async def _wait(calls: dict[asyncio.Future[Any], None]) -> None:
    if calls:
        await asyncio.wait(calls.copy(), timeout=GRACE)


async def _send(items: Any, line: asyncio.Queue[Any]) -> None:
    async with aclosing(items):
        async for item in items:
            await line.put(item)


async def _next(line: asyncio.Queue[Any], sending: asyncio.Future[None]) -> Any:
    """The next item, or None at the end; raises what the stream ended with."""
    getting = asyncio.ensure_future(line.get())
    await asyncio.wait({getting, sending}, return_when=asyncio.FIRST_COMPLETED)
    if getting.done():
        return getting.result()
    getting.cancel()
    return line.get_nowait() if line.qsize() else sending.result()


def _pass_on(task: asyncio.Task[Any], answer: asyncio.Future[Any]) -> None:
    """Tell the caller how it ended, in the words of the wire."""
    if task.cancelled():
        answer.cancel()
    elif (error := task.exception()) and not answer.done():
        answer.set_exception(_told(error))
    elif not answer.done():
        answer.set_result(task.result())


def _told(error: BaseException) -> BaseException:
    if isinstance(error, Problem | Refused):
        return error
    if isinstance(error, StoreUnavailable):
        return Unavailable("STORE_UNAVAILABLE", str(error))
    fault = Fault(f"a call ended with {error!r}")
    fault.__cause__ = error
    return fault
