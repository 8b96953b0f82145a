"""Whole games through the rules alone, by chance, in two processes: commands a second of each game."""

from __future__ import annotations

import time
from itertools import islice
from pathlib import Path
from statistics import median

from summitbook_domain.games import newest
from summitbook_service.cli.simulate.many import Asked, simulated

SEATS = {"everest1924": 1, "dicey_peaks": 4, "mountaineering": 4}
GAMES = {"everest1924": 20_000, "dicey_peaks": 1_000, "mountaineering": 1_000}
"""Some seconds each."""
JOBS = 2
ROUNDS = 3


async def figures(folder: Path) -> dict[str, float]:
    """Legal commands, chance and events made, nothing recorded."""
    rounds = [{name: _rate(name) for name in SEATS} for _ in range(ROUNDS)]
    return {f"simulated_{name}": median(each[name] for each in rounds) for name in SEATS}


def _rate(name: str) -> float:
    """Commands a second of wall time in the second half of the games; by then every process has begun."""
    game = newest(name)
    assert game is not None
    asked = Asked(
        game=name,
        rules=game.rules,
        policies=("random",) * SEATS[name],
        edition=next(iter(game.editions.values())),
        options={},
        seed=b"bench",
    )
    played, half = simulated(asked, GAMES[name], JOBS), GAMES[name] // 2
    assert len(list(islice(played, half))) == half
    start = time.perf_counter()
    commands = sum(each.commands for each in played)
    return commands / (time.perf_counter() - start)
