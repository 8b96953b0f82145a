"""Every single change that a seed makes of a file, and whether each was caught as the page says."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from summitbook_domain.record import Head
from summitbook_domain.replay import Report, audit
from summitbook_service.keys import verify

from . import ends, fields, lines
from .evidence import Evidence, sealed_by_a_stranger
from .expecting import ASKERS, LEVEL_OF, PASSER_BY, SEALS, Asker, Expected, Seal, Trial, expected

KINDS = (
    *(fields.changed,) * 10,
    *(lines.dropped, lines.doubled, lines.swapped) * 2,
    *(lines.cut, lines.respelled, fields.renamed),
)  # fmt: skip
ENDS = 0.08
"""Of so many changes none touches a record: they are to the seal, or to a reveal."""
LEVELS = ("chain", "seal", "dice", "rules")


class Missed(NamedTuple):
    """A change that somebody was not told of as the page says."""

    file: str
    what: str
    asker: Asker
    expected: Expected
    report: Report

    def __str__(self) -> str:
        told = f"{self.report.level}, {self.report.code} in line {self.report.line}"
        return f"{self.file}: {self.what}; {self.asker.name} was told {told}, not {self.expected}"


def trials(evidence: Evidence, seed: int, count: int) -> Iterator[Trial]:
    """So many changes of one file; the same seed makes the same."""
    luck = Random(zlib.crc32(evidence.name.encode()) + seed)
    made = 0
    while made < count:
        if trial := _trial(evidence, luck):
            made += 1
            yield trial


def _trial(evidence: Evidence, luck: Random) -> Trial | None:
    if luck.random() < ENDS:
        revealed = evidence.reveal and luck.random() < 0.5
        return (ends.reveal_changed if revealed else ends.seal_changed)(evidence, luck)
    mend, seal = luck.random() < 0.75, luck.choice(SEALS)
    change = luck.choice(KINDS)(evidence, luck, mend)
    if change is None or change.lines == evidence.lines:
        return None
    if not change.lines[-1].endswith(b"\n"):
        seal = "dropped"
    what = f"{change.what}, hashes {'mended' if mend else 'as they were'}, seal {seal}"
    whole = [*change.lines, *change.reveal, *_seal(evidence, change.lines, seal)]
    return Trial(what, whole, partial(expected, evidence, change, seal), unsealed=seal == "dropped")


def _seal(evidence: Evidence, changed: list[bytes], seal: Seal) -> list[bytes]:
    """The seal's line, if any; a stranger can seal only what ends in a record."""
    match seal:
        case "kept":
            return [evidence.seal]
        case "dropped":
            return []
    try:
        return [sealed_by_a_stranger(changed)]
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return [sealed_by_a_stranger(evidence.lines)]


def judge(evidence: Evidence, trial: Trial, caught: Counter[str]) -> Iterator[Missed]:
    """Ask for everyone; `caught` counts what was found by whom."""
    reports = {asker: _audit(evidence, trial, asker) for asker in ASKERS}
    for asker, report in reports.items():
        if not _as_expected(trial, asker, report):
            yield Missed(evidence.name, trial.what, asker, trial.expected(asker), report)
    caught[_caught_by(reports)] += 1


def _caught_by(reports: dict[Asker, Report]) -> str:
    """Who finds it: some level for anyone, or only those who have something to compare with."""
    if level := reports[PASSER_BY].fails:
        return f"found by anyone, at level {level}"
    having = [asker.name for asker, report in reports.items() if report.fails]
    return f"found only by {' or '.join(having)}" if having else "told by a warning: no record was changed"


def _audit(evidence: Evidence, trial: Trial, asker: Asker) -> Report:
    keys = [evidence.key] if asker.key else []
    heads = [Head(evidence.count, evidence.head)] if asker.head else []
    return audit(trial.lines, verify=verify, keys=keys, heads=heads)


def _as_expected(trial: Trial, asker: Asker, report: Report) -> bool:
    """The verdict, the level that found it, and what could not be known."""
    wanted = trial.expected(asker)
    if report.code is None:
        found = wanted.passes
    else:
        found = any(each.fits(report.code, report.line) for each in wanted.findings)
        found = found and report.fails == LEVEL_OF[report.code] and report.level == _below(report.fails)
    warned = {each.code for each in report.caveats}
    return found and ("NO_SEAL" in warned) == (trial.unsealed and report.fails != "chain")


def _below(level: str) -> str | None:
    place = LEVELS.index(level)
    return LEVELS[place - 1] if place else None
