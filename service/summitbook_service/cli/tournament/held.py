"""The receipts that a dossier is held to: docs/audit.md, "Receipts"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from summitbook_domain.dossier import Finding
from summitbook_domain.dossier.files import LOG, game_file
from summitbook_domain.record import Head
from summitbook_domain.replay import Caveat
from summitbook_domain.tournament.state import Fixture

from ..replay.audit import tell_unused
from ..replay.judge import Verdict
from ..replay.receipts import Receipt, Receipts, missed

NO_RECEIPT = Caveat("NO_RECEIPT", "none of the receipts is of this tournament or of its games")


@dataclass
class Held:
    """Heads that were typed, receipts that were kept, how many of these it holds, and which it does not."""

    typed: tuple[Head, ...]
    receipts: Receipts | None
    count: int = 0
    missed: dict[str, Receipt] = field(default_factory=dict)
    """By the file that does not hold it."""
    _tournament: str = ""
    _games: set[str] = field(default_factory=set)

    def heads(self, log: bytes) -> tuple[Head, ...]:
        """Those of the tournament's own log, whose first line says which tournament it is of."""
        self._tournament = _claimed(log)
        self.count += len(self._of_log)
        return (*self.typed, *(each.head for each in self._of_log))

    @property
    def _of_log(self) -> tuple[Receipt, ...]:
        return self.receipts.of_tournament(self._tournament) if self.receipts else ()

    def look(self, findings: Sequence[Finding]) -> None:
        """See whether what is wrong with the log is that it does not hold one."""
        for each in findings:
            if each.file == LOG and (found := missed(self._of_log, each.code, each.reason, each.expected)):
                self.missed[LOG] = found

    def take(self, fixture: Fixture, verdict: Verdict) -> None:
        """Count those of the next game."""
        self.count += verdict.receipts
        self._games.add(fixture.game_id)
        if verdict.missed:
            self.missed[game_file(fixture.game_id)] = verdict.missed

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Whoever names receipts wants to know that none was of any use."""
        return (NO_RECEIPT,) if self.receipts and not self.count else ()

    def tell_unused(self) -> None:
        """Name what there are receipts of that is not in the dossier."""
        if self.receipts is None:
            return
        tell_unused("game", sorted(self.receipts.games.keys() - self._games))
        tell_unused("tournament", sorted(self.receipts.tournaments.keys() - {self._tournament}))


class _Claims(msgspec.Struct):
    tournament_id: str = ""


class _First(msgspec.Struct):
    data: _Claims


def _claimed(log: bytes) -> str:
    """Where the log holds, that is so."""
    try:
        return msgspec.json.decode(log.partition(b"\n")[0], type=_First).data.tournament_id
    except (ValueError, RecursionError):
        return ""
