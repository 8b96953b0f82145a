"""Durable commands of one node on PostgreSQL, which waits for the disk, beside empty calls."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from statistics import median

from players import served
from rounds import ROUNDS, cost, echoes, rate
from throughput import GAMES_A_ROUND, commands

sys.path.append(str(Path(__file__).parents[1]))
from database import Server, binaries


async def figures(folder: Path) -> dict[str, float]:
    """64 in flight over 64 games and empty calls, in turn; none where PostgreSQL is not installed."""
    if binaries() is None:
        print("postgres: not measured, PostgreSQL is not installed")
        return {}
    with Server(fsync=True) as server:
        async with served(folder, store=server.database()) as players:
            echoed, acted = [], []
            for _ in range(ROUNDS):
                seats = list(await asyncio.gather(*(players.sit() for _ in range(GAMES_A_ROUND))))
                echoed.append(await echoes(players))
                acted.append(await commands(players, seats))
    return {
        "postgres_over_echo": rate(acted) / rate(echoed),
        "postgres_act_per_s": rate(acted),
        "postgres_cpu_act_over_echo": cost(acted) / cost(echoed),
        "postgres_commands_per_commit": median(each.shared for each in acted),
    }
