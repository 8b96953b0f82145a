"""
Tamper with every golden replay, and with the examples where they are there: `make tamper`.

    PYTHONPATH=tests python -m tamper                  200 single changes of each file
    PYTHONPATH=tests python -m tamper --changes 20     so many
    PYTHONPATH=tests python -m tamper --seed 17        other ones

Each is judged for a referee, a player and a passer-by. Ends with 1 where anyone is not told
what docs/replay-format.md says, and shows which change it was.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from rich.progress import track

from .evidence import files, read
from .trial import judge, trials


def main() -> int:
    """Try as the command line says; the status to end with."""
    parser = argparse.ArgumentParser("tamper")
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    caught: Counter[str] = Counter()
    missed, every = 0, [read(path) for path in files()]
    for evidence in track(every, "Tampering"):
        for trial in trials(evidence, asked.seed, asked.changes):
            for miss in judge(evidence, trial, caught):
                missed += 1
                print(miss, f"again: make tamper SEED={asked.seed}", sep="\n")
    print(f"{caught.total():,} changes of {len(every)} files, {missed} not told of as they must be")
    print(*(f"{count:>9,}  {who}" for who, count in caught.most_common()), sep="\n")
    return int(missed > 0)


sys.exit(main())
