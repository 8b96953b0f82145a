"""Work done side by side, in processes of its own that outlive nobody."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import TypeVar

from .problem import Problem

T = TypeVar("T")
AHEAD = 4
"""So many pieces of work a process are handed over before the first of them is waited for."""


def in_order(handed: Iterable[Future[T]], jobs: int) -> Iterator[T]:
    """What comes of each, in the order in which they are handed over, which is not far ahead of it."""
    waiting: deque[Future[T]] = deque()
    for each in handed:
        waiting.append(each)
        if len(waiting) == jobs * AHEAD:
            yield waiting.popleft().result()
    for each in waiting:
        yield each.result()


@contextmanager
def workers(jobs: int, tell: Callable[[T], object], told: T) -> Iterator[ProcessPoolExecutor]:
    """
    Processes that live no longer than this block, or than this process, however either ends.

    In each, `tell` is called once with what is `told`. They are spawned: a fork would copy
    locks that other threads, such as a progress bar's, hold at that moment. Each watches one
    end of a pipe whose other end is here. Raises Problem where one is ended from outside.
    """
    context = get_context("spawn")
    watched, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(watched, tell, told))
    try:
        yield pool
    except BrokenProcessPool:
        why = "a process at work was ended from outside, perhaps for want of memory: try fewer --jobs"
        raise Problem("ENDED", why) from None
    finally:
        held.close()
        # One may end halfway through an answer, the rest of which is waited for while anybody could write it.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001 -- no other way
        pool.shutdown(cancel_futures=True)
        watched.close()


def _begin(watched: Connection, tell: Callable[[T], object], told: T) -> None:
    """An interrupt is for the process that waits for the work, which then ends this one."""
    tell(told)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(watched,), daemon=True).start()


def _end_with(watched: Connection) -> None:
    watched.poll(None)
    os._exit(0)
