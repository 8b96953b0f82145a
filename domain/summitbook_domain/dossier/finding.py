"""What is wrong with a dossier, and where."""

from __future__ import annotations

from typing import Any

import msgspec

from ..replay import Report
from ..replay.report import Fault


class Finding(msgspec.Struct, frozen=True):
    """
    Something that is not as it must be: a code of docs/tournaments.md or docs/replay-format.md.

    `file` is empty where it is the archive itself, `line` counts from 1.
    """

    file: str
    line: int | None
    code: str
    reason: str
    expected: Any = None
    found: Any = None


def by_fault(file: str, fault: Fault) -> Finding:
    """What one level found."""
    return Finding(file, fault.line, fault.code, fault.reason, fault.expected, fault.found)


def by_report(file: str, report: Report) -> Finding:
    """What the audit of a game found."""
    return Finding(file, report.line, report.code or "", report.reason, report.expected, report.found)
