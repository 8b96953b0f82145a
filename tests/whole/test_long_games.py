"""Long games, and many of them: what they cost does not grow with what is past."""

from collections import deque
from collections.abc import Sized

from house import ADVANCE, ROLL, House, bearer, new_id

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_domain.replay import audit
from summitbook_service import live
from summitbook_service.handlers import replays as handler
from summitbook_service.keys import keys, verify
from summitbook_service.limits import Pace

ANY_CLIENT = 4 * 1024 * 1024
"""The longest message that a client takes unless it is told otherwise, in bytes."""


async def begun(house, rounds):
    """A game in play, before whose start somebody sat down and stood up so often; and its first seat."""
    game_id = await house.create_roped(seats=2)
    for _ in range(rounds):
        token = await house.take_seat(game_id)
        leaving = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
        await house.games.LeaveSeat(leaving, metadata=bearer(token))
    token = await house.take_seat(game_id)
    await house.take_seat(game_id)
    return game_id, token


async def test_a_long_game_is_followed_shown_and_exported_in_bounded_parts(house, monkeypatch):
    """However long a game is, its records and its file come in parts that any client takes, and check out."""
    monkeypatch.setattr(handler, "LARGEST_PART", 20_000)
    game_id, token = await begun(house, rounds=200)
    version = (await house.game(game_id)).version

    items = [item async for item in followed(house, game_id, token)]
    assert [record.n for item in items for record in item.records.records] == list(range(1, version + 1))
    assert max(item.ByteSize() for item in items) < ANY_CLIENT
    request = replays.ExportReplayRequest(game_id=game_id)
    parts = [part.lines async for part in house.replays.ExportReplay(request)]
    assert max(map(len, parts)) <= 20_000
    assert all(part.endswith(b"\n") for part in parts)
    report = audit(b"".join(parts).splitlines(keepends=True), verify=verify)
    assert (report.level, report.code, report.records) == ("seal", None, version)


async def followed(house, game_id, token):
    """The items of a game's stream, with views, up to the moment when there is nothing newer."""
    request = games.SubscribeRequest(game_id=game_id, want_view=True)
    call = house.games.Subscribe(request, metadata=bearer(token))
    while not (item := await call.read()).HasField("caught_up"):
        yield item
    call.cancel()


async def test_a_command_reads_nothing_of_a_games_past(house, monkeypatch):
    """A command and a look fold no record of before; after a restart the first of them folds each once."""
    game_id, token = await begun(house, rounds=100)
    folded = []
    fold, read = live.Live.fold, house.parts.store.read
    monkeypatch.setattr(live.Live, "fold", lambda self, told: (folded.append(told.n), fold(self, told))[1])

    async def reading(*args):
        rows = await read(*args)
        folded.extend(row.n for row in rows)
        return rows

    house.parts.store.read = reading
    answer = await house.act(game_id, token, want_view=True, want_legal_actions=True)
    await house.game(game_id)
    assert folded == []

    await house.restart()
    await house.act(game_id, token, ADVANCE)
    await house.act(game_id, token, ROLL)
    assert folded == list(range(1, answer.version + 1))


def sizes(parts):
    """
    How many things each collection of the service holds, by the way to it.

    Left out are the callers that `Pace` remembers, which have a limit of their own.
    """
    found, seen, todo = {}, set(), deque([((), parts)])
    while todo:
        way, thing = todo.popleft()
        if id(thing) in seen or isinstance(thing, Pace):
            continue
        seen.add(id(thing))
        if isinstance(thing, Sized) and not isinstance(thing, str | bytes | tuple):
            found[way] = len(thing)
        if type(thing).__module__.startswith("summitbook_service"):
            names = thing._fields if hasattr(thing, "_fields") else [*getattr(thing, "__dict__", ())]
            todo.extend(((*way, name), getattr(thing, name)) for name in names)
    return found


async def test_nothing_is_kept_of_games_that_are_over(tmp_path, monkeypatch):
    """After many games that were played, followed, refused and ended, every collection is as after a few."""
    monkeypatch.setattr(keys, "TOKENS_REMEMBERED", 5)
    async with House(tmp_path, cached_games=3) as house:
        after = []
        for _ in range(2):
            for _ in range(10):
                game_id, token = await house.started()
                await house.play(game_id, token, turns=2)
                await house.finish(game_id, token)
                await house.follow(game_id)
                await house.export(game_id)
            await house.parts.lobby.catch_up()
            after.append(sizes(house.parts))
        assert after[1] == after[0]
        assert after[0]["desk", "_games"] == 3


async def test_an_open_game_takes_one_place_in_each_collection_at_most(tmp_path):
    """What is made and left stands in the list of open games, and nowhere more than once."""
    async with House(tmp_path, cached_games=3) as house:
        for _ in range(5):
            await house.create()
        await house.parts.lobby.catch_up()
        few = sizes(house.parts)
        for _ in range(10):
            await house.create()
        await house.parts.lobby.catch_up()
        many = sizes(house.parts)
    assert all(many[way] - few.get(way, 0) <= 10 for way in many)
    assert many["lobby", "_open"] == 15
