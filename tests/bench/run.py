"""
Measure the service: `make bench`, or `run.py NAME …` for some of the figures.

The server runs in a process of its own. What is compared takes turns, so that both sides
see the same machine. The last line is one JSON object; `results.md` beside this file
keeps each whole run with the commit it measured.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import audits
import dossier
import fanout
import growth
import length
import lone
import memory
import pages
import postgres
import simulated
import throughput
import uvloop

FIGURES = {
    "throughput": throughput,
    "lone": lone,
    "postgres": postgres,
    "fanout": fanout,
    "pages": pages,
    "length": length,
    "memory": memory,
    "growth": growth,
    "audits": audits,
    "dossier": dossier,
    "simulated": simulated,
}
"""Each module measures some figures on a folder of its own."""
FIRST = (
    "act_over_echo",
    "cpu_act_over_echo",
    "play_over_act",
    "hot_over_spread",
    "commands_per_commit",
    "lone_over_echo",
    "postgres_over_echo",
    "fanout_over_echo",
    "page_move_ms",
    "long_over_short",
    "idle_game_bytes",
    "growth_after_50k_games",
    "audit_rules_per_s",
    "audit_dice_per_s",
    "audit_over_rebuild",
    "audit_jobs2",
    "dossier_over_games",
    "cpu_dossier_over_games",
    "simulated_everest1924",
    "simulated_dicey_peaks",
    "simulated_mountaineering",
)
"""The figures that are told first, in this order."""
LOAD = "The load is the machine's at the end of the run: 2 is the bench's own, more is others' work."
RESULTS = Path(__file__).with_name("results.md")


async def figures(names: list[str]) -> dict[str, float]:
    """All figures of one run."""
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            measured = await FIGURES[name].figures(Path(folder) / name)
            print(f"{name}: {json.dumps(rounded(measured))}", flush=True)
            found |= measured
    return {name: found[name] for name in sorted(found, key=_place)}


def rounded(found: dict[str, float]) -> dict[str, float]:
    """To four digits."""
    return {name: float(f"{value:.4g}") for name, value in found.items()}


def _place(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)


def note(found: dict[str, float]) -> None:
    """Keep the run beside the commit it measured, in a new table where it has other figures."""
    root = Path(__file__).parents[2]
    git = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=root, capture_output=True, text=True, check=False
    )
    machine = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}, Python {platform.python_version()}"
    row = [f"{datetime.now(UTC):%Y-%m-%d}", git.stdout.strip() or "-", machine, *map(str, found.values())]
    heads = _line(["date", "commit", "machine", *found])
    kept = RESULTS.read_text() if RESULTS.exists() else f"# What `make bench` measured\n\n{LOAD}\n"
    if not kept.rpartition("\n\n")[2].startswith(heads):
        kept += f"\n{heads}{_line(['---'] * len(row))}"
    RESULTS.write_text(kept + _line(row))


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    chosen = sys.argv[1:]
    found = rounded(uvloop.run(figures(chosen or list(FIGURES))))
    if not chosen:
        note(found)
    print(json.dumps(found))
