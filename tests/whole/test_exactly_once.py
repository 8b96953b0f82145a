"""A command is done once, however often it is sent."""

import asyncio
from typing import Any, NamedTuple
from uuid import uuid4

import grpc
import pytest
from house import (
    ABANDON,
    ADVANCE,
    CLAIM,
    COMBINE_NOTHING,
    OTHER_CLAIM,
    REROLL_NOTHING,
    ROLL,
    House,
    bearer,
    kind,
    new_id,
    refused,
)

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_domain.record import read
from summitbook_service import creations
from summitbook_service.store import StoreUnavailable


class Sent(NamedTuple):
    """A command as a client sends it."""

    rpc: str
    request: Any
    token: str = ""

    async def to(self, house: House, **changes: Any) -> Any:
        """Send it, with some of its content changed."""
        request = type(self.request)()
        request.CopyFrom(self.request)
        request.MergeFrom(type(self.request)(**changes))
        return await getattr(house.games, self.rpc)(request, metadata=bearer(self.token))


async def create_game(house):
    request = games.CreateGameRequest(command_id=new_id(), game="everest1924", seats=1, claim=CLAIM)
    return Sent("CreateGame", request)


async def create_game_with_seed(house):
    sent = await create_game(house)
    sent.request.seed = bytes(range(32))
    return sent


async def take_seat(house):
    game_id = await house.create()
    request = games.TakeSeatRequest(
        game_id=game_id, command_id=new_id(), name="Irvine", salt=b"s", claim=CLAIM
    )
    return Sent("TakeSeat", request)


async def leave_seat(house):
    game_id = await house.create_roped()
    token = await house.take_seat(game_id)
    return Sent("LeaveSeat", games.LeaveSeatRequest(game_id=game_id, command_id=new_id()), token)


async def retire_seat(house):
    game_id, token = await house.started()
    return Sent("RetireSeat", games.RetireSeatRequest(game_id=game_id, command_id=new_id()), token)


async def cancel_game(house):
    made = await house.make()
    request = games.CancelGameRequest(game_id=made.game.game_id, command_id=new_id())
    return Sent("CancelGame", request, made.token)


async def act(house):
    game_id, token = await house.started()
    request = games.ActRequest(game_id=game_id, command_id=new_id(), command=ROLL, expected_version=4)
    return Sent("Act", request, token)


async def act_that_closes(house):
    game_id, token = await house.started()
    return Sent("Act", games.ActRequest(game_id=game_id, command_id=new_id(), command=ABANDON), token)


async def get_hint(house):
    game_id = await house.create(game="mountaineering")
    token = await house.take_seat(game_id)
    return Sent("GetHint", games.GetHintRequest(game_id=game_id, command_id=new_id()), token)


COMMANDS = [
    create_game, create_game_with_seed, take_seat, leave_seat, retire_seat, cancel_game, act, act_that_closes,
    get_hint,
]  # fmt: skip


def content(answer: Any) -> Any:
    """An answer without its token, which is made anew, and without what is said to be as of now."""
    plain = type(answer).FromString(answer.SerializeToString())
    for field in {"token", "view_version"}.intersection(plain.DESCRIPTOR.fields_by_name):
        plain.ClearField(field)
    return plain


async def records_of(house, answer, sent):
    game_id = answer.game.game_id if sent.rpc == "CreateGame" else sent.request.game_id
    return [record.line for record in await house.follow(game_id)]


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_sent_again_is_answered_the_same(house, command):
    """The same id and content get the same answer, and the log does not grow."""
    sent = await command(house)
    first = await sent.to(house)
    before = await records_of(house, first, sent)

    for _ in range(3):
        assert content(await sent.to(house)) == content(first)
    assert await records_of(house, first, sent) == before


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_sent_again_after_a_restart_is_answered_the_same(house, command):
    """The stored log is what answers, so a restart changes nothing."""
    sent = await command(house)
    first = await sent.to(house)
    before = await records_of(house, first, sent)

    await house.restart()
    assert content(await sent.to(house)) == content(first)
    assert await records_of(house, first, sent) == before


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_sent_twice_at_once_is_done_once(house, command):
    """Two that meet, one of them not yet on disk, are one command with one answer."""
    sent = await command(house)
    first, second = await asyncio.gather(sent.to(house), sent.to(house))

    assert content(first) == content(second)
    lines = await records_of(house, first, sent)
    assert sum(sent.request.command_id.encode() in line for line in lines) == 1


@pytest.mark.parametrize(
    ("command", "changes"),
    [
        (create_game, {"seats": 2}),
        (create_game, {"private": True}),
        (create_game, {"seed": bytes(32)}),
        (create_game, {"edition": "another"}),
        (create_game, {"claim": OTHER_CLAIM}),
        (create_game, {"game": "chess"}),
        (create_game_with_seed, {"seed": bytes(32)}),
        (take_seat, {"name": "Mallory"}),
        (take_seat, {"salt": b"t"}),
        (take_seat, {"seat": 1}),
        (take_seat, {"claim": OTHER_CLAIM}),
        (take_seat, {"name": "a\nb"}),
        (act, {"command": ABANDON}),
        (act, {"command": {"everest1924": {"advance": {"make_camp": True}}}}),
    ],
)
async def test_an_id_is_not_used_for_something_else(house, command, changes):
    """The same id with other content, even malformed, or with another claim is ALREADY_EXISTS."""
    sent = await command(house)
    first = await sent.to(house)
    before = await records_of(house, first, sent)

    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await sent.to(house, **changes)
    assert await records_of(house, first, sent) == before


async def test_a_command_that_lost_its_content_is_something_else(house):
    """A known id with the command left out is ALREADY_EXISTS, not malformed: ids come first."""
    sent = await act(house)
    await sent.to(house)
    sent.request.ClearField("command")

    with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
        await sent.to(house)


async def test_a_seat_left_to_the_server_is_the_one_taken_then(house):
    """TakeSeat without a number, sent again after others have sat down, still answers its own seat."""
    game_id = await house.create_roped()
    same = new_id()
    first = await house.sit(game_id, command_id=same)
    await house.sit(game_id, name="Mallory")

    again = await house.sit(game_id, command_id=same)
    assert (first.seat, again.seat) == (0, 0)
    assert content(again) == content(first)


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_whose_caller_gave_up_is_answered_when_sent_again(house, command):
    """Who gives up while it is on its way to disk gets its answer by sending it again, from anywhere."""
    sent = await command(house)
    append, gate = house.parts.store.append, asyncio.Event()

    async def held(rows):
        await append(rows)
        await gate.wait()

    house.parts.store.append = held
    with pytest.raises(grpc.aio.AioRpcError) as gave_up:
        await getattr(house.games, sent.rpc)(sent.request, metadata=bearer(sent.token), timeout=0.3)
    assert gave_up.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    gate.set()

    answers = [content(await sent.to(house)) for _ in range(3)]
    async with grpc.aio.insecure_channel(f"127.0.0.1:{house.port}") as another:
        house.games = GameServiceStub(another)
        answers += [content(await sent.to(house)) for _ in range(2)]
        lines = await records_of(house, answers[0], sent)
    assert all(answer == answers[0] for answer in answers)
    assert sum(sent.request.command_id.encode() in line for line in lines) == 1


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_that_could_not_be_stored_is_done_when_sent_again(house, command):
    """Whatever it was, it has left no trace where the store failed; sent again it is carried out, once."""
    sent = await command(house)
    append = house.parts.store.append

    async def full(_rows):
        house.parts.store.append = append
        raise StoreUnavailable("disk full")

    house.parts.store.append = full
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await sent.to(house)
    answer = await sent.to(house)
    lines = await records_of(house, answer, sent)
    assert [read(line).n for line in lines] == list(range(1, len(lines) + 1))
    assert sum(sent.request.command_id.encode() in line for line in lines) == 1


async def test_an_id_counts_in_its_own_game_only(house):
    """Two games may be sent the same command id; each does its own command."""
    same = new_id()
    for _ in range(2):
        game_id, token = await house.started()
        answer = await house.act(game_id, token, command_id=same)
        assert [kind(event) for event in answer.events] == ["dice_rolled"]


async def test_a_refused_command_has_not_used_its_id_up(house):
    """An id that was refused may be sent again, and is then carried out."""
    game_id, token = await house.started()
    same = new_id()
    with refused("FAILED_PRECONDITION", "WRONG_PHASE"):
        await house.act(game_id, token, ADVANCE, command_id=same)

    answer = await house.act(game_id, token, ROLL, command_id=same)
    assert answer.version == 5


async def test_what_is_no_accepted_command_draws_nothing(tmp_path, monkeypatch):
    """Refusals, reads, repeats and watchers between two rolls leave the dice as they would have fallen."""
    deal = uuid4()
    monkeypatch.setattr(creations, "uuid4", lambda: deal)
    events = []
    for disturbed in (False, True):
        async with House(tmp_path / str(disturbed)) as house:
            game_id, token = await house.started(seed=bytes(32))
            for command in (ROLL, ADVANCE, ROLL, ADVANCE):
                if disturbed:
                    await disturb(house, game_id, token)
                await house.act(game_id, token, command)
            events.append([record.event for record in await house.follow(game_id)])
    assert events[0] == events[1]


async def disturb(house, game_id, token):
    for command in (COMBINE_NOTHING, REROLL_NOTHING):
        with pytest.raises(grpc.aio.AioRpcError):
            await house.act(game_id, token, command)
    with refused("FAILED_PRECONDITION", "GAME_STARTED"):
        await house.sit(game_id)
    await house.game(game_id, token)
    await house.follow(game_id)
    await house.export(game_id)
