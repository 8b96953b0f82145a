"""A node and its database: what clients see while it is gone, and how little of it they take up."""

import asyncio
import signal
import subprocess
import sys

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from house import ADVANCE, CLAIM, ROLL, House, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_service import health, neighbours
from summitbook_service.store.postgres import READERS

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
async def house(url, tmp_path, monkeypatch):
    monkeypatch.setattr(health, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(neighbours, "AGAIN_SECONDS", 0.05)
    async with House(tmp_path, url) as opened:
        yield opened


async def status_becomes(house, status):
    """Wait until the health of the node is this."""
    stub = health_pb2_grpc.HealthStub(house.channel)
    async with asyncio.timeout(30):
        async for told in stub.Watch(health_pb2.HealthCheckRequest()):
            if told.status == status:
                return


async def test_a_node_without_its_database_says_so_and_recovers(house, postgres):
    """While it is gone calls are UNAVAILABLE and health NOT_SERVING; once it is back all goes on again."""
    game_id, token = await house.started()
    rolled = await house.act(game_id, token, ROLL)
    command_id = new_id()
    postgres.stop()
    try:
        await status_becomes(house, NOT_SERVING)
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            await house.act(game_id, token, ADVANCE, command_id=command_id)
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            await house.game(game_id)
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            await house.make()
    finally:
        postgres.start()

    await status_becomes(house, SERVING)
    assert (await house.game(game_id)).record_hash == rolled.record_hash
    first, again = [await house.act(game_id, token, ADVANCE, command_id=command_id) for _ in range(2)]
    assert first.version == again.version > rolled.version


async def test_a_node_goes_on_when_its_connections_are_cut(house, postgres):
    """Connections that end at any moment cost no answered command, and no command twice."""
    game_id, token = await house.started()
    answered = []

    async def play():
        for command in (ROLL, ADVANCE) * 6:
            command_id = new_id()
            answered.append(await done(house, game_id, token, command, command_id))

    playing = asyncio.create_task(play())
    while not playing.done():
        await asyncio.sleep(0.02)
        await asyncio.to_thread(postgres.cut)
    await playing

    records = {record.n: record.record_hash for record in await house.follow(game_id)}
    assert list(records) == list(range(1, len(records) + 1))
    versions = [each.version for each in answered]
    assert versions == sorted(set(versions))
    assert all(records[each.version] == each.record_hash for each in answered)


async def done(house, game_id, token, command, command_id):
    """The answer to a command that is sent until there is one."""
    while True:
        try:
            return await house.act(game_id, token, command, command_id=command_id)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.UNAVAILABLE:
                raise
            await asyncio.sleep(0.01)


PROGRAM = """
import sys
from pathlib import Path
from summitbook_service.server import run
from summitbook_service.settings import Settings
from summitbook_service.store import postgres

postgres.ANSWER_SECONDS = 3_600
settings = Settings(data=Path(sys.argv[1]), store=sys.argv[2], port=0, web_port="off", grace=0.2)
run(settings, ready=lambda service: print(service.port, flush=True))
"""
"""A node that would wait for an hour for an answer of its database."""


@pytest.fixture
def process(breakable, tmp_path):
    """Such a node, and its port."""
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), breakable.database()]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield running, int(running.stdout.readline())
    finally:
        running.kill()
        running.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="it is told by /proc whom to stop")
async def test_a_database_that_stands_still_holds_up_no_stop(breakable, process):
    """A node told to stop ends with 0, though nothing that it asks of its database is answered any more."""
    running, port = process
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = GameServiceStub(channel)
        usual = {"game": "everest1924", "seats": 1, "claim": CLAIM}
        made = await stub.CreateGame(games.CreateGameRequest(command_id=new_id(), **usual))
        follower = stub.Subscribe(games.SubscribeRequest(game_id=made.game.game_id))
        while (await follower.read()).WhichOneof("item") != "caught_up":
            continue
        breakable.freeze()
        try:
            stuck = stub.CreateGame(games.CreateGameRequest(command_id=new_id(), **usual))
            running.send_signal(signal.SIGTERM)
            _, complaints = await asyncio.to_thread(running.communicate, timeout=60)
        finally:
            breakable.thaw()
        for call in (stuck, follower.read()):
            with pytest.raises(grpc.aio.AioRpcError, match="UNAVAILABLE"):
                await call
    assert running.returncode == 0
    assert "Traceback" not in complaints
    assert "never retrieved" not in complaints


async def test_subscribers_take_no_connections(house, postgres, url):
    """With 1,000 who follow a node has as many connections to its database as with 10, and they are told."""
    game_id, token = await house.started()
    calls = []

    async def follow(count):
        """So many more who follow, each having seen everything."""
        for _ in range(count):
            call = house.games.Subscribe(games.SubscribeRequest(game_id=game_id))
            while (await call.read()).WhichOneof("item") != "caught_up":
                continue
            calls.append(call)

    await follow(10)
    while (with_ten := postgres.connections(url)) < READERS + 2:
        await asyncio.gather(*(house.game(game_id) for _ in range(100)))
    await follow(990)
    assert postgres.connections(url) == with_ten == READERS + 2

    answer = await house.act(game_id, token, ROLL)
    for call in calls:
        while (told := await call.read()).WhichOneof("item") == "heartbeat":
            continue
        assert told.version == answer.version
        call.cancel()
