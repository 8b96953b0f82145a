"""The time served: it rests while the service does, and nobody can set it."""

import pytest
from clocks import ByHand

from summitbook_service.store import SQLiteStore, StoreUnavailable
from summitbook_service.uptime import _BEATS, BEAT_SECONDS, SELDOM, Uptime

DAY = 86_400


@pytest.fixture
def store():
    made = SQLiteStore.in_memory()
    yield made
    made.close()


@pytest.fixture
def clock():
    return ByHand()


async def begin(store, clock):
    uptime = Uptime(store, clock)
    await uptime.start()
    return uptime


async def test_it_is_what_the_service_has_served(store, clock):
    """In milliseconds, from none on."""
    uptime = await begin(store, clock)
    clock.advance(1.5)

    assert uptime.served() == 1_500
    assert uptime.life == 1


async def test_it_rests_between_two_lives(store, clock):
    """A life goes on where the one before has ended, however long it was in between."""
    first = await begin(store, clock)
    clock.advance(100)
    await first.beat()
    clock.advance(3 * DAY)
    second = await begin(store, clock)
    clock.advance(1)

    assert (second.life, second.base, second.served()) == (2, 100_000, 101_000)


async def test_a_kill_costs_no_more_than_a_beat(store, clock):
    """A life that ended without a word has served as long as its last sign of life says."""
    await begin(store, clock)
    clock.advance(BEAT_SECONDS - 1)

    assert (await begin(store, clock)).served() == 0


@pytest.mark.parametrize("change", [{"hours": -1}, {"days": 1}, {"days": -400}])
async def test_nobody_can_set_it(store, clock, change):
    """Setting the computer's clock, in a life or between two, makes it neither jump nor run back."""
    uptime = await begin(store, clock)
    clock.advance(10)
    clock.set(**change)
    assert uptime.served() == 10_000

    await uptime.beat()
    clock.set(**change)
    assert (await begin(store, clock)).served() == 10_000


async def test_days_idle_are_days_served(store, clock):
    """From a date on, the days in which the service ran; those of down-times are left out."""
    date = clock.now()
    uptime = await begin(store, clock)
    clock.advance(2 * DAY)
    assert uptime.idle(date) == 2

    for _ in range(3):
        await uptime.beat()
        clock.advance(30 * DAY)
        uptime = await begin(store, clock)
        clock.advance(DAY)
    assert uptime.idle(date) == 5


async def test_a_date_within_a_down_time_counts_from_its_end(store, clock):
    """What is dated while nothing ran, by whatever clock, is idle from the next life on."""
    uptime = await begin(store, clock)
    await uptime.beat()
    clock.advance(10 * DAY)
    date = clock.now()
    clock.advance(10 * DAY)
    uptime = await begin(store, clock)
    clock.advance(DAY)

    assert uptime.idle(date) == 1


async def test_setting_the_clock_makes_nothing_idle(store, clock):
    """A date of this life is as old as it is, or not old at all, whatever the clock says now."""
    uptime = await begin(store, clock)
    date = clock.now()
    clock.set(days=400)
    assert uptime.idle(date) == 0
    assert uptime.idle(clock.now()) == 0

    clock.set(days=-800)
    clock.advance(DAY)
    assert uptime.idle(date) == 1


@pytest.mark.parametrize(("timed", "beats"), [([], 1), (["a game"], SELDOM)])
async def test_beats_are_seldom_while_no_turn_is_timed(store, clock, timed, beats, monkeypatch):
    """An hour leaves a beat a minute while a turn is timed, and one where none is."""
    uptime = await begin(store, clock)
    seconds = iter([BEAT_SECONDS] * SELDOM)

    async def sleep(asked):
        clock.advance(next(seconds))

    monkeypatch.setattr(clock, "sleep", sleep)
    with pytest.raises(RuntimeError):
        await uptime.run(timed)
    assert len(await store.read(_BEATS)) == 1 + beats


async def test_a_beat_that_cannot_be_written_is_left_out(store, clock, monkeypatch):
    """A full disk stops no clock; the next beat that can be written says all there is to say."""
    uptime = await begin(store, clock)

    async def full(rows):
        raise StoreUnavailable("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        await uptime.beat()
    clock.advance(5)
    await uptime.beat()

    assert (await begin(store, clock)).base == 5_000
