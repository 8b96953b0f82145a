"""Many followers of one game: they cost little more than one, and none of them costs the others anything."""

import asyncio
from contextlib import asynccontextmanager
from uuid import UUID

import pytest
from house import ABANDON, House, until

from summitbook.v1 import game_service_pb2 as games
from summitbook_service import followers, game_feed
from summitbook_service.followers import Quiet
from summitbook_service.store import SQLiteStore, StoreUnavailable


class Counting:
    """A store that counts how often a log is read, and can be slow about it or fail."""

    def __init__(self, inner) -> None:
        self.inner, self.reads, self.slow, self.failing = inner, 0, False, 0

    async def read(self, stream, after=0, limit=None):
        """See `Store`."""
        self.reads += 1
        if self.slow:
            await asyncio.sleep(0.01)
        if self.failing:
            self.failing -= 1
            raise StoreUnavailable("not now")
        return await self.inner.read(stream, after, limit)

    def __getattr__(self, name):
        return getattr(self.inner, name)


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path, Counting(SQLiteStore.open(tmp_path))) as opened:
        yield opened


@asynccontextmanager
async def following(house, game_id, after=0):
    """A follower inside the service: a stream of what it would be sent."""
    live = await house.parts.desk.find(UUID(game_id))
    with house.parts.followers.at(live.shown.table.game, live.game_id, live.shown.head.n) as feed:
        follow = house.parts.followers.follow(feed, after, closed=False)
        yield follow
        await follow.aclose()


async def caught_up(follow):
    """The numbers of the records up to the moment when there are no more."""
    found = []
    async for item in follow:
        if item is Quiet.CAUGHT_UP:
            return found
        found += range(item.first, item.last + 1)
    return found


async def crowd(house, game_id, size):
    """So many subscriptions that have all caught up."""
    calls = [house.games.Subscribe(games.SubscribeRequest(game_id=game_id)) for _ in range(size)]
    await asyncio.gather(*map(to_the_tip, calls))
    return calls


async def to_the_tip(call):
    while not (await call.read()).HasField("caught_up"):
        pass


@pytest.mark.parametrize("slow", [False, True])
async def test_news_is_read_once_for_all(house, slow):
    """A command is read from the store once, however many follow, also where reading takes a while."""
    game_id, token = await house.started()
    calls = await crowd(house, game_id, 100)
    store = house.parts.store
    store.slow, store.reads = slow, 0
    await house.act(game_id, token)
    for call in calls:
        assert [record.n for record in (await call.read()).records.records] == [5]
    assert store.reads == 1


async def test_a_read_that_fails_costs_only_whoever_asked(house):
    """Where the store fails a follower, its stream ends with UNAVAILABLE; all others get the record."""
    game_id, token = await house.started()
    async with following(house, game_id) as first, following(house, game_id) as second:
        await caught_up(first)
        await caught_up(second)
        waiting = [asyncio.create_task(anext(each)) for each in (first, second)]
        await asyncio.sleep(0)
        house.parts.store.failing = 1
        await house.act(game_id, token)
        failed, told = await asyncio.gather(*waiting, return_exceptions=True)
    failed, told = (failed, told) if isinstance(failed, StoreUnavailable) else (told, failed)
    assert isinstance(failed, StoreUnavailable)
    assert told.first == 5


async def test_a_reader_who_goes_away_in_the_midst_leaves_the_news_to_others(house):
    """Where the follower who reads for all is cancelled meanwhile, the others read for themselves."""
    game_id, token = await house.started()
    async with following(house, game_id) as first, following(house, game_id) as second:
        await caught_up(first)
        await caught_up(second)
        waiting = [asyncio.create_task(anext(each)) for each in (first, second)]
        await asyncio.sleep(0)
        house.parts.store.slow = True
        await house.act(game_id, token)
        await until(lambda: house.parts.store.reads)
        waiting[0].cancel()
        assert (await waiting[1]).first == 5


async def test_a_slow_follower_is_paced_and_gets_everything(house, monkeypatch):
    """Who does not read on holds a few records at most, and later gets them all, in order."""
    monkeypatch.setattr(followers, "MOST_KEPT", 0)
    monkeypatch.setattr(game_feed, "READ_AHEAD", 4)
    game_id, token = await house.started()
    async with following(house, game_id) as slow:
        seen = [(await anext(slow)).last]
        await house.play(game_id, token, turns=9)
        last = (await house.game(game_id)).version
        (feed,) = house.parts.followers._feeds.values()
        assert feed._kept == {}
        house.parts.store.reads = 0
        seen += await caught_up(slow)
    assert seen == list(range(1, last + 1))
    assert house.parts.store.reads >= (last - 4) // 4


async def test_what_is_kept_for_followers_is_bounded(house, monkeypatch):
    """The newest records are kept for all, the oldest making room, and none without followers."""
    monkeypatch.setattr(followers, "MOST_KEPT", 3_000)
    game_id, token = await house.started()
    async with following(house, game_id) as follow:
        await caught_up(follow)
        for _ in range(3):
            await house.play(game_id, token, turns=3)
            await caught_up(follow)
            (feed,) = house.parts.followers._feeds.values()
            assert feed._size == sum(item.size for item in feed._kept.values()) <= 3_000
            assert max(item.last for item in feed._kept.values()) == (await house.game(game_id)).version
    assert house.parts.followers._feeds == {}


async def test_views_are_folded_once_for_all(house, monkeypatch):
    """Followers who ask for views share them, and each has the view after its own item."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=3)
    await house.act(game_id, token, ABANDON)
    folded = []
    evolve = game_feed.table_at.__globals__["evolve"]
    monkeypatch.setattr("summitbook_service.packed.evolve", lambda *args: folded.append(1) or evolve(*args))
    request = games.SubscribeRequest(game_id=game_id, want_view=True)
    streams = await asyncio.gather(*(everything(house, request) for _ in range(10)))
    assert all(stream == streams[0] for stream in streams)
    assert len(folded) == streams[0][-1].version


async def everything(house, request):
    return [item async for item in house.games.Subscribe(request)]


@pytest.mark.parametrize("how", ["cancelled", "channel closed", "closed game"])
async def test_who_has_gone_leaves_nothing_behind(house, how):
    """However streams end, no feed, no listener, no timer and no task of them is left."""
    game_id, token = await house.started()
    tasks = asyncio.all_tasks()
    calls = await crowd(house, game_id, 50)
    (feed,) = house.parts.followers._feeds.values()
    await until(lambda: len(feed.waiting) == 50)
    if how == "cancelled":
        for call in calls:
            call.cancel()
    elif how == "channel closed":
        await house.channel.close()
    else:
        await house.finish(game_id, token)
    await until(lambda: house.parts.followers.open.inside == 0)

    assert house.parts.followers._feeds == {}
    assert house.parts.bell._listeners == {}
    assert len(feed.waiting) == 0
    assert feed.waiting._timer.cancelled()
    await until(lambda: len(asyncio.all_tasks()) <= len(tasks) + len(calls))
