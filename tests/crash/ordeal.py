"""One ordeal: people call, accidents happen, and in the end nothing may be lost, twice or out of order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from .calls import Calls
from .judge import judge
from .nodes import Place
from .people import Crowd

PLAYERS = 12
LONGEST_PEACE = 0.8
"""How many seconds pass between two accidents at most."""


class Figures(NamedTuple):
    """What an ordeal was made of."""

    accidents: int
    games: int
    acknowledged: int
    retried: int
    resumed: int
    records_seen: int


async def ordeal(
    place: Place, accidents: int, seed: int, done: Callable[[], object] = lambda: None
) -> Figures:
    """Let so many accidents happen under load; raises Fault. `done` is told of each."""
    luck = Random(seed)
    async with place:
        calls = Calls([node.address for node in place.nodes], luck)
        crowd = Crowd(calls, luck, PLAYERS, place.nodes[0].token)
        for _ in range(accidents):
            await asyncio.sleep(luck.uniform(0.05, LONGEST_PEACE))
            crowd.check()
            await place.accident(luck)
            done()
        await crowd.leave()
        await _restart(place)
        await judge(calls, crowd.followers, crowd.overseer)
        await calls.close()
        for node in place.nodes:
            await node.stop()
    return _figures(accidents, calls, crowd)


async def _restart(place: Place) -> None:
    """So that the judge is told what is stored, not what somebody remembers."""
    for node in place.nodes:
        await node.stop()
        await node.start()


def _figures(accidents: int, calls: Calls, crowd: Crowd) -> Figures:
    return Figures(
        accidents=accidents,
        games=len({told.game_id for _, told in calls.acknowledged}),
        acknowledged=len(calls.acknowledged),
        retried=calls.retried,
        resumed=sum(follower.broke for follower in crowd.followers),
        records_seen=sum(len(follower.seen) for follower in crowd.followers),
    )
