"""
Meddle with whole dossiers: `make meddle`.

    PYTHONPATH=tests python -m meddle                  200 changes
    PYTHONPATH=tests python -m meddle --changes 2000   so many
    PYTHONPATH=tests python -m meddle --seed 17        other ones

A tournament of each kind is played and packed; then one thing is changed at a time, covered up
more or less, and audited by somebody who has the service's key. Ends with 1 where a change is not
found first, in its place and by its code.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from rich.progress import track

from .trial import missed, trials


def main() -> int:
    """Try as the command line says; the status to end with."""
    parser = argparse.ArgumentParser("meddle")
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    caught: Counter[str] = Counter()
    misses = 0
    for trial in track(trials(asked.seed, asked.changes), "Meddling", asked.changes):
        if miss := missed(trial):
            misses += 1
            print(miss, f"again: make meddle SEED={asked.seed}", sep="\n")
        caught[trial.wanted.code] += not miss
    print(f"{asked.changes:,} changes, {misses} not told of as they must be")
    print(*(f"{count:>6,}  {code}" for code, count in caught.most_common()), sep="\n")
    return int(misses > 0)


sys.exit(main())
