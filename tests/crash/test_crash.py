"""What was acknowledged outlives every crash: a short `make crash`, and a disk that is full for a while."""

from random import Random

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from house import until

from summitbook.v1 import game_service_pb2 as pb

from .calls import Calls, reason_of
from .judge import judge
from .nodes import on_postgres, on_sqlite
from .ordeal import ordeal
from .people import CLAIM, Crowd
from .stopping import stops

SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING


async def test_nothing_is_lost_when_the_service_is_killed(tmp_path):
    """Ten kills under load: all that was acknowledged is kept once, in order, and followers see it once."""
    figures = await ordeal(on_sqlite(tmp_path), accidents=10, seed=1)
    assert min(figures.acknowledged, figures.retried, figures.resumed) > 0


async def test_nothing_is_lost_when_nodes_and_their_database_break(tmp_path, breakable):
    """Five times a node is killed, or all connections cut, or the database restarted: the same holds."""
    figures = await ordeal(on_postgres(tmp_path, breakable), accidents=5, seed=1)
    assert min(figures.acknowledged, figures.retried, figures.resumed) > 0


async def test_a_full_disk_is_unavailable_until_there_is_room(tmp_path):
    """On a full disk commands are UNAVAILABLE, health says so, reads go on; with room all goes on, whole."""
    luck = Random(1)
    async with on_sqlite(tmp_path) as place:
        node = place.nodes[0]
        calls = Calls([node.address], luck)
        crowd = Crowd(calls, luck, 4, node.token)
        await until(lambda: len(calls.acknowledged) > 20)
        node.fill_disk(full=True)
        await until_health_is(node, NOT_SERVING)
        create = pb.CreateGameRequest(command_id=calls.new_id(), game="everest1924", seats=1, claim=CLAIM)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await calls.games.CreateGame(create)
        assert (refused.value.code().name, reason_of(refused.value)) == ("UNAVAILABLE", "STORE_UNAVAILABLE")
        known = calls.acknowledged[0][1].game_id
        assert (await calls.games.GetGame(pb.GetGameRequest(game_id=known))).game.version > 0

        node.fill_disk(full=False)
        await until_health_is(node, SERVING)
        await calls.send("CreateGame", create)
        await crowd.leave()
        await judge(calls, crowd.followers, crowd.overseer)
        await calls.close()
        await node.stop()


async def test_a_stop_under_load_is_in_order(tmp_path):
    """With 500 streams open and 20 commands in flight a stop ends with 0, every stream with UNAVAILABLE."""
    async with on_sqlite(tmp_path) as place:
        await stops(place.nodes[0], times=2, seed=1)


async def until_health_is(node, status):
    """Wait until a node says this of itself."""
    async with grpc.aio.insecure_channel(node.address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        async for answer in health.Watch(health_pb2.HealthCheckRequest()):
            if answer.status == status:
                return
