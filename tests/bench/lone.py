"""One caller alone: how long it waits for a durable command, beside an empty call and a bare commit."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

from players import served

TIMES = 400


async def figures(folder: Path) -> dict[str, float]:
    """The three in turn, so that they see the same machine."""
    echoed, acted, committed = [], [], []
    async with served(folder) as players:
        pair = await players.pair(Random(1924))
        for each in range(TIMES):
            echoed.append(await players.echo())
            acted.append((await players.act(pair.seat, pair[1 + each % 2]))[0])
            committed.append(await players.told("Commit"))
    return {
        "lone_over_echo": (median(acted) - median(committed)) / median(echoed),
        "lone_act_ms": median(acted) * 1_000,
        "lone_echo_ms": median(echoed) * 1_000,
        "bare_commit_ms": median(committed) * 1_000,
    }
