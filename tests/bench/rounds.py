"""Rounds: one kind of call for some seconds, and what it cost the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import chain
from statistics import median
from typing import NamedTuple

from players import Players

IN_FLIGHT = 64
ROUNDS = 4
SECONDS = 2.5
"""How long one round of one kind lasts."""

Caller = Callable[[float], Awaitable[list[float]]]
"""Makes calls until the time it is told, and tells how long each took."""


class Round(NamedTuple):
    """One kind of call, so many at once, for some seconds."""

    took: list[float]
    seconds: float
    used: float
    commits: float

    @property
    def rate(self) -> float:
        """Calls a second."""
        return len(self.took) / self.seconds

    @property
    def cost(self) -> float:
        """Processor seconds of the server a call."""
        return self.used / len(self.took)

    @property
    def shared(self) -> float:
        """Calls a commit."""
        return len(self.took) / self.commits


async def measured(players: Players, *callers: Caller) -> Round:
    """One round of these callers together."""
    used, commits, start = await players.told("Used"), await players.told("Commits"), time.perf_counter()
    took = await asyncio.gather(*(call(start + SECONDS) for call in callers))
    seconds = time.perf_counter() - start
    return Round(
        list(chain(*took)),
        seconds,
        await players.told("Used") - used,
        await players.told("Commits") - commits,
    )


async def echoes(players: Players) -> Round:
    """Empty calls."""

    async def one_after_another(end: float) -> list[float]:
        took = []
        while time.perf_counter() < end:
            took.append(await players.echo())
        return took

    return await measured(players, *[one_after_another] * IN_FLIGHT)


def rate(rounds: list[Round]) -> float:
    """The usual calls a second."""
    return median(each.rate for each in rounds)


def cost(rounds: list[Round]) -> float:
    """The usual processor seconds of the server a call."""
    return median(each.cost for each in rounds)
