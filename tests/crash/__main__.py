"""
Kill the service under load and hold it to what it acknowledged: `make crash`.

    PYTHONPATH=tests python -m crash                     200 kills on SQLite, 100 accidents on PostgreSQL
    PYTHONPATH=tests python -m crash --store sqlite      the one of them
    PYTHONPATH=tests python -m crash --seed 17           with this luck

The seed says who does what, and when accidents happen; what is under way then, the machine says. Ends with 1
where something acknowledged was lost, done twice or out of order, or a follower missed or repeated a record.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom

from database import Server
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .calls import Fault
from .nodes import Place, on_postgres, on_sqlite
from .ordeal import Figures, ordeal

ACCIDENTS = {"sqlite": 200, "postgresql": 100}
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeRemainingColumn(),
)


def main() -> int:
    """Do what the command line asks for; the status to end with."""
    parser = argparse.ArgumentParser("crash")
    parser.add_argument("--store", choices=ACCIDENTS)
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32))
    asked = parser.parse_args()
    for store in [asked.store] if asked.store else ACCIDENTS:
        try:
            print(
                f"{store}, seed {asked.seed}: nothing lost, nothing twice, no gap: {_run(store, asked.seed)}"
            )
        except Fault as fault:
            print(f"{store}, seed {asked.seed}: {fault}")
            return 1
    return 0


def _run(store: str, seed: int) -> Figures:
    with Progress(*COLUMNS, console=Console(stderr=True)) as progress, _place(store) as place:
        task = progress.add_task(f"{store}, seed {seed}", total=ACCIDENTS[store])
        return asyncio.run(ordeal(place, ACCIDENTS[store], seed, lambda: progress.advance(task)))


@contextmanager
def _place(store: str) -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as folder:
        if store == "sqlite":
            yield on_sqlite(Path(folder))
        else:
            with Server(fsync=True) as server:
                yield on_postgres(Path(folder), server)


sys.exit(main())
