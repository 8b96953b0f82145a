"""Peers that fall silent without a goodbye, and such as ask too often whether the other lives."""

import asyncio
import struct
from contextlib import asynccontextmanager

import grpc
import pytest
from house import House, until

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_client import calls
from summitbook_service import listening
from summitbook_service.settings import Settings

MINUTE = 60_000
"""In milliseconds."""


class Line:
    """A line to a service on which at some moment nothing comes through any more, and nobody hangs up."""

    def __init__(self, port):
        self._port = port
        self._open = asyncio.Event()
        self._open.set()
        self._relays = set()

    @asynccontextmanager
    async def laid(self):
        """The port of its near end."""
        opened = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        try:
            yield opened.sockets[0].getsockname()[1]
        finally:
            opened.close()
            self._open.set()
            for relay in self._relays:
                relay.cancel()
            await asyncio.gather(*self._relays, return_exceptions=True)

    def go_dead(self):
        """From now on what is sent, from either end, gets nowhere."""
        self._open.clear()

    async def _connected(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        for ends in ((reader, far_writer), (far_reader, writer)):
            self._relays.add(asyncio.create_task(self._relay(*ends)))

    async def _relay(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                await self._open.wait()
                writer.write(data)
            await self._open.wait()
        finally:
            writer.close()


def options(**changes):
    """The options of the server with some of them changed."""
    return tuple({**dict(listening.OPTIONS), **changes}.items())


async def test_a_follower_who_fell_silent_is_let_go(tmp_path, monkeypatch):
    """Where nothing comes back from a follower any more, its streams end, and nothing is left of them."""
    often = {"grpc.keepalive_time_ms": 1000, "grpc.http2.ping_timeout_ms": 200}
    monkeypatch.setattr(listening, "OPTIONS", options(**often))
    async with House(tmp_path) as house:
        game_id = await house.create()
        line = Line(house.port)
        async with line.laid() as port, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            calls = [
                GameServiceStub(channel).Subscribe(games.SubscribeRequest(game_id=game_id)) for _ in range(20)
            ]
            for call in calls:
                await call.read()
            assert house.parts.followers.open.inside == 20
            line.go_dead()
            await until(lambda: house.parts.followers.open.inside == 0)
            assert not house.parts.bell


@pytest.mark.parametrize("options", [listening.OPTIONS, calls.CHANNEL], ids=["server", "client"])
def test_a_silent_peer_is_noticed_in_time(options):
    """Either end learns within a minute that the other is gone: gRPC itself would wait for longer."""
    told = dict(options)
    assert told["grpc.keepalive_time_ms"] + told["grpc.http2.ping_timeout_ms"] < MINUTE


def test_a_quiet_stream_outlives_a_proxys_patience():
    """Many proxies hang up after a minute of silence: a heartbeat comes more than twice as often."""
    assert 2_000 * Settings().heartbeat < MINUTE


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, PING, GOAWAY = 4, 6, 7
ACK = 1


def frame(kind, payload):
    """A frame of HTTP/2 that is of no stream."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, 0, 0) + payload


async def frames(reader):
    """The kind and the flags of each frame that comes."""
    while True:
        head = await reader.readexactly(9)
        await reader.readexactly(int.from_bytes(head[:3], "big"))
        yield head[3], head[4]


async def test_a_client_that_asks_often_is_not_sent_away(house):
    """However often a client asks whether the service lives, it is told so each time, and not to go away."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(PREFACE + frame(SETTINGS, b""))
    answered = 0
    for _ in range(50):
        writer.write(frame(PING, b"you live"))
        async for kind, flags in frames(reader):
            assert kind != GOAWAY
            if kind == PING and flags & ACK:
                answered += 1
                break
    writer.close()
    await writer.wait_closed()
    assert answered == 50
