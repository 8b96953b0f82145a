"""Many who follow one game: how many messages a second they are sent, beside empty calls."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from players import Pair, Players, served
from rounds import echoes, rate

from summitbook.v1 import game_service_pb2 as games

CROWD = str(Path(__file__).with_name("crowd.py"))

SUBSCRIBERS = 1_000
COMMANDS = 64
"""How many commands everyone hears of in one round."""
ROUNDS = 4


async def figures(folder: Path) -> dict[str, float]:
    """Rounds of both in turn, while all are subscribed."""
    async with served(folder) as players:
        pair = await players.pair(Random(1924))
        echoed, sent, used = [], [], []
        with subscribed(players.port, pair.seat.game_id, await items(players, pair)) as crowd:
            await heard(crowd)
            for _ in range(ROUNDS):
                echoed.append(await echoes(players))
                before = await players.told("Used")
                sent.append(await told(players, pair, crowd))
                used.append((await players.told("Used") - before) / (SUBSCRIBERS * COMMANDS))
    return {
        "fanout_over_echo": median(sent) / rate(echoed),
        "fanout_per_s": median(sent),
        "fanout_cpu_us": median(used) * 1e6,
    }


async def items(players: Players, pair: Pair) -> int:
    """How many items with records a subscription to this game begins with."""
    found = 0
    call = players.games.Subscribe(games.SubscribeRequest(game_id=pair.seat.game_id))
    async for item in call:
        if item.HasField("caught_up"):
            break
        found += 1
    call.cancel()
    return found


async def told(players: Players, pair: Pair, crowd: subprocess.Popen[str]) -> float:
    """Messages a second, from the first command until everyone has heard of the last."""
    commands = iter([pair.lay, pair.take_back] * (COMMANDS // 2))
    print(COMMANDS, file=crowd.stdin, flush=True)
    start = time.monotonic()
    for command in commands:
        await players.act(pair.seat, command)
    return SUBSCRIBERS * COMMANDS / (await heard(crowd) - start)


@contextmanager
def subscribed(port: int, game_id: str, there: int) -> Iterator[subprocess.Popen[str]]:
    """A crowd that is to see so many items first, and is then heard."""
    command = [sys.executable, CROWD, *map(str, (port, game_id, SUBSCRIBERS, there))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


async def heard(crowd: subprocess.Popen[str]) -> float:
    """The moment at which everyone had heard what they waited for."""
    assert crowd.stdout
    return float(await asyncio.to_thread(crowd.stdout.readline))
