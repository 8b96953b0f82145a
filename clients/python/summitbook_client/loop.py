"""An event loop in a thread of its own, for those who wait: docs/decisions/0019."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Loop:
    """Does for other threads, between `start` and `stop`, what has to be awaited."""

    def __init__(self) -> None:
        self._started = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._until_stopped()), name="summitbook-client", daemon=True
        )

    def start(self) -> None:
        """Begin to run."""
        self._thread.start()
        self._started.wait()

    def stop(self) -> None:
        """End what is still being done, and wait for the end."""
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()

    async def _until_stopped(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self._started.set()
        await self._stopping.wait()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """
        Have this done; what it answers or raises.

        Whatever ends the waiting, such as Ctrl-C, ends the work too. Raises RuntimeError
        where the loop would wait for itself, for that would be for ever, and where it does
        not run.
        """
        try:
            self._must_run_elsewhere()
        except RuntimeError:
            work.close()
            raise
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        finally:
            future.cancel()

    def each(self, items: AsyncGenerator[T, None]) -> Generator[T, None, None]:
        """Wait for one item after the other."""
        left = _Left(items)
        try:
            while True:
                try:
                    yield self.wait(left.next())
                except StopAsyncIteration:
                    return
        finally:
            # Not waited for, since whoever drops the generator may be the loop itself, collecting garbage.
            if self._thread.is_alive():
                asyncio.run_coroutine_threadsafe(left.close(), self._loop)

    def _must_run_elsewhere(self) -> None:
        if not self._thread.is_alive():
            raise RuntimeError("the client is not open: call it inside `with`")
        if threading.current_thread() is self._thread:
            raise RuntimeError("on_wait, on_answer and on_receipt must not call the client that calls them")


class _Left(Generic[T]):
    """The items of a stream that are still to come."""

    def __init__(self, items: AsyncGenerator[T, None]) -> None:
        self._items = items
        self._asking: asyncio.Task[Any] | None = None

    async def next(self) -> T:
        self._asking = asyncio.current_task()
        return await anext(self._items)

    async def close(self) -> None:
        """End the stream, once nobody waits for its next item any more."""
        if self._asking:
            await asyncio.wait((self._asking,))
        await self._items.aclose()
