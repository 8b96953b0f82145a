"""Many verdicts counted, by game and by code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from summitbook_client.terminal.counting import counted
from summitbook_domain.games import GAMES

from .judge import UNKNOWN_KEY, Verdict
from .receipts import Receipts

NO_GAME = "no game known here"
_KNOWN = {name for name, _ in GAMES}


@dataclass
class ByGame:
    """The files of one game."""

    files: int = 0
    fine: int = 0
    closed: int = 0
    records: int = 0


@dataclass
class Tally:
    """What came of many files; it grows with the number of games and codes, not with that of files."""

    files: int = 0
    fine: int = 0
    unsure: int = 0
    """Of those that are fine, how many have no seal that is known to be somebody's."""
    own: int = 0
    """Of those that are fine, how many were played on content that does not ship."""
    games: dict[str, ByGame] = field(default_factory=dict)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By code and level."""
    warnings: Counter[str] = field(default_factory=Counter)
    met: set[str] = field(default_factory=set)
    """The games that there were receipts of."""

    def add(self, verdict: Verdict) -> None:
        """Count this one too."""
        report = verdict.report
        self.files += 1
        self.fine += report.ok
        self.unsure += report.ok and verdict.sealed in {False, UNKNOWN_KEY}
        self.own += report.ok and bool(verdict.own_content)
        game = self.games.setdefault(report.game if report.game in _KNOWN else NO_GAME, ByGame())
        game.files += 1
        game.fine += report.ok
        game.closed += report.outcome is not None
        game.records += report.records
        if report.code:
            self.faults[report.code, report.fails or ""] += 1
        for caveat in report.caveats:
            self.warnings[caveat.code] += 1
        if verdict.receipts:
            self.met.add(report.game_id)

    def unused(self, receipts: Receipts) -> list[str]:
        """The games of which there are receipts, and no file among those counted."""
        return sorted(receipts.games.keys() - self.met)

    @property
    def sentence(self) -> str:
        """All of it in a line."""
        line = f"{counted(self.files, 'file')}: {self.fine} fine"
        if self.unsure:
            line += f", {self.unsure} of them without a sure seal"
        if self.own:
            line += f", {self.own} on content of {'its' if self.own == 1 else 'their'} own"
        if self.fine < self.files:
            line += f", {self.files - self.fine} with a fault"
        return line
