"""Many who follow a game, come late, break off and resume: each sees every record once, in order."""

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest
from house import ROLL, House, kind_of

from summitbook.v1 import game_service_pb2 as games

FOLLOWERS = 500
BREAKS_OFF = 0.05
"""How likely a follower is to break off after an item."""


@pytest.fixture(params=["one node on a file", "two nodes on PostgreSQL"])
async def nodes(request, tmp_path):
    alone = request.param == "one node on a file"
    store = None if alone else request.getfixturevalue("postgres").database()
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(House(tmp_path, store)) for _ in range(1 if alone else 2)]


async def follow(nodes, game_id, luck):
    """The numbers of the records that somebody sees who comes and goes, up to the end of the game."""
    seen = []
    await asyncio.sleep(luck.random())
    while True:
        request = games.SubscribeRequest(game_id=game_id, after=len(seen))
        call = luck.choice(nodes).games.Subscribe(request)
        async for item in call:
            seen += [record.n for record in item.records.records]
            if luck.random() < BREAKS_OFF:
                call.cancel()
                break
        else:
            return seen
        await asyncio.sleep(luck.random() / 10)


async def play(nodes, game_id, token, luck):
    """Play a game to its end, each command on any of the nodes; answers its last version."""
    while True:
        node = luck.choice(nodes)
        if not (legal := await node.legal(game_id, token)):
            return (await node.game(game_id)).version
        await node.act(game_id, token, next((each for each in legal if kind_of(each) == "advance"), ROLL))
        await asyncio.sleep(luck.random() / 50)


async def test_whoever_comes_and_goes_misses_nothing(nodes):
    """While a game is played hundreds join, break off and resume on any node: all see 1, 2, 3, … on."""
    luck = Random(1924)
    game_id, token = await nodes[0].started()
    following = [asyncio.create_task(follow(nodes, game_id, Random(i))) for i in range(FOLLOWERS)]
    last = await play(nodes, game_id, token, luck)

    for seen in await asyncio.gather(*following):
        assert seen == list(range(1, last + 1))
