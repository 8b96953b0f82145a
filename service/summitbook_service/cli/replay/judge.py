"""The verdict on one file: what the audit reports, and what only the command line can say of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from summitbook_domain.record import Head
from summitbook_domain.replay import Report, audit
from summitbook_domain.replay.report import Level

from ...keys import verify
from ..problem import Problem
from .files import read

UNKNOWN_KEY = "unknown key"


@dataclass(frozen=True)
class Verdict:
    """A file and its report; `level` is the one asked for, `seed_source` empty where it is not known."""

    file: Path
    level: Level
    report: Report
    seed_source: str = ""

    @property
    def sealed(self) -> bool | str | None:
        """Whether a seal holds, UNKNOWN_KEY for one of whoever, None where none was looked for."""
        codes = {caveat.code for caveat in self.report.caveats}
        if self.report.level is None or self.level == "chain":
            return None
        if "UNKNOWN_KEY" in codes:
            return UNKNOWN_KEY
        return self.report.fails != "seal" and "NO_SEAL" not in codes

    def plain(self) -> dict[str, Any]:
        """All of it for machines; what could not be known is `warnings`, as on the replay page."""
        report = msgspec.to_builtins(self.report)
        warnings = report.pop("caveats")
        return {
            "file": str(self.file),
            "ok": self.report.ok,
            **report,
            "sealed": self.sealed,
            "warnings": warnings,
            "seed_source": self.seed_source or None,
        }


def judge(file: Path, *, level: Level, keys: Collection[str], heads: Sequence[Head]) -> Verdict:
    """Audit one file; one that cannot be read is a fault like any other, so that the rest are judged too."""
    try:
        lines = read(file)
    except Problem as problem:
        unread = Report(level=None, fails="chain", code=problem.code, reason=problem.message)
        return Verdict(file, level, unread)
    report = audit(lines, verify=verify, level=level, keys=keys, heads=heads)
    if keys and report.ok:
        report = _must_be_sealed(report, len(lines))
    return Verdict(file, level, report, _seed_source(lines) if report.level else "")


def _must_be_sealed(report: Report, last: int) -> Report:
    """Whoever names a key wants to know whose the file is, and without a seal it is nobody's."""
    others = tuple(caveat for caveat in report.caveats if caveat.code != "NO_SEAL")
    if others == report.caveats:
        return report
    why = "a trusted key was named, but the file is unsealed"
    return replace(report, level="chain", fails="seal", code="NO_SEAL", line=last, reason=why, caveats=others)


def _seed_source(lines: Sequence[bytes]) -> str:
    """Where the seed came from; the chain holds, so the first line is a GameCreated."""
    return str(json.loads(lines[0])["data"]["seed_source"])
