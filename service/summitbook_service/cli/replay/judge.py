"""The verdict on one file: what the audit reports, and what only the command line can say of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from summitbook_domain.dossier.played import Played, played_of
from summitbook_domain.games import GAMES
from summitbook_domain.record import Head
from summitbook_domain.replay import Caveat, Report
from summitbook_domain.replay.report import Fault, Level
from summitbook_domain.table.state import Table

from ...recorded import Recorded
from ...verdicts import report_on
from ..problem import Problem
from .files import Source, name_of, opened
from .receipts import Receipt, Receipts, missed

if TYPE_CHECKING:
    from .evidence import Evidence

UNKNOWN_KEY = "unknown key"
ZIPPED = b"PK\x03\x04"
"""What a zip archive begins with."""
NO_GAME = "a zip archive is no recorded game; if it is a dossier: summitbook tournament audit"
_SHIPPED = {edition.sha256 for game in GAMES.values() for edition in game.editions.values()}
NO_RECEIPT = Caveat("NO_RECEIPT", "none of the receipts is of this game")


@dataclass(frozen=True)
class Asked:
    """
    What files are checked by: how deep, the public keys that are trusted, heads that each file must hold.

    `receipts` are heads by game, None where none were given; `evidence` is whether more
    is to be told of each file than a verdict, `played` whether a tournament asks of them.
    """

    level: Level = "rules"
    keys: frozenset[str] = frozenset()
    heads: tuple[Head, ...] = ()
    receipts: Receipts | None = None
    evidence: bool = False
    played: bool = False


@dataclass(frozen=True)
class Verdict:
    """
    A file and its report; `level` is the one asked for, `seed_source` empty where it is not known.

    `own_content` is the name of content that the log carries, since it does not ship, else empty.
    `receipts` is how many of the game's receipts the file was held to, `missed` the
    receipt that it does not hold.
    """

    file: Path
    level: Level
    report: Report
    seed_source: str = ""
    own_content: str = ""
    receipts: int = 0
    missed: Receipt | None = None
    evidence: Evidence | None = None
    played: Played | None = None

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
            "own_content": self.own_content or None,
            "receipts": self.receipts,
            "missed_receipt": self.missed.kept_in if self.missed else None,
        }


Found = Callable[[Path, Fault], None]
"""Is told of the first fault in a file before the rest of it is read."""


def judge(source: Source, asked: Asked, found: Found | None = None) -> Verdict:
    """Audit one file; one that cannot be read is a fault like any other, so that the rest are judged too."""
    file = name_of(source)
    try:
        with opened(source) as recorded:
            return _judged(file, recorded, asked, found)
    except Problem as problem:
        unread = Report(level=None, fails="chain", code=problem.code, reason=problem.message)
        return Verdict(file, asked.level, unread)


def _judged(file: Path, recorded: Recorded, asked: Asked, found: Found | None) -> Verdict:
    first = recorded.first()
    claimed = _claimed(first)
    kept = asked.receipts.of(claimed.game_id) if asked.receipts else ()
    heads = (*asked.heads, *(each.head for each in kept))
    tables: list[Table] = []
    report = report_on(
        recorded,
        level=asked.level,
        keys=asked.keys,
        heads=heads,
        found=partial(found, file) if found else None,
        ended=tables.append if asked.played else None,
    )
    if first.startswith(ZIPPED):
        report = replace(report, reason=NO_GAME)
    if asked.receipts and not kept and report.level:
        report = replace(report, caveats=(*report.caveats, NO_RECEIPT))
    return Verdict(
        file,
        asked.level,
        report,
        seed_source=claimed.seed_source if report.level else "",
        own_content=_own(claimed.content) if report.level else "",
        receipts=len(kept),
        missed=missed(kept, report.code, report.reason, report.expected),
        evidence=_evidence(recorded, report) if asked.evidence else None,
        played=played_of(tables[0]) if tables else None,
    )


def _evidence(recorded: Recorded, report: Report) -> Evidence:
    from .evidence import evidence_of  # noqa: PLC0415 - it takes the wire along, which a mere verdict does not need

    return evidence_of(recorded, report)


class _Content(msgspec.Struct, frozen=True):
    edition: str = ""
    sha256: str = ""
    data: msgspec.Raw | UnsetType = UNSET


class _Claims(msgspec.Struct):
    game_id: str = ""
    seed_source: str = ""
    content: _Content = _Content()


class _First(msgspec.Struct):
    data: _Claims


def _own(content: _Content) -> str:
    """A name for content that does not ship with any game, whatever it calls itself."""
    return "" if content.data is UNSET or content.sha256 in _SHIPPED else content.edition or "without a name"


def _claimed(first: bytes) -> _Claims:
    """What the first line says of the game; where the chain holds, that is so."""
    try:
        return msgspec.json.decode(first, type=_First).data
    except (ValueError, RecursionError):
        return _Claims()
