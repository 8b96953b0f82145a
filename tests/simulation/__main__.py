"""
Play the service under faults, each run from its own seed: `make simulate-faults`.

    PYTHONPATH=tests python -m simulation                100,000 runs, from seed 0 on, on every processor
    PYTHONPATH=tests python -m simulation --runs 5000    so many
    PYTHONPATH=tests python -m simulation --seed 17      this very run, and its trace

Ends with 1 where a promise is broken, and says how to see it again.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .run import BrokenPromise, simulate
from .runs import broken

COLUMNS = (TextColumn("simulating faults"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def main() -> int:
    """Do what the command line asks for; the status to end with."""
    parser = argparse.ArgumentParser("simulate-faults")
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int)
    asked = parser.parse_args()
    return many(asked.runs) if asked.seed is None else one(asked.seed)


def many(runs: int) -> int:
    """Run all seeds up to a number; ends at the first that breaks a promise."""
    with Progress(*COLUMNS, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=runs)
        if found := broken(range(runs), lambda done: progress.advance(task, done)):
            print(found)
            return 1
    print(f"{runs:,} runs, no promise broken")
    return 0


def one(seed: int) -> int:
    """Run one seed and print its trace."""
    try:
        world, status = simulate(seed), 0
    except BrokenPromise as promise:
        world, status = promise.world, 1
        print(promise, file=sys.stderr)
    print(*world.trace, f"trace {world.digest}", sep="\n")
    return status


sys.exit(main())
