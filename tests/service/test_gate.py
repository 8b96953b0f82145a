"""The gate: who waits for whom, who does not, and in which order all come in."""

import asyncio
from functools import partial
from types import SimpleNamespace

import pytest

from summitbook_service import gate
from summitbook_service.gate import Gate
from summitbook_service.writer import LARGEST_BATCH


class Door(Gate):
    """A gate, who has come in by it, and how many each time it opened."""

    def __init__(self, *, linger=60.0):
        super().__init__(linger=linger)
        self.came_in, self.opened = [], []

    def call(self, name):
        """Come to the gate."""
        return asyncio.create_task(self._call(name))

    async def together(self, count):
        """So many come to the gate at once; wait until all are in."""
        await asyncio.gather(*map(self.call, range(count)))

    async def _call(self, name):
        await self.come()
        self.came_in.append(name)

    async def _gather(self, behind):
        await super()._gather(behind)
        self.opened.append(1 + len(behind))


@pytest.fixture
def door():
    return Door()


@pytest.fixture
def glances(monkeypatch):
    """How often the gate stayed shut with nobody there, and what is done `then`, one thing each time."""
    glances, sleep = SimpleNamespace(had=0, then=[]), asyncio.sleep

    async def noted(seconds):
        if seconds:
            glances.had += 1
            if glances.then:
                glances.then.pop(0)()
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)
    return glances


async def test_who_comes_alone_does_not_wait(door, glances):
    """Where commands come alone, none waits for others."""
    for _ in range(5):
        await door.call("alone")
    assert (door.opened, glances.had) == ([1] * 5, 0)


async def test_who_comes_together_is_let_in_together(door, glances):
    """Commands that are there at once come in at once, in the order in which they came."""
    await door.together(20)
    assert (door.opened, door.came_in, glances.had) == ([20], [*range(20)], 0)


async def test_less_than_half_of_a_crowd_waits_for_more(door, glances):
    """Of those who came together lately others are on their way: they are waited for while somebody comes."""
    await door.together(8)
    glances.then = [partial(door.call, "second"), partial(door.call, "third")]
    await door.call("first")
    await asyncio.sleep(0)
    assert (door.opened, door.came_in[8:]) == ([8, 3], ["first", "second", "third"])
    assert glances.had == 3, "the last time nobody came"


async def test_half_of_a_crowd_waits_for_nobody(door, glances):
    """While these are done, the other half has time to come."""
    await door.together(8)
    await door.together(4)
    assert (door.opened, glances.had) == ([8, 4], 0)


async def test_a_crowd_that_has_gone_is_forgotten(door, glances):
    """Who is left alone waits for a crowd a few times more, and then no longer."""
    await door.together(64)
    waited = []
    for _ in range(40):
        before = glances.had
        await door.call("alone")
        waited.append(glances.had > before)
    left = waited.index(False)
    assert 0 < left < 25
    assert not any(waited[left:])


async def test_nobody_waits_for_ever(monkeypatch):
    """Somebody may come each moment: the gate opens once the first has waited for long enough."""
    door, sleep, now = Door(linger=0.5), asyncio.sleep, 0.0

    async def passing(seconds):
        nonlocal now
        now += 0.01
        door.call(now)
        await sleep(seconds)

    monkeypatch.setattr(gate, "perf_counter", lambda: now)
    monkeypatch.setattr(asyncio, "sleep", passing)
    await door.call(0)
    assert 50 < door.opened[0] < 54


async def test_as_many_as_one_commit_takes_wait_for_nobody(door, glances):
    """However many came lately: what does not fit into one commit need not come together."""
    await door.together(3 * LARGEST_BATCH)
    await door.together(LARGEST_BATCH)
    assert (door.opened, glances.had) == ([3 * LARGEST_BATCH, LARGEST_BATCH], 0)


@pytest.mark.parametrize("gone", [0, 1, 2])
async def test_who_goes_away_keeps_nobody_waiting(door, gone):
    """A caller that hangs up at the gate is missed by nobody, the first no more than the last."""
    calls = [door.call(name) for name in range(3)]
    await asyncio.sleep(0)
    calls[gone].cancel()
    ended = await asyncio.gather(*calls, return_exceptions=True)
    assert door.came_in == [name for name in range(3) if name != gone]
    assert isinstance(ended[gone], asyncio.CancelledError)
    await door.call("later")
    assert door.came_in[-1] == "later"
