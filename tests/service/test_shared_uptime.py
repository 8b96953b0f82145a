"""The time that several nodes serve together; what the database adds up is tested in tests/store."""

import pytest
from clocks import ByHand

from summitbook_service.store import SQLiteStore, StoreUnavailable, Tick
from summitbook_service.uptime import BEAT_SECONDS, LONGEST_TICK, SharedUptime

DAY = 86_400


class Shared:
    """A database in memory, whose clock is that of the test."""

    def __init__(self, clock):
        self.clock, self.rows = clock, SQLiteStore.in_memory()
        self.ms, self.at, self.ticked = 0, clock.now(), clock.monotonic()
        self.lost = False

    async def tick(self, mine):
        """Add what was served since the last tick, or be lost."""
        if self.lost:
            raise StoreUnavailable("lost")
        now, before = self.clock.monotonic(), self.at
        self.ms += min(mine, int((now - self.ticked) * 1000))
        self.at, self.ticked = self.clock.now(), now
        return Tick(self.ms, before, self.at)

    def __getattr__(self, name):
        return getattr(self.rows, name)


@pytest.fixture
def clock():
    return ByHand()


@pytest.fixture
def shared(clock):
    made = Shared(clock)
    yield made
    made.rows.close()


async def begin(shared, clock):
    uptime = SharedUptime(shared, clock)
    await uptime.start()
    return uptime


async def serve(clock, seconds, *nodes):
    """Let so many seconds pass, with a tick of each of these nodes in each."""
    for _ in range(seconds):
        clock.advance(1)
        for node in nodes:
            await node.beat()


async def test_all_nodes_have_served_the_same(shared, clock):
    """What two nodes serve at the same time counts once, and a third that joins knows it at once."""
    one, other = await begin(shared, clock), await begin(shared, clock)
    await serve(clock, 10, one, other)
    third = await begin(shared, clock)

    assert [each.served() for each in (one, other, third)] == [10_000] * 3


async def test_it_runs_while_any_node_serves(shared, clock):
    """When one node goes and another stays, not a moment is lost."""
    one, other = await begin(shared, clock), await begin(shared, clock)
    await serve(clock, 5, one, other)
    await serve(clock, 5, other)

    assert other.served() == 10_000


async def test_it_rests_while_no_node_serves(shared, clock):
    """From the last tick of the last node to the first of the next nothing is served and no game idle."""
    one = await begin(shared, clock)
    await serve(clock, 5, one)
    idle_since = clock.now()
    clock.advance(3 * DAY)
    other = await begin(shared, clock)

    assert other.served() == 5_000
    assert other.idle(idle_since) == pytest.approx(0, abs=1e-9)


async def test_it_rests_while_the_database_is_lost(shared, clock):
    """A node goes on by its own clock for a moment, then waits until the database is back."""
    one = await begin(shared, clock)
    await serve(clock, 10, one)
    shared.lost = True
    await serve(clock, 2 * BEAT_SECONDS, one)
    assert one.served() == 10_000 + LONGEST_TICK

    shared.lost = False
    await serve(clock, 1, one)
    assert one.served() == 10_000 + LONGEST_TICK
    await serve(clock, 10, one)
    assert one.served() == 20_000


async def test_it_never_goes_back(shared, clock):
    """Whatever the database says, a node's time served is never less than it was."""
    one = await begin(shared, clock)
    await serve(clock, 10, one)
    shared.ms = 3_000
    await serve(clock, 1, one)

    assert one.served() == 10_000


async def test_a_silence_is_written_down_once(shared, clock):
    """Of two nodes that begin after a silence one writes it down, and both leave it out of what is idle."""
    first = await begin(shared, clock)
    await serve(clock, 1, first)
    idle_since = clock.now()
    clock.advance(DAY)
    nodes = [await begin(shared, clock) for _ in range(2)]
    await serve(clock, 1, *nodes)

    assert [each.idle(idle_since) for each in nodes] == pytest.approx([1 / DAY] * 2)
