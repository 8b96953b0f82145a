"""What one caller may ask, and how long a game may get: docs/doors.md, "Limits"."""

import asyncio
from contextlib import suppress
from random import Random

import grpc
import pytest
from house import ABANDON, OTHER_CLAIM, ROLL, House, bearer, info_of, new_id, refused, until

from summitbook.mountaineering.v1 import mountaineering_pb2 as mountaineering
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import games_pb2
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_client import Client, Refused


def stop_the_clock(house):
    """From now on no time passes for the pace of callers; answers the hands to set it by."""
    hands = {"now": house.parts.pace._now()}
    house.parts.pace._now = lambda: hands["now"]
    return hands


async def test_a_caller_that_is_too_fast_is_told_when_to_come_back(tmp_path):
    """Beyond its pace a caller is TOO_MANY_CALLS with the milliseconds to wait, and after them is let in."""
    async with House(tmp_path, calls_a_second=20) as house:
        hands = stop_the_clock(house)
        for _ in range(40):
            await house.games.GetServerInfo(games.GetServerInfoRequest())
        for _ in range(3):
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS") as told:
                await house.games.GetServerInfo(games.GetServerInfoRequest())
        assert told.metadata["retry_after_ms"] == "50"
        hands["now"] += 50_000_000
        await house.games.GetServerInfo(games.GetServerInfoRequest())


async def test_each_token_has_a_pace_of_its_own(tmp_path):
    """Whoever has a token is not held up by others of the same address, nor by those without one."""
    async with House(tmp_path, calls_a_second=5) as house:
        game_id, token = await house.started()
        stop_the_clock(house)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS"):
            for _ in range(20):
                await house.game(game_id)
        assert (await house.act(game_id, token)).version == 5
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS"):
            for _ in range(20):
                await house.game(game_id, token)
        await house.game(game_id, house.token(role="host", game_id=game_id))


async def test_bad_tokens_count_for_their_address(tmp_path):
    """A token that is no good does not make a new caller: guessing tokens is held to the address's pace."""
    async with House(tmp_path, calls_a_second=5) as house:
        stop_the_clock(house)
        reasons = []
        for each in range(12):
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await house.game(new_id(), f"guess-{each}")
            reasons.append(info_of(caught.value).reason)
        assert reasons == ["BAD_TOKEN"] * 10 + ["TOO_MANY_CALLS"] * 2


async def test_a_refused_call_changes_nothing_and_can_be_sent_again(tmp_path):
    """A command that came too fast is not recorded, and its id is not used up."""
    async with House(tmp_path, calls_a_second=5) as house:
        game_id, token = await house.started()
        same, hands = new_id(), stop_the_clock(house)
        for _ in range(10):
            await house.game(game_id, token)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_CALLS"):
            await house.act(game_id, token, command_id=same)
        hands["now"] += 200_000_000
        assert (await house.act(game_id, token, command_id=same)).version == 5


async def test_our_own_client_waits_as_it_is_told(tmp_path):
    """A client of this project sends again after the time that it is told, without anyone noticing."""
    async with House(tmp_path, calls_a_second=50) as house:
        async with Client(f"127.0.0.1:{house.port}") as client:
            for _ in range(120):
                await client.server_info()
            with pytest.raises(Refused) as caught:
                await client.table(new_id()).look()
        assert caught.value.reason == "NO_SUCH_GAME"


async def test_a_stream_of_requests_is_paced_not_refused(tmp_path):
    """Who sends many requests on one stream is read no faster than its pace, and loses none."""
    async with House(tmp_path, calls_a_second=100) as house:
        wait, waits = house.parts.pace.wait, []
        house.parts.pace.wait = lambda caller: waits.append(wait(caller)) or waits[-1]
        call = house.replays.AuditReplay()
        for _ in range(220):
            await call.write(replays.AuditReplayRequest(lines=b"\n"))
        await call.done_writing()

        assert (await call).report.code
        assert len(waits) == 220
        assert any(waits)


async def test_a_caller_has_its_share_of_open_games(tmp_path):
    """A caller that has its share of games open makes another when one of them is closed."""
    async with House(tmp_path, caller_games=2) as house:
        game_id, token = await house.started()
        await house.create()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES") as told:
            await house.create()
        assert told.message == "too many games of yours would be open (2 of 2 are); close some first"
        another = games.CreateGameRequest(command_id=new_id(), game="everest1924", seats=1, claim=OTHER_CLAIM)
        await house.games.CreateGame(another, metadata=house.operator)

        await house.finish(game_id, token)
        await house.create()


async def test_a_token_that_comes_of_making_games_makes_no_more_of_them(tmp_path):
    """Hosts and seats have the share of their address, or each game would bring a share with it."""
    async with House(tmp_path, caller_games=1) as house:
        host = bearer((await house.make()).token)
        another = games.CreateGameRequest(command_id=new_id(), game="everest1924", seats=1, claim=OTHER_CLAIM)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES"):
            await house.games.CreateGame(another, metadata=host)


async def test_who_goes_away_while_a_game_is_made_has_it_in_its_share(tmp_path, monkeypatch):
    """A call that is given up while it is written is done to its end, so it makes nothing for nothing."""
    async with House(tmp_path, caller_games=1) as house:
        put, writing, go_on = house.parts.writer.put, asyncio.Event(), asyncio.Event()

        async def slowly(*asked):
            writing.set()
            await go_on.wait()
            return await put(*asked)

        monkeypatch.setattr(house.parts.writer, "put", slowly)
        making = asyncio.ensure_future(house.create())
        await writing.wait()
        making.cancel()
        await asyncio.sleep(0.1)
        go_on.set()
        await until(lambda: house.parts.lobby._makers)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_GAMES"):
            await house.create()


async def test_a_game_that_was_not_made_takes_no_share(tmp_path):
    """Requests that are refused count for nothing."""
    async with House(tmp_path, caller_games=1) as house:
        for _ in range(3):
            with refused("INVALID_ARGUMENT", "BAD_ARGS"):
                await house.create(seats=77)
        await house.create()


async def test_a_caller_has_its_share_of_subscriptions(tmp_path):
    """Beyond its share a subscription is refused at once, others have theirs, one that ends makes room."""
    async with House(tmp_path, caller_subscribers=2) as house:
        game_id, token = await house.started()
        request = games.SubscribeRequest(game_id=game_id)
        open_ones = [house.games.Subscribe(request) for _ in range(2)]
        for each in open_ones:
            await each.read()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS"):
            await house.games.Subscribe(request).read()
        await house.games.Subscribe(request, metadata=bearer(token)).read()

        open_ones[0].cancel()
        await until(lambda: house.parts.followers.open.inside == 2)
        await house.games.Subscribe(request).read()


async def test_every_stream_takes_a_place(tmp_path):
    """Play and exports count as subscriptions do: whatever may stay open is somebody's share."""
    async with House(tmp_path, caller_subscribers=1) as house:
        game_id = await house.create()
        playing = house.games.Play()
        await playing.write(games.PlayRequest())
        await playing.read()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS"):
            await house.export(game_id)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS"):
            await house.follow(game_id)
        playing.cancel()
        await until(lambda: not house.parts.followers.open.inside)
        assert await house.export(game_id)


async def test_a_game_has_no_more_seats_than_the_service_lets(tmp_path):
    """Content may allow more seats than the service does."""
    async with House(tmp_path, seats=2) as house:
        await house.create_roped(seats=2)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SEATS"):
            await house.create_roped(seats=3)


RECORDS = 40
"""As many records as a game may have in the tests below."""


DRAW = games_pb2.Command(
    mountaineering=mountaineering.Command(draw_card=mountaineering.DrawCard(kind="KIND_EQUIPMENT"))
)


@pytest.fixture
async def long_game(tmp_path):
    """A climb that lays cards and takes them back until it may not any more: house, game and its tokens."""
    async with House(tmp_path, records=RECORDS) as house:
        for each in range(20):
            game_id = await house.create(game="mountaineering", seats=2, seed=bytes([each]) * 32)
            tokens = [await house.take_seat(game_id), await house.take_seat(game_id, claim=OTHER_CLAIM)]
            with suppress(grpc.aio.AioRpcError):
                while await went_on(house, game_id, tokens, Random(each)):
                    pass
                continue
            break
        yield house, game_id, tokens


async def went_on(house, game_id, tokens, luck):
    """One command more, laying or taking back wherever possible; False where there is none."""
    found = [(each, token) for token in tokens for each in await house.legal(game_id, token)]
    circles = [each for each in found if name_of(each[0]) in {"play_equipment", "take_back_equipment"}]
    if found:
        command, token = luck.choice(circles or found)
        await house.act(game_id, token, command)
    return bool(found)


def name_of(command):
    return command.mountaineering.WhichOneof("command")


async def test_a_game_that_is_long_enough_takes_no_more(long_game):
    """Past its records a game refuses what goes on, without a trace, and is shown and followed as ever."""
    house, game_id, tokens = long_game
    before = (await house.game(game_id)).version
    for each in range(3):
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS"):
            await went_on(house, game_id, tokens, Random(each))

    assert (await house.game(game_id)).version == before >= RECORDS
    assert len(await house.follow(game_id)) == before


async def test_it_can_be_ended_by_its_seats(long_game):
    """Its seats can still give up or retire, one after another, and the last of them ends it."""
    house, game_id, tokens = long_game
    for token in tokens:
        request = games.RetireSeatRequest(game_id=game_id, command_id=new_id())
        await house.games.RetireSeat(request, metadata=bearer(token))
    assert (await house.game(game_id)).outcome
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await house.act(game_id, tokens[0], DRAW)


async def test_it_can_be_cancelled_by_an_operator(long_game):
    """An operator ends it without a result."""
    house, game_id, _ = long_game
    request = games.CancelGameRequest(game_id=game_id, command_id=new_id())
    await house.games.CancelGame(request, metadata=house.operator)
    assert (await house.game(game_id)).outcome == "cancelled"


async def test_giving_up_is_taken_at_any_length(tmp_path):
    """A command of the game's own that gives up is no command that goes on."""
    async with House(tmp_path, records=10) as house:
        game_id, token = await house.started()
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS"):
            await house.play(game_id, token, turns=20)
        await house.act(game_id, token, ABANDON)
        assert (await house.game(game_id)).outcome
        with refused("FAILED_PRECONDITION", "GAME_OVER"):
            await house.act(game_id, token, ROLL)


async def test_sitting_down_and_standing_up_do_not_go_on_for_ever(tmp_path):
    """Before the start a game's records have the same end: a seat can be left then, but not taken."""
    async with House(tmp_path, records=10) as house:
        game_id = await house.create_roped(seats=2)
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_RECORDS"):
            while True:
                token = await house.take_seat(game_id)
                leaving = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
                await house.games.LeaveSeat(leaving, metadata=bearer(token))
        assert (await house.game(game_id)).version <= 11


async def test_the_limits_are_told(house):
    """GetServerInfo tells every limit as it is set."""
    told = (await house.games.GetServerInfo(games.GetServerInfoRequest())).limits
    settings = house.settings
    assert told.max_open_games == settings.open_games
    assert told.max_caller_open_games == settings.caller_games
    assert told.max_subscribers == settings.subscribers
    assert told.max_caller_subscribers == settings.caller_subscribers
    assert told.max_caller_calls_per_second == settings.calls_a_second
    assert told.max_seats == settings.seats
    assert told.max_records == settings.records
    assert told.max_message_bytes == settings.message_bytes
    assert told.max_audit_bytes == settings.audit_bytes
    assert told.max_open_tournaments == settings.open_tournaments
    assert told.max_caller_open_tournaments == settings.caller_tournaments
    assert told.max_contestants == settings.contestants
    assert told.max_caller_contestants == settings.caller_contestants
    assert told.max_matches == settings.matches
    assert told.max_decisions == settings.decisions
