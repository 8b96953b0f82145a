"""Commands on one stream over a line that breaks, against a service that is scripted."""

import asyncio

import grpc
import pytest
from pictures import ROLL

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1.game_service_pb2_grpc import GameServiceServicer
from summitbook_client import Client, Playing, Refused, Unreachable

from .test_client import connected

SEATS = [
    Client("elsewhere").seat(f"928f0218-8b68-4fb3-8188-53138e4ae6a{n}", 0, f"token {n}", b"c" * 32)
    for n in range(8)
]


class Scripted(GameServiceServicer):
    """Answers a piece of each stream and breaks off; the first answer is a refusal, where there is one."""

    def __init__(self, *, piece=100, streams=100, refusal=None):
        self.streams = []
        self._piece = piece
        self._left = streams
        self._refusals = [refusal] if refusal else []

    async def Play(self, requests, context):
        """Answer with the number of the command's seat as the version."""
        self.streams.append([])
        self._left -= 1
        if self._left < 0:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "not here")
        async for request in requests:
            if len(self.streams[-1]) == self._piece:
                await context.abort(grpc.StatusCode.UNAVAILABLE, "the stream breaks")
            self.streams[-1].append(request)
            act = pb.ActResponse(version=int(request.token.removeprefix("token ")))
            answer = {"refusal": self._refusals.pop()} if self._refusals else {"act": act}
            yield pb.PlayResponse(command_id=request.act.command_id, **answer)


def no(status, reason, **metadata):
    return pb.Refusal(status=status.value[0], reason=reason, message="look again", metadata=metadata)


async def test_each_seat_gets_its_own_answer():
    """Many seats send at once on one stream, each with its own token, and each is told its own answer."""
    async with connected(service := Scripted()) as client, Playing(client) as playing:
        answers = await asyncio.gather(*(playing.act(seat, ROLL.command) for seat in SEATS))

    assert [answer.version for answer in answers] == list(range(8))
    ((*requests,),) = service.streams
    assert [request.act.game_id for request in requests] == [seat.game_id for seat in SEATS]
    assert all(request.act.want_view and request.act.want_legal_actions for request in requests)


async def test_what_is_unanswered_is_sent_again_on_another_stream():
    """Where the stream breaks, each command is answered all the same, with its id, in the same order."""
    async with connected(service := Scripted(piece=3)) as client, Playing(client) as playing:
        answers = await asyncio.gather(*(playing.act(seat, ROLL.command) for seat in SEATS))

    assert [answer.version for answer in answers] == list(range(8))
    answered = [request.token for stream in service.streams for request in stream]
    assert answered == [seat.token for seat in SEATS]
    assert len({request.act.command_id for stream in service.streams for request in stream}) == 8


async def test_a_refusal_is_raised_and_ends_nothing():
    """A refused command raises what the server said; the stream goes on for others."""
    refusal = no(grpc.StatusCode.ABORTED, "WRONG_VERSION", version="7")
    async with connected(service := Scripted(refusal=refusal)) as client, Playing(client) as playing:
        with pytest.raises(Refused, match="look again") as raised:
            await playing.act(SEATS[0], ROLL.command, expected_version=6)
        assert (await playing.act(SEATS[1], ROLL.command)).version == 1

    assert (raised.value.status, raised.value.reason) == (grpc.StatusCode.ABORTED, "WRONG_VERSION")
    assert raised.value.metadata == {"version": "7"}
    assert len(service.streams) == 1
    assert service.streams[0][0].act.expected_version == 6


async def test_an_answer_that_tells_nothing_is_asked_for_again():
    """UNAVAILABLE as an answer leaves open what was recorded: the very same command is sent again."""
    refusal = no(grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
    async with connected(service := Scripted(refusal=refusal)) as client, Playing(client) as playing:
        assert (await playing.act(SEATS[3], ROLL.command)).version == 3

    first, again = service.streams[0]
    assert first == again


async def test_a_server_that_stays_away_is_unreachable():
    """When the patience has run out everyone who waits is told; the next command tries anew."""
    async with connected(Scripted(streams=0), patience=0.0) as client, Playing(client) as playing:
        for _ in range(2):
            waiting = [playing.act(seat, ROLL.command) for seat in SEATS]
            assert all(
                isinstance(each, Unreachable)
                for each in await asyncio.gather(*waiting, return_exceptions=True)
            )
