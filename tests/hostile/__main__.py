"""
Send hostile requests to the service: `make fuzz`.

    PYTHONPATH=tests python -m hostile                     1,000,000 requests
    PYTHONPATH=tests python -m hostile --requests 20000    so many
    PYTHONPATH=tests python -m hostile --seed 17           another row of them

Ends with 1 where something gives, and says which request did it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .attack import Attack, Broken, Report
from .target import target

COLUMNS = (TextColumn("hostile requests"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
MOST_GROWTH = 0.05
"""By so much the memory may differ once everything that is remembered is full."""


def main() -> int:
    """Attack as the command line says; the status to end with."""
    parser = argparse.ArgumentParser("fuzz")
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, target(Path(folder) / "data") as service:
        attack = Attack(service, asked.seed, asked.requests)
        try:
            report = asyncio.run(_shown(attack, asked.requests))
        except Broken as broken:
            print(broken, f"again: make fuzz SEED={asked.seed}", sep="\n")
            return 1
    print(_told(report))
    return int(report.growth > MOST_GROWTH)


async def _shown(attack: Attack, requests: int) -> Report:
    with Progress(*COLUMNS, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=requests)
        return await attack.run(lambda done: progress.advance(task, done))


def _told(report: Report) -> str:
    before, after = (each / 1e6 for each in report.memory)
    lines = [
        f"{report.requests:,} hostile requests: no INTERNAL, no record of a refused one",
        f"memory {before:.1f} MB when warm, {after:.1f} MB at the end ({report.growth:+.1%})",
        *(f"{count:>9,}  {status}" for status, count in report.statuses.most_common()),
        *(f"{count:>9,}    {reason}" for reason, count in report.reasons.most_common()),
    ]
    return "\n".join(lines)


sys.exit(main())
