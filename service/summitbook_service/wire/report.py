"""The verdict of an audit."""

from __future__ import annotations

from typing import Any

from summitbook.v1 import replay_service_pb2
from summitbook_domain import canonical
from summitbook_domain.replay import Report
from summitbook_domain.replay.report import Level

LONGEST_TEXT = 2_000
"""How many characters of a file a report repeats at most: a verdict fits into any client's message."""


def pack_report(report: Report) -> replay_service_pb2.AuditReport:
    """What an audit found, for whoever sent the file."""
    return replay_service_pb2.AuditReport(
        level=_level(report.level),
        fails=_level(report.fails),
        code=report.code,
        line=report.line,
        reason=_short(report.reason) or None,
        expected=_json(report.expected),
        found=_json(report.found),
        warnings=[
            replay_service_pb2.Caveat(code=each.code, text=_short(each.text)) for each in report.caveats
        ],
        records=report.records,
        game=_short(report.game),
        game_id=_short(report.game_id),
        outcome=_short(report.outcome or ""),
        head=bytes.fromhex(report.head),
        key=bytes.fromhex(report.key),
    )


def _level(word: Level | None) -> str:
    return f"AUDIT_LEVEL_{(word or 'unspecified').upper()}"


def _json(value: Any) -> str | None:
    return None if value is None else _short(canonical.encode(value).decode())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
