"""
How much memory the server takes after 50,000 games were made and left, over what it took after 5,000.

A third is played to its end, a third is begun and left, a third is made and nobody sits
down. On each a stream is opened and closed. Those that are not closed stay open games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from players import ABANDON, ROLL, Players, served

from summitbook.v1 import game_service_pb2 as pb

FEW, MANY = 5_000, 50_000
AT_ONCE = 64


async def figures(folder: Path) -> dict[str, float]:
    """Resident bytes after a collection, at both moments, in one life of the server."""
    async with served(folder) as players:
        numbers = iter(range(MANY))
        await left(players, numbers, FEW)
        before = await players.told("Memory")
        await left(players, numbers, MANY - FEW)
        after = await players.told("Memory")
    return {
        "growth_after_50k_games": after / before - 1,
        "resident_after_5k_games_mb": before / 1e6,
        "resident_after_50k_games_mb": after / 1e6,
    }


async def left(players: Players, numbers: Iterator[int], count: int) -> None:
    """Make so many games and leave them."""
    todo = iter([next(numbers) for _ in range(count)])

    async def one_after_another() -> None:
        for number in todo:
            await _leave(players, number % 3)

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


async def _leave(players: Players, how: int) -> None:
    if how == 0:
        game_id = await players.create()
    else:
        seat = await players.sit()
        game_id = seat.game_id
        await players.act(seat, ROLL if how == 1 else ABANDON)
    call = players.games.Subscribe(pb.SubscribeRequest(game_id=game_id))
    await call.read()
    call.cancel()
