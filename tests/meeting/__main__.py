"""
Hold two tournaments on two nodes, kill one of them, and check what comes out: `make tournament`.

    PYTHONPATH=tests python -m meeting               200 at Everest, 60 at tables of Dicey Peaks
    PYTHONPATH=tests python -m meeting --seed 17     with this luck

Bots play over gRPC; some come late, some drop out, some never come and are timed out. Ends with 1 where an
audit finds a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import SystemRandom
from time import perf_counter

from crash.nodes import on_postgres
from database import Server

from summitbook.v1 import tournament_pb2 as pb

from .judge import judge
from .meeting import Plan, meeting

PLANS = [
    Plan("Everest Open", pb.TOURNAMENT_KIND_DUPLICATE, "everest1924", 200, 1, 5, 10),
    Plan("Peaks Cup", pb.TOURNAMENT_KIND_TABLES, "dicey_peaks", 60, 6, 3, 10),
]


def main() -> int:
    """Hold it; the status to end with."""
    parser = argparse.ArgumentParser("meeting")
    parser.add_argument("--seed", type=int, default=SystemRandom().getrandbits(32))
    seed = parser.parse_args().seed
    print(f"seed {seed}")
    begin = perf_counter()

    def say(what: str) -> None:
        print(f"{perf_counter() - begin:7.1f} s  {what}", flush=True)

    with tempfile.TemporaryDirectory() as folder, Server() as server:
        held, lines = asyncio.run(meeting(on_postgres(Path(folder), server), PLANS, seed, after=5.0, say=say))
        say(f"{lines.calls} calls, {lines.retried} of them made again")
        faults = 0
        for each in held:
            say(f"{each.plan.name}: {each.commands} commands, {each.whole.tournament.games} games")
            verdict = judge(each)
            faults += len(verdict.findings)
            say(f"{each.plan.name}: {verdict}")
    return 1 if faults else 0


sys.exit(main())
