"""One commit for many commands: what is stored together, who is told what, and in which order."""

import asyncio
from uuid import uuid4

import pytest
from house import until
from structlog.testing import capture_logs

from summitbook_service.bell import Bell
from summitbook_service.errors import LimitReached, Unavailable
from summitbook_service.store import Conflict, Row, StoreUnavailable
from summitbook_service.writer import Writer


class Desk:
    """A writer over a store that keeps each commit, or fails where it is told to."""

    def __init__(self, *, queued=100):
        self.commits, self.told, self.fails = [], [], {}
        self.bell = Bell()
        self.bell.ring = lambda games: self.told.append(("rung", frozenset(games)))
        self.writer = Writer(self, self.bell, queued=queued)

    async def append(self, rows):
        """Stand in for a store that takes its time."""
        await asyncio.sleep(0)
        for row in rows:
            if error := self.fails.get(row.stream):
                raise error
        self.commits.append([row.stream for row in rows])

    def put(self, game):
        """Queue one row of a game, and note when it is settled."""
        return self.writer.put(
            game, [Row(game, 1, "Told", b"")], lambda error: self.told.append((game, error))
        )


@pytest.fixture
async def desk():
    made = Desk()
    running = asyncio.create_task(made.writer.run())
    yield made
    made.writer.close()
    await running


async def test_what_waits_together_is_one_commit(desk):
    """Commands that are there at once are stored by one append, in the order they came."""
    games = [uuid4() for _ in range(20)]
    await asyncio.gather(*map(desk.put, games))
    assert desk.commits == [games]


async def test_a_commit_takes_a_bounded_number(desk):
    """However many wait, one commit takes no more than 256 commands; the rest follow."""
    desk.writer._queued = 1_000
    await asyncio.gather(*(desk.put(uuid4()) for _ in range(600)))
    assert [len(commit) for commit in desk.commits] == [256, 256, 88]


async def test_settled_then_answered_then_rung(desk):
    """First memory is told that the rows are on disk, then whoever waits, then the bell rings."""
    game = uuid4()
    await desk.put(game)
    assert desk.told == [(game, None), ("rung", {game})]


async def test_nothing_is_answered_before_it_is_stored(desk):
    """While the append has not come back, no caller has been answered and no bell has rung."""
    release = asyncio.Event()
    append = desk.append

    async def slow(rows):
        await release.wait()
        await append(rows)

    desk.append = slow
    done = desk.put(uuid4())
    for _ in range(20):
        await asyncio.sleep(0)
    assert (done.done(), desk.told) == (False, [])
    release.set()
    await done


@pytest.mark.parametrize("known", [True, False])
async def test_a_conflict_of_one_game_is_no_one_elses(desk, known):
    """Of a batch that conflicts only the game in conflict fails, with all it sent; the others are stored."""
    good, bad, other = uuid4(), uuid4(), uuid4()
    desk.fails[bad] = Conflict("taken", bad if known else None)
    ended = await asyncio.gather(*map(desk.put, (good, bad, other, bad)), return_exceptions=True)

    assert [type(each) for each in ended] == [type(None), Conflict, type(None), Conflict]
    assert desk.commits == ([[good, other]] if known else [[good], [other]])
    assert [error for game, error in desk.told if game == good] == [None]


@pytest.mark.parametrize(("error", "level"), [(Conflict(), "debug"), (StoreUnavailable("full"), "error")])
async def test_only_a_fault_is_logged_as_one(desk, error, level):
    """A store that fails is an error; a command that another was faster than is none, it is asked again."""
    game = uuid4()
    desk.fails[game] = error
    with capture_logs() as logged, pytest.raises(type(error)):
        await desk.put(game)
    assert [line["log_level"] for line in logged] == [level]


async def test_a_store_that_fails_fails_the_batch(desk):
    """Where the store cannot be written all of the batch fail alike."""
    games = [uuid4() for _ in range(3)]
    desk.fails[games[1]] = StoreUnavailable("disk full")
    ended = await asyncio.gather(*map(desk.put, games), return_exceptions=True)

    assert {type(each) for each in ended} == {StoreUnavailable}
    assert [type(error) for _, error in desk.told[:3]] == [StoreUnavailable] * 3


async def test_a_failed_append_is_looked_for(desk):
    """The bell rings for a failed batch too: it may be stored all the same, or another hand was faster."""
    game = uuid4()
    desk.fails[game] = StoreUnavailable("connection lost")
    with pytest.raises(StoreUnavailable):
        await desk.put(game)
    assert desk.told[-1] == ("rung", {game})


async def test_a_fault_of_the_store_keeps_nobody_waiting(desk):
    """Whatever a store raises, callers are answered and the writer goes on."""
    bad, good = uuid4(), uuid4()
    desk.fails[bad] = RuntimeError("a fault")
    with pytest.raises(StoreUnavailable):
        await desk.put(bad)
    await desk.put(good)
    assert desk.commits == [[good]]


async def test_what_came_after_a_failed_command_of_its_game_fails_with_it(desk):
    """A command queued while an earlier one of its game was failing is not stored; another game's is."""
    game, other = uuid4(), uuid4()
    desk.fails[game] = StoreUnavailable("disk full")
    later = []
    append = desk.append

    async def failing(rows):
        if not later:
            later.extend(map(desk.put, (game, other)))
        await append(rows)

    desk.append = failing
    with pytest.raises(StoreUnavailable):
        await desk.put(game)
    with pytest.raises(StoreUnavailable):
        await later[0]
    await later[1]
    assert desk.commits == [[other]]


async def test_memory_is_told_of_a_failure_before_anyone_can_build_on_it(desk):
    """When a failed command's caller wakes up, everything that was built on it has been settled too."""
    game = uuid4()
    desk.fails[game] = StoreUnavailable("disk full")
    first, second = desk.put(game), desk.put(game)
    with pytest.raises(StoreUnavailable):
        await first
    assert [told[0] for told in desk.told[:2]] == [game, game]
    with pytest.raises(StoreUnavailable):
        await second


async def test_a_caller_who_goes_away_undoes_nothing(desk):
    """A command whose caller was cancelled is stored and settled like any other."""
    game = uuid4()
    desk.put(game).cancel()
    await until(lambda: desk.commits)
    assert desk.commits == [[game]]
    assert desk.told[0] == (game, None)


async def test_the_queue_is_bounded():
    """When as many wait as may, the next one is refused instead of making the queue longer."""
    desk = Desk(queued=2)
    waiting = [desk.put(uuid4()) for _ in range(2)]
    with pytest.raises(LimitReached):
        desk.put(uuid4())
    assert len(desk.writer._waiting) == 2
    running = asyncio.create_task(desk.writer.run())
    await asyncio.gather(*waiting)
    desk.writer.close()
    await running


async def test_a_closing_writer_writes_what_waits_and_takes_no_more():
    """At the close what waits is stored and answered; a later command is Unavailable."""
    desk = Desk()
    waiting = [desk.put(uuid4()) for _ in range(3)]
    desk.writer.close()
    with pytest.raises(Unavailable):
        desk.put(uuid4())
    await desk.writer.run()
    await asyncio.gather(*waiting)
    assert sum(map(len, desk.commits)) == 3
