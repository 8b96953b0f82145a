"""Five hundred who join, break off and resume at random, while one plays."""

import asyncio
from random import Random

import grpc
import pytest
from house import House, until

from summitbook.v1 import game_service_pb2 as games

FOLLOWERS = 500
STORES = ("sqlite", "postgresql")


@pytest.fixture
async def sqlite(tmp_path):
    async with House(tmp_path) as house:
        yield [house]


@pytest.fixture
async def postgresql(postgres, tmp_path):
    """Two nodes on one database."""
    url = postgres.database()
    async with House(tmp_path, url) as one, House(tmp_path, url) as other:
        yield [one, other]


@pytest.fixture(params=STORES)
def nodes(request):
    return request.getfixturevalue(request.param)


async def followed(nodes, game_id, luck, begun):
    """The numbers of all records that one of them sees, over as many streams on as many nodes as it takes."""
    seen = []
    await until(lambda: begun.is_set() or luck.random() < 0.01)
    while True:
        request = games.SubscribeRequest(
            game_id=game_id, after=seen[-1] if seen else 0, want_view=luck.random() < 0.2
        )
        call = luck.choice(nodes).games.Subscribe(request)
        if await heard(call, seen, luck.randint(1, 12)):
            return seen
        await asyncio.sleep(luck.random() / 20)


async def heard(call, seen, patience):
    """Take so many items in, then break off; whether the stream came to its end before."""
    async for item in call:
        seen += [record.n for record in item.records.records]
        patience -= 1
        if not patience:
            call.cancel()
            return False
    assert await call.code() == grpc.StatusCode.OK
    return True


async def test_everyone_sees_every_record_once(nodes):
    """Whenever they come, break off and resume, on whatever node, all see n+1, n+2, … to the last record."""
    luck, begun = Random(1924), asyncio.Event()
    game_id, token = await nodes[0].started()
    followers = [
        asyncio.create_task(followed(nodes, game_id, Random(luck.random()), begun)) for _ in range(FOLLOWERS)
    ]
    for turn in range(12):
        await nodes[turn % len(nodes)].play(game_id, token, turns=1)
        begun.set()
        await asyncio.sleep(0.05)
    if not (await nodes[-1].game(game_id)).outcome:
        await nodes[-1].finish(game_id, token)
    last = (await nodes[-1].game(game_id)).version

    for seen in await asyncio.gather(*followers):
        assert seen == list(range(1, last + 1))
    for house in nodes:
        await until(lambda house=house: not house.parts.followers.open.inside)
        assert house.parts.followers._feeds == {}
