"""How many bytes of memory a game takes that is in the cache and at rest: see `idle.py`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

GAMES = ("everest1924", "dicey_peaks", "mountaineering")
IDLE = str(Path(__file__).with_name("idle.py"))


async def figures(folder: Path) -> dict[str, float]:
    """Of each game, and first of the one that takes most."""
    found = {f"idle_{game}_bytes": await weighed(folder / game, game) for game in GAMES}
    return {"idle_game_bytes": max(found.values()), **found}


async def weighed(folder: Path, game: str) -> float:
    """The bytes of one game, as a fresh process finds them."""
    await told("fill", str(folder), game)
    return float(await told("weigh", str(folder)))


async def told(*arguments: str) -> bytes:
    """What a run of `idle.py` prints."""
    running = await asyncio.create_subprocess_exec(
        sys.executable, IDLE, *arguments, stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await running.communicate()
    assert running.returncode == 0
    return printed
