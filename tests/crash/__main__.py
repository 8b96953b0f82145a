"""
Kill the service under load and hold it to what it acknowledged: `make crash`.

    PYTHONPATH=tests python -m crash                     all there is
    PYTHONPATH=tests python -m crash sqlite              200 kills of a node on SQLite
    PYTHONPATH=tests python -m crash postgresql          100 accidents of two nodes and their database
    PYTHONPATH=tests python -m crash stops               50 orderly stops under load
    PYTHONPATH=tests python -m crash --seed 17           with this luck

The seed says who does what, and when accidents happen; what is under way then, the machine says. Ends with 1
where something acknowledged was lost, done twice or out of order, or a follower missed or repeated a record.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from statistics import median

from database import Server
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .calls import Fault
from .nodes import Place, on_postgres, on_sqlite
from .ordeal import ordeal
from .stopping import stops

TIMES = {"sqlite": 200, "postgresql": 100, "stops": 50}
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def main() -> int:
    """Do what the command line asks for; the status to end with."""
    parser = argparse.ArgumentParser("crash")
    parser.add_argument("what", nargs="?", choices=TIMES, help="all there is where none is named")
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32))
    asked = parser.parse_args()
    for what in (asked.what,) if asked.what else TIMES:
        try:
            print(f"{what}, seed {asked.seed}: no promise broken. {_run(what, asked.seed)}")
        except Fault as fault:
            print(f"{what}, seed {asked.seed}: {fault}")
            return 1
    return 0


def _run(what: str, seed: int) -> str:
    times = TIMES[what]
    with Progress(*COLUMNS, console=Console(stderr=True)) as progress, _place(what) as place:
        task = progress.add_task(f"{what}, seed {seed}", total=times)
        run = _stops if what == "stops" else ordeal
        return str(asyncio.run(run(place, times, seed, lambda: progress.advance(task))))


async def _stops(place: Place, times: int, seed: int, done: Callable[[], object]) -> str:
    async with place:
        took = await stops(place.nodes[0], times, seed, done)
        await place.nodes[0].stop()
    return f"{times} stops took {median(took):.2f} s, {max(took):.2f} s at most"


@contextmanager
def _place(what: str) -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as folder:
        if what != "postgresql":
            yield on_sqlite(Path(folder))
        else:
            with Server(fsync=True) as server:
                yield on_postgres(Path(folder), server)


sys.exit(main())
