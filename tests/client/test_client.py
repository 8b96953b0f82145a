"""Calls and streams over a line that breaks, against a service that is scripted."""

import asyncio
import hashlib
import json
import socket
from contextlib import asynccontextmanager

import grpc
import pytest
from google.protobuf.any_pb2 import Any
from google.rpc import error_details_pb2, status_pb2
from pictures import ROLL

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import record_pb2
from summitbook.v1.game_service_pb2_grpc import GameServiceServicer, add_GameServiceServicer_to_server
from summitbook_client import BlockingClient, BrokenChain, Client, Refused, Unreachable, calls

GAME = "928f0218-8b68-4fb3-8188-53138e4ae6ab"


def the_seat(client):
    return client.seat(GAME, 0, "the-token", b"c" * 32)


@asynccontextmanager
async def connected(servicer, **options):
    server = grpc.aio.server()
    add_GameServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with Client(f"127.0.0.1:{port}", **options) as client:
            yield client
    finally:
        await server.stop(None)


class Scripted(GameServiceServicer):
    """Answers a call after so many failures, and a stream piece by piece."""

    def __init__(
        self, *, failures=0, status=grpc.StatusCode.UNAVAILABLE, records=(), piece=100, silent=False
    ):
        self.asked = []
        self.tokens = []
        self.failures = failures
        self.status = status
        self.records = list(records)
        self.piece = piece
        self.silent = silent

    async def GetServerInfo(self, request, context):
        """Tell how often a stream shows that it lives, if it does."""
        return pb.GetServerInfoResponse(limits=pb.Limits(heartbeat_seconds=int(self.silent)))

    async def Act(self, request, context):
        """Fail so many times, then answer."""
        self.asked.append(request)
        self.tokens.append(dict(context.invocation_metadata()).get("authorization"))
        if len(self.asked) <= self.failures:
            await context.abort(self.status, "not now")
        return pb.ActResponse(version=7)

    async def Subscribe(self, request, context):
        """Send a piece of the records, and break off, or fall silent, unless it was the last."""
        self.asked.append(request)
        for record in self.records[request.after :][: self.piece]:
            yield pb.SubscribeResponse(version=record.n, records=pb.Records(records=[record]))
        if request.after + self.piece >= len(self.records):
            return
        if self.silent:
            await asyncio.Event().wait()
        else:
            await context.abort(self.status, "the stream breaks")


def log(count):
    """A chain of records as the service writes them."""
    prev, records = "0" * 64, []
    for n in range(1, count + 1):
        front, back = '{"at":"now","data":{},', f'"n":{n},"prev":"{prev}","type":"X"}}'
        prev = hashlib.sha256((front + back).encode()).hexdigest()
        line = f'{front}"hash":"{prev}",{back}'.encode()
        records.append(record_pb2.Record(n=n, line=line, record_hash=bytes.fromhex(prev)))
    return records


@pytest.mark.parametrize("status", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED], ids=str)
async def test_an_unanswered_command_is_sent_again_with_its_id(status):
    """When the server goes away nobody knows what was recorded, so the very same request is sent again."""
    service, waits = Scripted(failures=2, status=status), []
    async with connected(service, on_wait=lambda: waits.append(1)) as client:
        answer = await the_seat(client).act(ROLL.command, expected_version=6)

    assert answer.version == 7
    assert len(service.asked) == 3
    assert service.asked[0] == service.asked[1] == service.asked[2]
    assert waits == [1, 1]


async def test_two_commands_have_two_ids():
    """A new command is never taken for an old one."""
    service = Scripted()
    async with connected(service) as client:
        await the_seat(client).act(ROLL.command)
        await the_seat(client).act(ROLL.command)

    assert service.asked[0].command_id != service.asked[1].command_id


async def test_a_seats_token_travels_with_its_calls():
    """As `authorization: Bearer`, and not in the request."""
    service = Scripted()
    async with connected(service) as client:
        await the_seat(client).act(ROLL.command)

    assert service.tokens == ["Bearer the-token"]
    assert b"the-token" not in service.asked[0].SerializeToString()


def test_what_holds_keys_does_not_show_them():
    """Neither token nor claim nor join code is in what is printed of a seat or a host, also a waiting one."""
    keys = {"token": "the-token", "claim": b"c" * 32}
    for client, word in ((Client("elsewhere"), ""), (BlockingClient("elsewhere"), "Blocking")):
        assert repr(client.seat(GAME, 0, **keys)) == f"{word}Seat(game_id='{GAME}', seat=0)"
        assert repr(client.host(GAME, **keys, join_code="the-code")) == f"{word}Host(game_id='{GAME}')"


async def test_a_server_that_stays_away_is_unreachable():
    """Patience ends, and what is raised says that no answer came."""
    service = Scripted(failures=1000)
    async with connected(service, patience=0.3) as client:
        with pytest.raises(Unreachable) as raised:
            await the_seat(client).act(ROLL.command)

    assert (raised.value.status, raised.value.reason) == (grpc.StatusCode.UNAVAILABLE, "UNREACHABLE")
    assert len(service.asked) > 1


async def test_nobody_listening_is_unreachable():
    """A wrong address is the same to a client."""
    async with Client("127.0.0.1:1", patience=0.2) as client:
        with pytest.raises(Unreachable):
            await client.server_info()


async def test_something_else_that_listens_is_unreachable(monkeypatch):
    """A port that takes the client and says nothing is given up too."""
    monkeypatch.setattr(calls, "STRANGER_ATTEMPT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = f"127.0.0.1:{silent.getsockname()[1]}"
        async with Client(server, patience=0.1) as client:
            with pytest.raises(Unreachable):
                await client.server_info()


async def test_a_refusal_has_the_servers_reason_and_is_not_sent_again():
    """The stable code of ErrorInfo, the sentence and the metadata are there to be used."""

    class Refusing(Scripted):
        async def Act(self, request, context):
            """Refuse, as the service does."""
            self.asked.append(request)
            info = error_details_pb2.ErrorInfo(
                reason="MUST_CAMP", domain="summitbook", metadata={"version": "9"}
            )
            detail = Any()
            detail.Pack(info)
            status = status_pb2.Status(code=9, message="camp instead", details=[detail])
            context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "camp instead")

    service = Refusing()
    async with connected(service) as client:
        with pytest.raises(Refused) as raised:
            await the_seat(client).act(ROLL.command)

    refused = raised.value
    assert (refused.status, refused.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "MUST_CAMP")
    assert (refused.message, refused.metadata) == ("camp instead", {"version": "9"})
    assert len(service.asked) == 1


async def test_an_error_without_a_reason_is_called_by_its_status():
    """What stands between client and service has no codes of ours."""
    async with connected(Scripted(failures=1, status=grpc.StatusCode.RESOURCE_EXHAUSTED)) as client:
        with pytest.raises(Refused) as raised:
            await the_seat(client).act(ROLL.command)

    assert raised.value.reason == "RESOURCE_EXHAUSTED"


async def test_a_broken_stream_goes_on_behind_the_last_record():
    """Each record comes once and in order, however often the line breaks."""
    service = Scripted(records=log(10), piece=3)
    async with connected(service) as client:
        seen = [item.version async for item in client.table(GAME).follow()]

    assert seen == list(range(1, 11))
    assert [request.after for request in service.asked] == [0, 3, 6, 9]


async def test_a_stream_begins_where_it_is_told_to():
    """`after` is the last record seen already."""
    async with connected(Scripted(records=log(5))) as client:
        assert [item.version async for item in client.table(GAME).follow(3)] == [4, 5]


async def test_a_stream_that_makes_headway_never_tires_the_patience():
    """Only failures in a row count, so a long game over a bad line is followed to its end."""
    async with connected(Scripted(records=log(12), piece=1), patience=0.15) as client:
        assert [item.version async for item in client.table(GAME).follow()] == list(range(1, 13))


async def test_a_stream_that_has_fallen_silent_is_taken_up_again(monkeypatch):
    """Where nothing comes for three heartbeats nobody waits on, though the line seems to be there."""
    monkeypatch.setattr(calls, "SILENT_BEATS", 0.1)
    scripted = Scripted(records=log(5), piece=2, silent=True)
    async with connected(scripted) as client:
        assert [item.version async for item in client.table(GAME).follow()] == [1, 2, 3, 4, 5]
    assert [request.after for request in scripted.asked] == [0, 2, 4]


@pytest.mark.parametrize("after", [0, 2])
async def test_a_watcher_is_told_every_record(after):
    """From the beginning or from a record on, in steps."""
    async with connected(Scripted(records=log(4))) as client:
        steps = [step async for step in client.table(GAME).steps(after)]

    assert [record.n for step in steps for record in step.records] == list(range(after + 1, 5))


@pytest.mark.parametrize("harm", ["line", "hash", "prev", "gap"])
async def test_a_watcher_notices_a_record_that_does_not_follow(harm):
    """A changed line, a changed hash, another log's record and a missing one all break the chain."""
    records = log(4)
    if harm == "line":
        records[2].line = records[2].line.replace(b"now", b"won")
    elif harm == "hash":
        records[2].record_hash = bytes(32)
    elif harm == "prev":
        records[2] = _rehashed(records[2])
    else:
        records = [*records[:2], records[3]]
    async with connected(Scripted(records=records)) as client:
        with pytest.raises(BrokenChain):
            _ = [step async for step in client.table(GAME).steps()]


def _rehashed(record):
    """The record with another `prev`, its own hash mended."""
    said = {**json.loads(record.line), "prev": "1" * 64}
    del said["hash"]
    plain = json.dumps(said, separators=(",", ":"), sort_keys=True)
    digest = hashlib.sha256(plain.encode()).hexdigest()
    line = plain.replace('"n":', f'"hash":"{digest}","n":').encode()
    return record_pb2.Record(n=record.n, line=line, record_hash=bytes.fromhex(digest))


async def test_an_answer_after_pauses_is_told(client):
    """Once, so that whoever said that there is none can take it back."""
    told = []
    client.on_answer = lambda: told.append("answer")

    await client.server_info()
    client._waits()
    await client.server_info()
    await client.server_info()

    assert told == ["answer"]
