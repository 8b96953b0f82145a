"""Audits of whole files, beside a library that folds as many events and checks nothing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from summitbook_domain.replay import audit
from summitbook_domain.replay.report import Level
from summitbook_service.cli.replay.judge import Asked
from summitbook_service.cli.replay.many import audit_files
from summitbook_service.keys import verify

REPLAYS = Path(__file__).parents[2] / "replays"
ROUNDS = 7
"""What is compared takes turns, so often."""
COPIES = 25
"""So often the golden games stand in the folder that is audited side by side."""


class Climb(Aggregate):
    """What the library is shown at its best on: two small events in turn, and a state of two fields."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.laid: tuple[str, ...] = ()

    @event("EquipmentPlayed")
    def lay(self, seat: int, card: str) -> None:
        """A card is laid."""
        self.laid = (*self.laid, card)

    @event("EquipmentTakenBack")
    def take_back(self, seat: int, card: str) -> None:
        """A card is taken back."""
        self.laid = tuple(each for each in self.laid if each != card)


async def figures(folder: Path) -> dict[str, float]:
    """Records a second at two levels, the first over the library's rebuilding, and what two jobs bring."""
    files = [file.read_bytes().splitlines(keepends=True) for file in sorted(REPLAYS.rglob("*.replay.jsonl"))]
    rebuild = _rebuilding([sum(b'"type"' in line for line in lines) for lines in files])
    asked: dict[str, Callable[[], float]] = {
        "rules": lambda: _audited(files, "rules"),
        "rebuilt": rebuild,
        "dice": lambda: _audited(files, "dice"),
    }
    rounds = [{name: rate() for name, rate in asked.items()} for _ in range(ROUNDS)]
    return {
        "audit_rules_per_s": median(each["rules"] for each in rounds),
        "audit_dice_per_s": median(each["dice"] for each in rounds),
        "audit_over_rebuild": median(each["rules"] / each["rebuilt"] for each in rounds),
        "audit_jobs2": _second_job(folder),
    }


def _audited(files: list[list[bytes]], level: Level) -> float:
    """Records a second of this process's time."""
    start = time.process_time()
    reports = [audit(file, verify=verify, level=level) for file in files]
    seconds = time.process_time() - start
    assert all(report.level == level for report in reports)
    return sum(report.records for report in reports) / seconds


def _rebuilding(lengths: list[int]) -> Callable[[], float]:
    """Rebuilds aggregates of as many events as the files have records, the library's own way."""
    application = Application()
    ids = []
    for length in lengths:
        climb = Climb("Ada")
        for n in range(length - 1):
            (climb.take_back if n % 2 else climb.lay)(0, "e01")
        application.save(climb)
        ids.append(climb.id)

    def rate() -> float:
        start = time.process_time()
        rebuilt = [application.repository.get(each) for each in ids]
        seconds = time.process_time() - start
        assert [each.version for each in rebuilt] == lengths
        return sum(lengths) / seconds

    return rate


def _second_job(folder: Path) -> float:
    """The time that one job takes over that of two, from the first verdict of each process on."""
    for copy in range(COPIES):
        shutil.copytree(REPLAYS, folder / str(copy))
    files = sorted(folder.rglob("*.replay.jsonl"))
    return median(_seconds(files, 1) / _seconds(files, 2) for _ in range(3))


def _seconds(files: list[Path], jobs: int) -> float:
    """Wall seconds for the second half of the files; by then every process has begun."""
    verdicts = audit_files(files, jobs, Asked())
    half = len(files) // 2
    assert all(verdict.report.ok for verdict in islice(verdicts, half))
    start = time.perf_counter()
    assert sum(verdict.report.ok for verdict in verdicts) == len(files) - half
    return time.perf_counter() - start
