"""Following a game: each record once, in order, from any number, whatever happens between."""

import asyncio
from uuid import UUID

import grpc
import pytest
from house import ABANDON, ADVANCE, ROLL, House, kind, refused, until

from summitbook.v1 import game_service_pb2 as games
from summitbook_domain.record import read
from summitbook_service import history
from summitbook_service.waiting import Word


def subscribe(house, game_id, after=0, **request):
    return house.games.Subscribe(games.SubscribeRequest(game_id=game_id, after=after, **request))


async def numbers(call, until=None):
    """The numbers of the records of a stream, up to one of them or to the end."""
    found = []
    async for item in call:
        found += [record.n for record in item.records.records]
        if until and found and found[-1] >= until:
            call.cancel()
            break
    return found


async def test_a_finished_game_is_sent_whole_and_ends_with_ok(house):
    """From 0 all records come, in order, and then the stream ends with OK."""
    game_id, token = await house.started()
    last = (await house.finish(game_id, token)).version
    call = subscribe(house, game_id)

    assert await numbers(call) == list(range(1, last + 1))
    assert await call.code() == grpc.StatusCode.OK


async def test_from_every_number_the_rest_is_sent(house):
    """Whatever number was seen last, exactly the records after it come; after the last one, none, with OK."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=3)
    last = (await house.finish(game_id, token)).version

    for after in range(last + 1):
        assert await numbers(subscribe(house, game_id, after)) == list(range(after + 1, last + 1))


@pytest.mark.parametrize("page", [1, 2, 3, 5])
async def test_pages_are_not_seen(house, monkeypatch, page):
    """However few rows are read at a time, the records of a command come together, and none is lost."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=3)
    await house.finish(game_id, token)
    whole = [item.records async for item in subscribe(house, game_id) if item.HasField("records")]

    monkeypatch.setattr(history, "PAGE", page)
    await house.restart()
    assert [item.records async for item in subscribe(house, game_id) if item.HasField("records")] == whole
    assert (await house.game(game_id)).version == whole[-1].records[-1].n
    assert (await house.export(game_id)).count(b"\n") == whole[-1].records[-1].n + 1


async def test_a_follower_who_joins_during_play_misses_and_repeats_nothing(house):
    """Followers who join at any moment of a running game see each record once, to the end."""
    game_id, token = await house.started()
    calls = []
    for _ in range(30):
        calls.append(asyncio.create_task(numbers(subscribe(house, game_id))))
        last = await house.play(game_id, token, turns=1)
        if (await house.game(game_id)).outcome:
            break
    else:
        last = (await house.finish(game_id, token)).version

    for seen in await asyncio.gather(*calls):
        assert seen == list(range(1, last + 1))


async def test_a_follower_goes_on_after_a_restart(house):
    """Calling again with the last number seen goes on without a gap or a repeat, across a restart."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=1)
    seen = await numbers(subscribe(house, game_id), until=5)
    await house.restart()
    await house.play(game_id, token, turns=1)
    seen += await numbers(subscribe(house, game_id, after=seen[-1]), until=7)
    last = (await house.finish(game_id, token)).version
    seen += await numbers(subscribe(house, game_id, after=seen[-1]))

    assert seen == list(range(1, last + 1))


@pytest.mark.parametrize("command", [ROLL, ABANDON], ids=["that goes on", "that closes"])
async def test_a_follower_may_be_ahead_of_the_answer(house, command):
    """Who was sent records that are stored, but not answered yet, goes on after them like anyone else."""
    game_id, token = await house.started()
    answer = asyncio.Event()
    acting = await stored_and_not_answered(house, house.act(game_id, token, command), answer)
    seen = (await house.follow(game_id))[-1].n
    assert seen > 4
    assert await house.follow(game_id, after=seen) == []
    with refused("OUT_OF_RANGE", "PAST_THE_END"):
        await house.follow(game_id, after=seen + 1)
    answer.set()
    assert (await acting).version == seen


async def stored_and_not_answered(house, command, answer):
    """A command on its way, its records stored, which is answered once `answer` is set."""
    stored, append = asyncio.Event(), house.parts.store.append

    async def slow(rows):
        await append(rows)
        stored.set()
        await answer.wait()

    house.parts.store.append = slow
    acting = asyncio.ensure_future(command)
    await stored.wait()
    return acting


async def test_a_stream_that_begins_at_the_stop_has_all_that_is_stored(house):
    """What is stored, but not answered yet when the service is told to stop, is sent before the end."""
    game_id, token = await house.started()
    answer = asyncio.Event()
    acting = await stored_and_not_answered(house, house.act(game_id, token, ROLL), answer)
    house.parts.bell.stop()
    call = subscribe(house, game_id, after=4)
    assert [record.n for record in (await call.read()).records.records] == [5]
    with refused("UNAVAILABLE", "SHUTTING_DOWN"):
        await call.read()
    answer.set()
    await acting


async def test_one_who_is_ahead_does_not_answer_for_those_behind(house):
    """Where nothing is new to one follower, another who has seen less is not left waiting."""
    game_id, _ = await house.started()
    live = await house.parts.desk.find(UUID(game_id))
    with house.parts.followers.at(live.tip.table.game, live.game_id, tip=2) as feed:
        assert await feed.after(4) == []
        assert await feed.word(3) is Word.NEWS


async def test_records_come_as_they_are_stored(house):
    """A record has its typed event, its cause, and the very line of the store with the hash of the chain."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=2)
    records = await house.follow(game_id)
    lines = (await house.export(game_id)).splitlines()

    assert [record.line for record in records] == lines[: len(records)]
    for record in records:
        stored = read(record.line)
        assert (record.n, record.at, record.record_hash.hex()) == (stored.n, stored.at, stored.hash)
        assert kind(record.event).replace("_", "") == stored.type.lower()
        assert record.HasField("cause") == (b'"cause"' in record.line)
    acts = [record.cause for record in records if record.cause.HasField("act")]
    assert [cause.act for cause in acts[:2]] == [ROLL, ADVANCE]


async def test_the_records_of_one_command_come_together(house):
    """An item has all records of one command, so that no one sees half of one."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    sizes = [
        len(item.records.records) async for item in subscribe(house, game_id) if item.HasField("records")
    ]

    assert sizes == [1, 3, 3]


async def test_a_command_seen_in_part_is_completed(house):
    """After a number in the midst of a command, the rest of it comes."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    (item,) = [item async for item in subscribe(house, game_id, after=6) if item.HasField("records")]

    assert [record.n for record in item.records.records] == [7]


async def test_caught_up_says_how_far(house):
    """When there is nothing newer the stream says so, once, with the version seen."""
    game_id, token = await house.started()
    call = subscribe(house, game_id)
    items = [await call.read() for _ in range(3)]
    await house.act(game_id, token, ROLL)
    items += [await call.read() for _ in range(2)]
    call.cancel()

    assert [item.WhichOneof("item") for item in items] == [
        "records",
        "records",
        "caught_up",
        "records",
        "caught_up",
    ]
    assert [item.version for item in items] == [1, 4, 4, 5, 5]


async def test_a_quiet_game_sends_heartbeats(tmp_path):
    """While nothing is recorded a heartbeat comes again and again, with the version seen."""
    async with House(tmp_path, heartbeat=0.02) as house:
        call = subscribe(house, await house.create(), after=1)
        items = [await call.read() for _ in range(4)]
        call.cancel()
    assert [item.WhichOneof("item") for item in items] == ["caught_up", "heartbeat", "heartbeat", "heartbeat"]
    assert {item.version for item in items} == {1}


async def test_a_lost_bell_costs_no_record(tmp_path):
    """Where the bell is not heard, the slow poll finds the records all the same."""
    async with House(tmp_path, heartbeat=0.02) as house:
        house.parts.bell.ring = lambda _: None
        game_id, token = await house.started()
        call = subscribe(house, game_id, after=4)
        assert (await call.read()).WhichOneof("item") == "caught_up"
        await house.act(game_id, token, ROLL)
        while (item := await call.read()).WhichOneof("item") == "heartbeat":
            pass
        call.cancel()
    assert [record.n for record in item.records.records] == [5]


@pytest.mark.parametrize("after", [0, 3, 4, 6])
async def test_the_view_is_that_after_each_command(house, after):
    """On request each item has the view as its command left it; before the start there is none."""
    game_id, token = await house.started()
    views = {4: (await house.games.GetGame(games.GetGameRequest(game_id=game_id))).view}
    for command in (ROLL, ADVANCE):
        answer = await house.act(game_id, token, command, want_view=True)
        views[answer.version] = answer.view
    call = subscribe(house, game_id, after, want_view=True)
    items = []
    async for item in call:
        if not item.HasField("records"):
            break
        items.append(item)
    call.cancel()

    for item in items:
        assert item.records.HasField("view") == (item.version in views)
        if item.version in views:
            assert item.records.view == views[item.version]
    assert {item.version for item in items} == {n for n in (1, *views) if n > after}


async def test_views_are_only_sent_when_asked_for(house):
    """Without `want_view` no item has a view."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    assert not [item async for item in subscribe(house, game_id) if item.records.HasField("view")]


async def test_a_stopping_service_ends_streams_after_their_last_record(tmp_path):
    """At the stop a stream ends with UNAVAILABLE, and what was recorded before has been sent."""
    house = House(tmp_path)
    await house.__aenter__()
    game_id, token = await house.started()
    call = subscribe(house, game_id)
    seen = asyncio.create_task(numbers(call))
    await house.play(game_id, token, turns=1)
    version = (await house.game(game_id)).version
    house.parts.bell.stop()

    with refused("UNAVAILABLE", "SHUTTING_DOWN"):
        await seen
    assert version >= 6
    await house.__aexit__()


async def test_every_stream_ends_in_order_at_the_stop(tmp_path):
    """However many streams are open, each has had its records when the stop ends it with UNAVAILABLE."""
    async with House(tmp_path) as house:
        game_id, _ = await house.started()
        calls = [subscribe(house, game_id) for _ in range(100)]
        for call in calls:
            while not (await call.read()).HasField("caught_up"):
                pass
        await house.stop()
        for call in calls:
            with refused("UNAVAILABLE", "SHUTTING_DOWN"):
                await call.read()


async def test_a_cancelled_stream_leaves_nothing_behind(house):
    """When its caller goes away a subscription is counted no more and listens no more."""
    game_id = await house.create()
    calls = [subscribe(house, game_id) for _ in range(20)]
    for call in calls:
        await call.read()
    assert house.parts.followers.open.inside == 20
    for call in calls:
        call.cancel()
    await until(lambda: house.parts.followers.open.inside == 0)
    assert house.parts.bell._listeners == {}


async def test_a_game_that_is_not_cached_is_followed_the_same(tmp_path):
    """A game that was put out of memory is found again, for followers and for commands."""
    async with House(tmp_path, cached_games=1) as house:
        first, second = await house.started(), await house.started()
        for _ in range(2):
            for game_id, token in (first, second):
                await house.act(game_id, token, ROLL)
                await house.act(game_id, token, ADVANCE)
        assert len(house.parts.desk._games) == 1
        for game_id, _ in (first, second):
            records = await house.follow(game_id)
            assert [record.n for record in records] == list(range(1, len(records) + 1))
            assert len(records) >= 8
