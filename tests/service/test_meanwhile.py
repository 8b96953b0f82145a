"""Work in a thread while calls are answered."""

import asyncio
import sys
import threading

import pytest

from summitbook_service.meanwhile import SLICE_SECONDS, meanwhile


async def test_threads_take_turns_quickly_as_long_as_any_work_is_under_way():
    """Then as before: it is the whole process that has it so."""
    usual, go_on = sys.getswitchinterval(), threading.Event()
    assert usual > SLICE_SECONDS
    waiting = asyncio.create_task(meanwhile(go_on.wait, 30))
    assert await meanwhile(sys.getswitchinterval) == pytest.approx(SLICE_SECONDS)
    assert sys.getswitchinterval() == pytest.approx(SLICE_SECONDS)
    go_on.set()
    assert await waiting
    assert sys.getswitchinterval() == usual


async def test_so_it_is_after_work_that_failed():
    """What it raises comes out."""
    usual = sys.getswitchinterval()
    with pytest.raises(ZeroDivisionError):
        await meanwhile(divmod, 1, 0)
    assert sys.getswitchinterval() == usual
