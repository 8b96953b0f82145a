"""
Audit files that are no recorded games any more: `make garbage`.

    PYTHONPATH=tests python -m garbage                   100,000 spoiled files
    PYTHONPATH=tests python -m garbage --files 2000      so many
    PYTHONPATH=tests python -m garbage --seed 17         other ones
    PYTHONPATH=tests python -m garbage --only 4711       that one of them

Each must end in a verdict. Ends with 1 at the first that does not, that takes longer than a
minute, or with which this process has ever held more than 200 MB.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
from collections import Counter

from long_game import most_memory
from rich.console import Console
from rich.progress import track

from .heap import NoVerdict, spoiled, verdict

MOST_MEMORY = 200_000_000
LONGEST = 60
"""Seconds after which an audit is said to hang: a hundred times what the longest takes."""


def main() -> int:
    """Audit as the command line says; the status to end with."""
    parser = argparse.ArgumentParser("garbage")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    asked = parser.parse_args()
    numbers = range(asked.files) if asked.only is None else [asked.only]
    told: Counter[str] = Counter()
    for number in track(numbers, "Auditing garbage", console=Console(stderr=True)):
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            told[verdict(spoiled(asked.seed, number)).code or "nothing wrong"] += 1
        except NoVerdict as none:
            print(f"file {number}: {none}; again: --seed {asked.seed} --only {number}")
            return 1
        faulthandler.cancel_dump_traceback_later()
        if (most := most_memory()) > MOST_MEMORY:
            print(f"file {number}: {most / 1e6:.0f} MB; again: --seed {asked.seed} --only {number}")
            return 1
    print(f"{told.total():,} spoiled files, a verdict each, at most {most_memory() / 1e6:.0f} MB held")
    print(*(f"{count:>9,}  {code}" for code, count in told.most_common()), sep="\n")
    return 0


sys.exit(main())
