"""Play: many commands on one stream, each carried out and answered as Act would, in order."""

import asyncio
from contextlib import aclosing
from uuid import UUID

import grpc
import pytest
from house import ABANDON, ADVANCE, ROLL, House, bearer, new_id, refused, until

from summitbook.v1 import game_service_pb2 as games
from summitbook_service.bell import Bell
from summitbook_service.pipeline import Lanes, in_order
from summitbook_service.store import StoreUnavailable


def command(game_id, token="", asked=ROLL, **act):
    usual = {"game_id": game_id, "command_id": new_id(), "command": asked}
    return games.PlayRequest(act=games.ActRequest(**{**usual, **act}), token=token)


async def played(house, requests, token=""):
    """Every answer of a stream on which these were sent."""
    return [answer async for answer in house.games.Play(iter(requests), metadata=bearer(token))]


def kinds(answers):
    return [answer.refusal.reason or answer.WhichOneof("answer") for answer in answers]


async def test_commands_are_answered_as_act_answers_them(house):
    """An answer has the command's id and what Act would have answered, view and legal actions too."""
    game_id, token = await house.started()
    wanted = {"want_view": True, "want_legal_actions": True}
    request = command(game_id, **wanted)
    (answer,) = await played(house, [request], token)

    assert answer.command_id == request.act.command_id
    assert answer.act == await house.games.Act(request.act, metadata=bearer(token))
    assert answer.act.version == 5
    assert answer.act.HasField("view")


async def test_answers_come_in_the_order_of_the_commands(house):
    """Of many commands of many games, all sent at once, the answers come in the order they were sent."""
    seats = [await house.started() for _ in range(8)]
    requests = [command(*seat, asked) for _ in range(5) for asked in (ROLL, ADVANCE) for seat in seats]
    answers = await played(house, requests)

    assert [answer.command_id for answer in answers] == [each.act.command_id for each in requests]
    for number in range(len(seats)):
        of_one = answers[number :: len(seats)]
        versions = [answer.act.version for answer in of_one if answer.HasField("act")]
        assert versions == sorted(set(versions))


async def test_commands_of_one_game_are_decided_in_their_order(tmp_path):
    """Sent at once, a game's commands follow one another, also where the game has to be read from its log."""
    async with House(tmp_path, cached_games=1) as house:
        for _ in range(20):
            game_id, token = await house.started()
            await house.create()
            answers = await played(
                house, [command(game_id, token, each) for each in (ROLL, ADVANCE, ABANDON)]
            )
            assert kinds(answers) == ["act"] * 3


async def test_no_call_overtakes_what_came_by_a_stream_before(tmp_path, monkeypatch):
    """By whichever way they come: a game's commands are decided in their order, while it is read too."""
    async with House(tmp_path, cached_games=1) as house:
        game_id, token = await house.started()
        await house.create()
        read, here = asyncio.Event(), asyncio.Semaphore(0)
        load, line = house.parts.desk._load, house.parts.desk._turns._lines

        async def slow(game_id):
            here.release()
            await read.wait()
            return await load(game_id)

        monkeypatch.setattr(house.parts.desk, "_load", slow)
        playing = asyncio.create_task(
            played(house, [command(game_id, token, each) for each in (ROLL, ADVANCE)])
        )
        await here.acquire()
        await until(lambda: len(line[UUID(game_id)]) == 2)
        acting = asyncio.create_task(house.act(game_id, token, ABANDON))
        await until(lambda: len(line[UUID(game_id)]) == 3)
        read.set()
        assert kinds(await playing) == ["act"] * 2
        assert (await acting).events


async def test_a_refusal_is_an_answer_like_any_other(house):
    """What Act would end with is an answer, with its status, reason, text and metadata, and ends nothing."""
    game_id, token = await house.started()
    other, _ = await house.started()
    asked = [
        command(game_id, asked=ADVANCE),
        command(other),
        command("no UUID"),
        command(game_id, expected_version=3),
        command(game_id, token="no token"),
        games.PlayRequest(),
        command(game_id),
    ]
    answers = await played(house, asked, token)

    assert kinds(answers) == [
        "WRONG_PHASE",
        "OTHER_GAME",
        "OTHER_GAME",
        "WRONG_VERSION",
        "BAD_TOKEN",
        "OTHER_GAME",
        "act",
    ]
    for request, answer in list(zip(asked, answers, strict=True))[1:4]:
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await house.games.Act(request.act, metadata=bearer(token))
        assert answer.refusal.status == error.value.code().value[0]
        assert answer.refusal.message == error.value.details()
        assert "no token" not in str(answer)
    assert answers[3].refusal.metadata["version"] == "4"


async def test_one_stream_plays_several_seats(house):
    """Each command has the token of its own seat, and without one it is the stream's that speaks for it."""
    (first, one), (second, two), (third, _) = [await house.started() for _ in range(3)]
    asked = [command(first), command(second, two), command(first, two), command(third)]

    assert kinds(await played(house, asked, one)) == ["act", "act", "OTHER_GAME", "OTHER_GAME"]
    assert kinds(await played(house, [command(first, asked=ADVANCE)])) == ["NO_TOKEN"]


async def test_a_command_sent_again_is_answered_again(house):
    """The same id and content, on the stream, after it, or by Act, is carried out once and answered alike."""
    game_id, token = await house.started()
    same = command(game_id)
    other = command(game_id, asked=ABANDON, command_id=same.act.command_id)
    first, again, used = await played(house, [same, same, other], token)
    (later,) = await played(house, [same], token)

    assert first == again == later
    assert kinds([used]) == ["COMMAND_ID_USED"]
    assert (await house.game(game_id)).version == 5


async def test_an_answer_is_durable(house):
    """What could not be stored is answered UNAVAILABLE, and can be sent again on the same stream."""
    game_id, token = await house.started()
    append, failing = house.parts.store.append, [True]

    async def once(rows):
        if failing:
            failing.clear()
            raise StoreUnavailable("disk full")
        await append(rows)

    house.parts.store.append = once
    same = command(game_id)
    call = house.games.Play(metadata=bearer(token))
    answers = []
    for _ in range(2):
        await call.write(same)
        answers.append(await call.read())
    await call.done_writing()

    assert kinds(answers) == ["STORE_UNAVAILABLE", "act"]
    assert answers[0].refusal.status == grpc.StatusCode.UNAVAILABLE.value[0]
    assert await call.read() == grpc.aio.EOF


async def test_a_game_that_is_slow_to_read_holds_up_no_other(house):
    """Commands of other games are carried out meanwhile, though their answers wait for their turn."""
    (slow, one), (quick, two) = [await house.started() for _ in range(2)]
    await house.restart()
    gate, read = asyncio.Event(), house.parts.store.read

    async def slowly(stream, after=0, limit=None):
        if str(stream) == slow:
            await gate.wait()
        return await read(stream, after, limit)

    house.parts.store.read = slowly
    playing = asyncio.create_task(played(house, [command(slow, one), command(quick, two)]))
    seen = house.games.Subscribe(games.SubscribeRequest(game_id=quick, after=4))
    while (await seen.read()).version == 4:
        pass
    seen.cancel()
    assert not playing.done()
    gate.set()
    assert kinds(await playing) == ["act", "act"]


async def test_a_message_that_is_none_ends_the_stream_after_the_answers_before_it(tmp_path):
    """A request over the limit has no command to answer: it ends the stream with its reason."""
    async with House(tmp_path, message_bytes=1_000) as house:
        game_id, token = await house.started()
        call = house.games.Play(iter([command(game_id), command("x" * 2_000)]), metadata=bearer(token))
        assert kinds([await call.read()]) == ["act"]
        with refused("RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE"):
            await call.read()


async def test_at_the_stop_what_was_sent_is_answered_first(tmp_path):
    """The stream ends with UNAVAILABLE after the answers to all that was read, and all of it is on disk."""
    async with House(tmp_path) as house:
        game_id, token = await house.started()
        call = house.games.Play(metadata=bearer(token))
        for asked in (ROLL, ADVANCE, ROLL):
            await call.write(command(game_id, asked=asked))
        answers = [await call.read()]
        stopping = asyncio.create_task(house.stop())
        while len(answers) < 3:
            answers.append(await call.read())
        with refused("UNAVAILABLE", "SHUTTING_DOWN"):
            await call.read()
        await stopping
    async with House(tmp_path) as house:
        assert (await house.game(game_id)).version == answers[-1].act.version


async def test_a_broken_stream_leaves_nothing_behind(house):
    """When its caller goes away no task and no ear at the bell is left; what was queued is carried out."""
    (game_id, token), another = [await house.started() for _ in range(2)]
    tasks = len(asyncio.all_tasks())
    house.gather(2)
    calls = [house.games.Play(metadata=bearer(token)) for _ in range(10)]
    for call in calls:
        await call.write(command(game_id, asked=ROLL))
    await until(lambda: house.parts.writer._waiting and len(house.parts.bell._listeners[None]) == 10)
    for call in calls:
        call.cancel()
    await until(lambda: house.parts.bell._listeners == {})
    await until(lambda: len(asyncio.all_tasks()) <= tasks)
    await house.act(*another)
    assert (await house.game(game_id)).version == 5


class Asked:
    """Requests that count how many of them were read."""

    def __init__(self):
        self.read = 0

    async def __aiter__(self):
        while True:
            self.read += 1
            yield self.read


async def test_who_does_not_read_answers_is_read_no_further():
    """However many requests there are, only so many are in hand while their answers are not taken."""
    asked, begun = Asked(), []

    async def begin(request):
        begun.append(request)
        return request

    async with aclosing(in_order(aiter(asked), begin, Bell(), window=8)) as answers:
        for number in range(1, 30):
            assert await anext(answers) == number
            for _ in range(50):
                await asyncio.sleep(0)
            assert asked.read <= number + 8
    assert len(begun) <= number + 8


async def test_a_lane_is_gone_with_the_last_who_stood_in_it():
    """Whoever comes next in a lane waits for the one before, and an empty lane takes no room."""
    lanes = Lanes()
    first, second, other = lanes.place("a"), lanes.place("a"), lanes.place("b")
    waiting = asyncio.create_task(second.come_up())
    await other.come_up()
    await asyncio.sleep(0)
    assert not waiting.done()
    first.pass_on()
    await waiting
    for each in (first, second, other):
        each.pass_on()
    assert len(lanes) == 0
