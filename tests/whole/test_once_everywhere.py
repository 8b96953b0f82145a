"""A command id is one command, in every call that takes one and on whichever nodes it is sent to."""

import asyncio
from typing import Any, NamedTuple

import pytest
from house import ABANDON, CLAIM, OTHER_CLAIM, ROLL, House, bearer, new_id, refused
from meets import DUPLICATE, LADDER, Meet, claim_of

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook.v1 import tournament_pb2
from summitbook.v1 import tournament_service_pb2 as meetings
from summitbook_service.listening import SERVICES


class Sent(NamedTuple):
    """A call as a client makes it; a stream of requests is all of them."""

    rpc: str
    requests: tuple[Any, ...]
    token: str = ""

    async def to(self, house: House) -> Any:
        """Make it."""
        stubs = house.games, house.replays, house.tournaments
        call = next(getattr(stub, self.rpc) for stub in stubs if hasattr(stub, self.rpc))
        if self.rpc == "Play":
            (answer,) = [each async for each in call(iter(self.requests), metadata=bearer(self.token))]
            return answer
        sent = iter(self.requests) if self.rpc == "ForkReplay" else self.requests[0]
        return await call(sent, metadata=bearer(self.token))


class Case(NamedTuple):
    """A command, and another one under its id."""

    sent: Sent
    other: Sent


async def create_game(house):
    usual = {"command_id": new_id(), "game": "everest1924", "seats": 1, "claim": CLAIM}
    return _case("CreateGame", games.CreateGameRequest, usual, seats=2)


async def take_seat(house):
    usual = {"game_id": await house.create(), "command_id": new_id(), "name": "Irvine", "claim": CLAIM}
    return _case("TakeSeat", games.TakeSeatRequest, usual, claim=OTHER_CLAIM)


async def leave_seat(house):
    game_id = await house.create_roped()
    return _of_seat("LeaveSeat", "RetireSeat", game_id, await house.take_seat(game_id))


async def retire_seat(house):
    return _of_seat("RetireSeat", "LeaveSeat", *await house.started())


async def cancel_game(house):
    made = await house.make()
    asked = {"game_id": made.game.game_id, "command_id": new_id()}
    sit = games.TakeSeatRequest(**asked, name="Irvine", claim=CLAIM)
    return Case(Sent("CancelGame", (games.CancelGameRequest(**asked),), made.token), Sent("TakeSeat", (sit,)))


async def act(house):
    game_id, token = await house.started()
    usual = {"game_id": game_id, "command_id": new_id(), "command": ROLL}
    return _case("Act", games.ActRequest, usual, token, command=ABANDON)


async def play(house):
    (_, (asked,), token), (_, (other,), _) = await act(house)
    sent = Sent("Play", (games.PlayRequest(act=asked),), token)
    return Case(sent, Sent("Act", (other,), token))


async def get_hint(house):
    game_id = await house.create(game="mountaineering")
    return _of_seat("GetHint", "RetireSeat", game_id, await house.take_seat(game_id))


async def fork_replay(house):
    game_id, token = await house.started()
    await house.play(game_id, token, 1)
    await house.finish(game_id, token)
    lines = replays.ForkReplayRequest(lines=await house.export(game_id))
    usual = {"command_id": new_id(), "n": 5, "claim": CLAIM}

    def fork(**changes):
        settings = replays.ForkSettings(**{**usual, **changes})
        return Sent("ForkReplay", (replays.ForkReplayRequest(settings=settings), lines))

    return Case(fork(), fork(private=True))


async def create_tournament(house):
    usual = {"command_id": new_id(), "name": "The Open", "kind": DUPLICATE, "game": "everest1924"}
    usual |= {"seats": 1, "rounds": 2, "claim": CLAIM}
    return _case("CreateTournament", meetings.CreateTournamentRequest, usual, rounds=3)


async def enter_tournament(house):
    meet = await Meet.announced(house)
    usual = {"tournament_id": meet.id, "command_id": new_id(), "name": "Odell", "claim": claim_of("Odell")}
    return _case("EnterTournament", meetings.EnterTournamentRequest, usual, name="Mallory")


async def leave_tournament(house):
    meet = await Meet.started(house, "Odell", "Irvine")
    usual = {"tournament_id": meet.id, "command_id": new_id(), "contestant": 0}
    return _case("LeaveTournament", meetings.LeaveTournamentRequest, usual, meet.token, contestant=1)


async def start_tournament(house):
    meet = await Meet.announced(house)
    await meet.enter("Odell")
    return _of_organiser("StartTournament", meet)


async def publish_round(house):
    return _of_organiser("PublishRound", await Meet.started(house, "Odell"))


async def make_match(house):
    meet = await Meet.started(
        house, "Odell", "Irvine", "Mallory", kind=LADDER, rounds=0, game="dicey_peaks", seats=2
    )
    usual = {"tournament_id": meet.id, "command_id": new_id(), "contestants": [0, 1]}
    return _case("MakeMatch", meetings.MakeMatchRequest, usual, meet.token, contestants=[2])


async def make_decision(house):
    meet = await Meet.started(house, "Odell")
    ruling = {"ruling": "RULING_EXCLUDE", "reason": "seen by two", "contestant": 0}
    usual = {"tournament_id": meet.id, "command_id": new_id()}
    usual["decision"] = tournament_pb2.MakeDecision(**ruling)
    other = tournament_pb2.MakeDecision(**{**ruling, "reason": "seen by three"})
    return _case("MakeDecision", meetings.MakeDecisionRequest, usual, meet.token, decision=other)


async def close_round(house):
    meet = await Meet.started(house, "Odell")
    await meet.run("PublishRound")
    await meet.retire(0)
    return _of_organiser("CloseRound", meet)


async def close_tournament(house):
    return _of_organiser("CloseTournament", await Meet.started(house, "Odell"))


CASES = (
    create_game, take_seat, leave_seat, retire_seat, cancel_game, act, play, get_hint, fork_replay,
    create_tournament, enter_tournament, leave_tournament, start_tournament, publish_round, make_match,
    make_decision, close_round, close_tournament,
)  # fmt: skip


def _case(rpc, request, usual, token="", **changes):
    return Case(Sent(rpc, (request(**usual),), token), Sent(rpc, (request(**{**usual, **changes}),), token))


def _of_seat(rpc, other, game_id, token):
    asked = {"game_id": game_id, "command_id": new_id()}
    return Case(*(Sent(each, (getattr(games, f"{each}Request")(**asked),), token) for each in (rpc, other)))


def _of_organiser(rpc, meet):
    asked = {"tournament_id": meet.id, "command_id": new_id()}
    sent = Sent(rpc, (getattr(meetings, f"{rpc}Request")(**asked),), meet.token)
    entry = meetings.EnterTournamentRequest(**asked, name="Norton", claim=claim_of("Norton"))
    return Case(sent, Sent("EnterTournament", (entry,)))


def test_every_call_with_a_command_id_is_here():
    """A new call that changes something is held to this as soon as it is there."""
    methods = [method for service in SERVICES for method in service.methods]
    assert {each.__name__.replace("_", "") for each in CASES} == {
        method.name.lower() for method in methods if _has_id(method.input_type)
    }


def _has_id(kind):
    """Whether a request has a command id, at its top or in a message of its own."""
    within = [field.message_type for field in kind.fields if field.message_type]
    return "command_id" in kind.fields_by_name or any("command_id" in each.fields_by_name for each in within)


@pytest.fixture
async def nodes(postgres, tmp_path):
    url = postgres.database()
    async with House(tmp_path, url) as one, House(tmp_path, url) as other:
        yield one, other


@pytest.mark.parametrize("case", CASES)
async def test_a_command_is_one_on_whichever_nodes(nodes, case):
    """Sent twice to each of two nodes at once, and again after a restart: one answer; else it is refused."""
    sent, something_else = await case(nodes[0])
    answers = await asyncio.gather(*(sent.to(node) for node in nodes * 2))
    await nodes[0].restart()
    answers += [await sent.to(node) for node in nodes]

    assert len({_told(answer) for answer in answers}) == 1
    for node in nodes:
        with refused("ALREADY_EXISTS", "COMMAND_ID_USED"):
            await something_else.to(node)


def _told(answer):
    """An answer without what is made anew or said to be as of now."""
    plain = type(answer).FromString(answer.SerializeToString())
    _clear(plain)
    return plain.SerializeToString(deterministic=True)


def _clear(message):
    for field, value in message.ListFields():
        if field.name in {"token", "view_version", "hints", "waiting", "unit", "served", "clocks"}:
            message.ClearField(field.name)
        elif field.message_type and not field.is_repeated:
            _clear(value)
        elif field.message_type and not field.message_type.GetOptions().map_entry:
            for each in value:
                _clear(each)
