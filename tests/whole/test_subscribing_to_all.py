"""Following all games at once: one order, each record once, whatever happens between."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from uuid import UUID

import pytest
from house import House, new_id, refused, until

from summitbook.v1 import game_service_pb2 as games
from summitbook_service import ledger
from summitbook_service.aside import Aside

TIMED = {"everest1924": {"turn_seconds": 600}}


def subscribe(house, after=""):
    return house.games.SubscribeAll(games.SubscribeAllRequest(after=after), metadata=house.operator)


async def items(call):
    """The items with records up to the moment when there is nothing newer."""
    found = []
    async for item in call:
        if item.HasField("caught_up"):
            call.cancel()
            break
        found.append(item)
    return found


async def some_games(house):
    """Games of every kind: with rows beside their logs and without, some open, some closed."""
    seats = [
        await house.started(**more)
        for more in ({}, {"options": TIMED}, {"seed": bytes(32)}, {"private": True})
        if not more.get("private")
    ]
    await house.create(private=True)
    for turn in range(3):
        for game_id, token in seats:
            await house.play(game_id, token, turns=1 + turn)
    await house.finish(*seats[0])
    return [game_id for game_id, _ in seats]


def lines(found):
    """The lines of each game, in the order in which they came."""
    told = defaultdict(list)
    for item in found:
        told[item.records.game_id] += [record.line for record in item.records.records]
    return dict(told)


async def stored(house):
    """The lines of each game as they are in the store."""
    notes = await house.parts.store.read_all(0, 100_000)
    logs = {note.row.stream for note in notes if note.row.topic == "GameCreated"}
    return {
        str(log): [note.row.line for note in notes if note.row.stream == log]
        for log in dict.fromkeys(note.row.stream for note in notes if note.row.stream in logs)
    }


async def test_every_record_comes_once_in_the_one_order(house):
    """All records of all games come, those of a command together, at rising positions, and nothing else."""
    await some_games(house)
    found = await items(subscribe(house))
    positions = [int(item.position) for item in found]

    assert lines(found) == await stored(house)
    assert positions == sorted(set(positions))
    for item in found:
        first, *rest = item.records.records
        assert first.HasField("cause")
        assert not any(record.HasField("cause") for record in rest)


async def test_a_record_is_as_subscribe_sends_it(house):
    """Typed event, cause, line and hash are those of the game's own stream."""
    game_id, *_ = await some_games(house)
    of_all = [
        item.records.records for item in await items(subscribe(house)) if item.records.game_id == game_id
    ]
    own = house.games.Subscribe(games.SubscribeRequest(game_id=game_id))

    assert [record for records in of_all for record in records] == [
        record async for item in own for record in item.records.records
    ]


@pytest.mark.parametrize("page", [1, 2, 3, 7])
async def test_from_every_position_the_rest_comes(house, monkeypatch, page):
    """From each position that was sent exactly the items behind it come, however few rows are read."""
    await some_games(house)
    whole = await items(subscribe(house))
    monkeypatch.setattr(ledger, "READ_AHEAD", page)
    await house.restart()
    assert await items(subscribe(house)) == whole
    for number in range(0, len(whole), 5):
        assert await items(subscribe(house, whole[number].position)) == whole[number + 1 :]


async def test_what_is_recorded_meanwhile_comes_as_it_is_recorded(house):
    """A follower who goes on over a restart and in the midst of play misses and repeats nothing."""
    found = []
    for _ in range(3):
        call = subscribe(house, found[-1].position if found else "")
        reading = asyncio.create_task(read_on(call, found))
        await some_games(house)
        call.cancel()
        await reading
        await house.restart()
    found += await items(subscribe(house, found[-1].position))
    assert lines(found) == await stored(house)


async def read_on(call, found):
    """Take items in until the call is cancelled."""
    with suppress(asyncio.CancelledError):
        async for item in call:
            found += [item] if item.HasField("records") else []


async def test_a_quiet_service_sends_heartbeats(tmp_path):
    """When there is nothing newer the stream says so, with the position, and then that it lives."""
    async with House(tmp_path, heartbeat=0.02) as house:
        call = subscribe(house)
        assert [(await call.read()).WhichOneof("item") for _ in range(3)] == [
            "caught_up", "heartbeat", "heartbeat",
        ]  # fmt: skip
        game_id = await house.create()
        while not (item := await call.read()).HasField("records"):
            pass
        assert item.records.game_id == game_id
        while not (quiet := await call.read()).HasField("heartbeat"):
            pass
        assert quiet.position == item.position


async def test_rows_beside_the_logs_are_read_once(house, monkeypatch):
    """However many rows there are that are no records, they are not read again for every news."""
    monkeypatch.setattr(ledger, "READ_AHEAD", 4)
    await house.parts.store.append([Aside(new_id()).row() for _ in range(100)])
    call, read_all, reads = subscribe(house), house.parts.store.read_all, []
    while not (await call.read()).HasField("caught_up"):
        pass

    async def counted(after, limit, topics=()):
        if not topics:
            reads.append(after)
        return await read_all(after, limit, topics)

    house.parts.store.read_all = counted
    await house.create()
    while not (await call.read()).HasField("records"):
        pass
    assert len(reads) <= 2


async def test_a_later_releases_game_comes_with_its_lines(house):
    """What this release cannot read is not left out: its line, number and hash are sent."""
    first = await house.create()
    (row,) = await house.parts.store.read(UUID(first))
    later, odd = new_id(), new_id()
    line = row.line.replace(b'"rules":1', b'"rules":9')
    await house.parts.store.append([row._replace(stream=UUID(later), line=line)])
    await house.parts.store.append([row._replace(stream=UUID(odd), line=b"no JSON")])
    last = await house.create()
    found = await items(subscribe(house))

    assert [item.records.game_id for item in found] == [first, later, odd, last]
    unknown, unreadable = (item.records.records[0] for item in found[1:3])
    assert (unknown.n, unknown.line, unknown.HasField("event")) == (1, line, False)
    assert unknown.record_hash
    assert (unreadable.n, unreadable.line) == (1, b"no JSON")


async def test_at_the_stop_it_ends_after_the_last_record(tmp_path):
    """The stream ends with UNAVAILABLE when the service stops, and what was recorded before has been sent."""
    async with House(tmp_path) as house:
        call = subscribe(house)
        await some_games(house)
        whole = await stored(house)
        seen = asyncio.create_task(everything(call))
        await house.stop()
        assert lines(await seen) == whole


async def everything(call):
    found = []
    with refused("UNAVAILABLE", "SHUTTING_DOWN"):
        async for item in call:
            found += [item] if item.HasField("records") else []
    return found


async def test_who_has_gone_leaves_nothing_behind(house):
    """After the last follower of all games nothing listens and nothing is kept for them."""
    calls = [subscribe(house) for _ in range(3)]
    for call in calls:
        await call.read()
    assert house.parts.followers.open.inside == 3
    for call in calls:
        call.cancel()
    await until(lambda: not house.parts.followers.open.inside)
    assert house.parts.followers._ledgers == {}
    assert house.parts.bell._listeners == {}
