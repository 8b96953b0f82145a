"""Whatever stands in a file, an audit of it ends in a verdict, soon, and without taking much memory."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from summitbook_domain.replay import Report

from . import heap
from .heap import NoVerdict, spoiled, verdict

FILES = 2_000
"""`make garbage` audits 100,000."""
TESTS = Path(__file__).parents[1]


def test_every_spoiled_file_gets_a_verdict():
    """Of 2,000 files none is a traceback or a hang, in a process of its own that never holds 200 MB."""
    run = subprocess.run(
        [sys.executable, "-m", "garbage", "--files", str(FILES)],
        cwd=TESTS, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{FILES:,} spoiled files, a verdict each" in run.stdout


def test_the_same_seed_and_number_spoil_the_same():
    """So that a file can be looked at again."""
    assert spoiled(1, 7) == spoiled(1, 7) != spoiled(2, 7)


def test_files_are_spoiled_in_every_way():
    """Few are sound by luck, and faults of every level are among them."""
    told = Counter(verdict(spoiled(0, number)).fails for number in range(300))

    assert told[None] < 60
    assert told.keys() >= {"chain", "dice", "rules"}


@pytest.mark.parametrize(
    "report",
    [
        Report(level=None, code="ODD", line=1),
        Report(level=None, code="GAP", line=9),
        Report(level=None, found=heap),
    ],
    ids=["no such code", "no such line", "nothing that could be told"],
)
def test_a_verdict_that_is_none_is_seen(report, monkeypatch):
    """The fuzz can fail: a code or a line that cannot be, or a report that no program could be sent."""
    monkeypatch.setattr(heap, "audit", lambda *_, **__: report)

    with pytest.raises(NoVerdict):
        verdict([b"{}\n"])


def test_a_traceback_is_seen(monkeypatch):
    """The fuzz can fail: whatever an audit raises is told with the file's number."""
    monkeypatch.setattr(heap, "audit", lambda *_, **__: 1 / 0)

    with pytest.raises(NoVerdict, match="ZeroDivisionError"):
        verdict([b"{}\n"])
