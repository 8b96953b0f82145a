"""The audit as the command line and AuditReplay both give it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from summitbook_domain.record import Head
from summitbook_domain.replay import Lines, Report, audit
from summitbook_domain.replay.report import Fault, Level
from summitbook_domain.table.state import Table

from .keys import verify


def report_on(
    lines: Lines,
    *,
    level: Level,
    keys: Collection[str] = (),
    heads: Sequence[Head] = (),
    found: Callable[[Fault], None] | None = None,
    ended: Callable[[Table], None] | None = None,
) -> Report:
    """
    What an audit of these lines finds, and what it found first as soon as it is read.

    With keys named, a file without a seal has a fault: NO_SEAL. `ended` is handed the
    game as it stands at the end of a file whose rules were asked and held.
    """
    report = audit(lines, verify=verify, level=level, keys=keys, heads=heads, found=found, ended=ended)
    return _must_be_sealed(report, lines) if keys and report.ok else report


def _must_be_sealed(report: Report, lines: Lines) -> Report:
    """Whoever names a key wants to know whose the file is."""
    others = tuple(caveat for caveat in report.caveats if caveat.code != "NO_SEAL")
    if others == report.caveats:
        return report
    last = sum(1 for _ in lines)
    why = "a trusted key was named, but the file is unsealed"
    return replace(report, level="chain", fails="seal", code="NO_SEAL", line=last, reason=why, caveats=others)
