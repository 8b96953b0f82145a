"""Work that is done to its end, also where whoever asked for it has gone away."""

import asyncio
import gc

import pytest

from summitbook_service.unbroken import Unbroken


async def test_it_goes_on_where_nobody_waits_any_more():
    """Who gives up does not end it."""
    gate, ended = asyncio.Event(), asyncio.Event()

    async def work():
        await gate.wait()
        ended.set()

    asked = asyncio.create_task(Unbroken().do(work()))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.sleep(0)
    gate.set()
    await ended.wait()


async def test_what_fails_unheard_is_no_fault():
    """Nobody is left to be told, and nothing is logged as a fault of the service."""
    faults, gate = [], asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["message"]))

    async def work():
        await gate.wait()
        raise OSError("gone")

    unbroken = Unbroken()
    asked = asyncio.create_task(unbroken.do(work()))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    gate.set()
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    assert (faults, unbroken._under_way) == ([], set())
