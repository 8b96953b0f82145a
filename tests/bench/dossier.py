"""A whole tournament audited from its dossier, beside its games audited as files of a folder."""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from zipfile import ZipFile

sys.path.append(str(Path(__file__).parents[1]))

from dossiers import logs_of, packed
from tournaments import duplicate

CONTESTANTS, DEALS = 60, 5
ROUNDS = 3
"""What is compared takes turns, so often."""
COMMAND = Path(sys.executable).with_name("summitbook")


async def figures(folder: Path) -> dict[str, float]:
    """Seconds of the whole command, waited and worked, over those that the folder takes."""
    dossier, games = _made(folder)
    asked: dict[str, Callable[[], tuple[float, float]]] = {
        "whole": lambda: _seconds("tournament", "audit", str(dossier)),
        "games": lambda: _seconds("replay", "audit", str(games)),
    }
    rounds = [{name: measure() for name, measure in asked.items()} for _ in range(ROUNDS)]
    waited, worked = (
        median(each["whole"][which] / each["games"][which] for each in rounds) for which in (0, 1)
    )
    return {"dossier_over_games": waited, "cpu_dossier_over_games": worked}


def _made(folder: Path) -> tuple[Path, Path]:
    """A dossier of Everest 1924, and its games unpacked."""
    cup = duplicate(CONTESTANTS, rounds=DEALS)
    for _ in range(DEALS):
        cup.publish()
        cup.play()
        cup.close_round()
    cup.close()
    content = packed(cup, logs_of(cup))
    folder.mkdir()
    dossier = folder / "cup.dossier.zip"
    dossier.write_bytes(content)
    with ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return dossier, folder / "games"


def _seconds(*words: str) -> tuple[float, float]:
    """Those that the command took, and those that its processes worked."""
    used, start = _used(), time.perf_counter()
    subprocess.run([COMMAND, *words], env={**os.environ, "COLUMNS": "80"}, capture_output=True, check=True)
    return time.perf_counter() - start, _used() - used


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
