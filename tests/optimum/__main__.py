"""
Hold the solution of Everest 1924 against games that are played by it: `make optimum`.

    PYTHONPATH=tests python -m optimum                   200,000 games
    PYTHONPATH=tests python -m optimum --games 5000      so many
    PYTHONPATH=tests python -m optimum --seed 17         by other dice

Ends with 1 if the mean score or the share of summits is more than 3 standard errors from what was
worked out.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from rich.console import Console
from rich.progress import track

from summitbook_advice.everest1924.values import solved

from .climbs import EVEREST, Tally, climbs

AT_A_TIME = 1_000
MOST_ERRORS = 3


def main() -> int:
    """Play as the command line says; the status to end with."""
    parser = argparse.ArgumentParser("optimum")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    sheet = EVEREST.editions["reconstructed"].content
    parts = [range(first, min(first + AT_A_TIME, asked.games)) for first in range(0, asked.games, AT_A_TIME)]
    with ProcessPoolExecutor() as pool:
        played = pool.map(partial(climbs, sheet, asked.seed), parts)
        shown = track(played, "Climbing", total=len(parts), console=Console(stderr=True))
        tally = sum(shown, Tally())
    worth = solved(sheet).game()
    print(f"{tally.games:,} games of the strong policy, seed {asked.seed}")
    held = [
        compared("score", worth.score, *tally.score),
        compared("summit", worth.summit, *tally.summit),
    ]
    return 0 if all(held) else 1


def compared(what: str, expected: float, found: float, error: float) -> bool:
    """Print both figures; whether they agree."""
    apart = (found - expected) / error
    figures = f"{found:.4f} played, {expected:.4f} worked out"
    print(f"{what:>8}: {figures}, {apart:+.2f} standard errors of {error:.4f}")
    return abs(apart) <= MOST_ERRORS


sys.exit(main())
