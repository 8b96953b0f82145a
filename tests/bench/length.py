"""How much longer a command takes in a long game than in a short one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

from players import Pair, Players, served

GAMES = 3
"""How many long games there are, and as many short ones."""
LONG, SHORT = 10_000, 100
"""Events of a game; each command of this bench is one."""
COMPARED = 100
"""How many commands of each game are compared, after a restart the first of which finds it unread."""
AT_ONCE = 16


async def figures(folder: Path) -> dict[str, float]:
    """Warm, and after a restart."""
    luck = Random(1924)
    async with served(folder) as players:
        games = [await players.pair(luck) for _ in range(2 * GAMES)]
        long, short = games[:GAMES], games[GAMES:]
        await asyncio.gather(*(grow(players, pair, LONG) for pair in long))
        await asyncio.gather(*(grow(players, pair, SHORT) for pair in short))
        warm = await compared(players, long, short)
    async with served(folder) as players:
        restarted = await compared(players, long, short)
    return {"long_over_short": warm, "long_over_short_restart": restarted}


async def grow(players: Players, pair: Pair, events: int) -> None:
    """Lay the card and take it back until there are so many events, and leave it in the hand."""
    made = 0
    while made < events:
        both = (pair.lay, pair.take_back) * AT_ONCE
        made += sum(map(len, await asyncio.gather(*(players.tried(pair.seat, each) for each in both))))
    await players.tried(pair.seat, pair.take_back)


async def compared(players: Players, long: Sequence[Pair], short: Sequence[Pair]) -> float:
    """The median time of a command in long games over that in short ones, one by one in turn."""
    took: tuple[list[float], list[float]] = [], []
    for each in range(COMPARED):
        for pairs in zip(long, short, strict=True):
            for times, pair in zip(took, pairs, strict=True):
                seconds, _ = await players.act(
                    pair.seat, pair[1 + each % 2], want_view=True, want_legal_actions=True
                )
                times.append(seconds)
    return median(took[0]) / median(took[1])
