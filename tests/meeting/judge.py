"""What a meeting left behind is audited as anyone would do it, and held against what it was told live."""

from __future__ import annotations

import io
import json
from time import perf_counter
from typing import NamedTuple
from zipfile import ZipFile

from bundles import outcome_of

from summitbook_domain.dossier.files import STANDINGS_JSON

from .meeting import Held


class Verdict(NamedTuple):
    """What was found."""

    findings: tuple[str, ...]
    games: int
    records: int
    seconds: float

    def __str__(self) -> str:
        """In a line."""
        found = "; ".join(self.findings[:5]) or "without fault"
        return f"{self.games} games, {self.records} records audited in {self.seconds:.1f} s: {found}"


def judge(held: Held) -> Verdict:
    """Audit a dossier down to every die and rule, and compare it with the last answer that was given live."""
    begin = perf_counter()
    outcome = outcome_of(held.dossier, [held.key])
    with ZipFile(io.BytesIO(held.dossier)) as archive:
        said = json.loads(archive.read(STANDINGS_JSON))
    findings = [f"{each.code} {each.file}:{each.line} {each.reason}" for each in outcome.findings]
    live = [(each.contestant, each.points) for each in held.whole.standings]
    if live != [(each["contestant"], each["points"]) for each in said]:
        findings.append("the standings are not those that were answered")
    return Verdict(tuple(findings), outcome.games, outcome.records, perf_counter() - begin)
