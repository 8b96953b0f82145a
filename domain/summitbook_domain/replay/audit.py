"""The audit: one pass over a file, four levels, the first fault of the lowest level that fails."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from ..game import Game
from ..games import GAMES
from ..record import Head, Record
from ..table.state import Table
from .chain import GAME, Chain
from .dice import Dice, revealed_by
from .piecewise import Piecewise
from .report import LEVELS, Caveat, Fault, Level, Report
from .retelling import Retelling
from .rules import Rules
from .seal import Verify, check_seal
from .source import Lines, tail_of

Games = Mapping[tuple[str, int], Game[Any, Any, Any]]

_NO_HEAD = Caveat("NO_HEAD", "neither a seal nor a receipt ties this file to the game that was played")
_NO_SEED = Caveat("NO_SEED", "the seed is not revealed yet: checked up to the seal")


def audit(
    lines: Lines,
    *,
    verify: Verify,
    level: Level = "rules",
    keys: Collection[str] = (),
    heads: Sequence[Head] = (),
    games: Games = GAMES,
    found: Callable[[Fault], None] | None = None,
    ended: Callable[[Table], None] | None = None,
) -> Report:
    """
    Check a recorded game, given as lines with their line feeds, up to a level.

    `keys` are the trusted public keys in hex; `heads` were kept from answers, one with
    n = 0 may be the hash of any record. The lines are gone through once, after a look at
    the last of them, and none is kept; where the chain breaks, no more of them are asked
    for. `found` is told the first fault as soon as its line has been read; the verdict may
    be another, where a lower level fails later. `ended` is handed the game as it stands
    after its last record, where its rules were asked and nothing is wrong. Never raises
    for what a file holds.
    """
    reading = Reading(tail_of(lines), level=level, heads=heads, games=games)
    for raw in lines:
        if not reading.take(raw):
            break
        if found and (fault := reading.fault):
            found(fault)
            found = None
    report = reading.end(verify, keys)
    if ended and report.ok and (table := reading.table):
        ended(table)
    return report


class Reading:
    """A file read line by line, with what is known to be wrong as soon as that line has been taken."""

    def __init__(self, tail: Sequence[bytes], *, level: Level, heads: Sequence[Head], games: Games) -> None:
        """`tail` are the last lines of the file, where its seed is."""
        self._wanted = LEVELS[: LEVELS.index(level) + 1]
        self._heads = heads
        self._chain = Chain(GAME, heads)
        self._broken: Fault | None = None
        self._revealed = revealed_by(tail)
        self._checks = self._deeper(games)
        self._quick: Retelling | Piecewise | None = None

    def _deeper(self, games: Games) -> list[_Check]:
        """The levels that need the seed; none where the file does not reveal it."""
        if self._revealed is None:
            return []
        checks = [
            _Check("dice", Dice(games, self._revealed)),
            _Check("rules", Rules(games, self._revealed.seed)),
        ]
        return [check for check in checks if check.level in self._wanted]

    @property
    def fault(self) -> Fault | None:
        """What is wrong so far at the lowest level; a fault of a lower one may yet take its place."""
        return self._broken or next((check.fault for check in self._checks if check.fault), None)

    @property
    def table(self) -> Table | None:
        """The game as the rules have it after the records taken; None where they were not asked."""
        return next((each.taker.table for each in self._checks if isinstance(each.taker, Rules)), None)

    def take(self, raw: bytes) -> bool:
        """Read the next line; whether the chain holds, so that there is reason to read on."""
        try:
            if self._quick and self._quick.take(raw):
                return True
            record = self._chain.take(raw)
        except Fault as fault:
            self._broken = fault.to_keep()
            return False
        self._quick = self._look_at(record) if record else None
        return True

    def _look_at(self, record: Record) -> Retelling | Piecewise | None:
        """Ask each level while the one before holds; where all do, a quick way leads on."""
        for check in self._checks:
            check.take(self._chain.lines, record)
            if check.fault:
                return None
        match [check.taker for check in self._checks]:
            case Dice() as dice, Rules() as rules:
                return Retelling(self._chain, dice, rules)
            case [Dice() as dice]:
                return Piecewise(self._chain, dice)
        return None

    def end(self, verify: Verify, keys: Collection[str]) -> Report:
        """The verdict, all lines having been read, or those up to where the chain breaks."""
        try:
            if not self._broken:
                self._chain.end()
        except Fault as fault:
            self._broken = fault.to_keep()
        if self._broken:
            return self._report(None, fault=self._broken, fails="chain")
        caveats = () if self._heads or self._chain.seal else (_NO_HEAD,)
        if "seal" not in self._wanted:
            return self._report("chain", caveats=caveats)
        try:
            caveats = (*check_seal(self._chain, verify, keys), *caveats)
        except Fault as fault:
            return self._report("chain", fault=fault, fails="seal", caveats=caveats)
        return self._judge(caveats)

    def _judge(self, caveats: tuple[Caveat, ...]) -> Report:
        reached: Level = "seal"
        if self._revealed is None and "dice" in self._wanted:
            return self._unrevealed(caveats)
        for check in self._checks:
            if check.fault:
                return self._report(reached, fault=check.fault, fails=check.level, caveats=caveats)
            reached = check.level
        return self._report(reached, caveats=caveats)

    def _unrevealed(self, caveats: tuple[Caveat, ...]) -> Report:
        """A running game and a shared deal keep their seed; any other closed log must show it."""
        chain = self._chain
        if chain.closed and chain.created and chain.created.seed_source != "deal":
            fault = Fault("BAD_SEED", chain.head.n, "the closing event does not reveal the seed")
            return self._report("seal", fault=fault, fails="dice", caveats=caveats)
        return self._report("seal", caveats=(*caveats, _NO_SEED))

    def _report(
        self,
        reached: Level | None,
        *,
        fault: Fault | None = None,
        fails: Level | None = None,
        caveats: tuple[Caveat, ...] = (),
    ) -> Report:
        chain = self._chain
        shown: dict[str, Any] = {}
        if fault:
            shown = {"code": fault.code, "line": self._line(fault), "reason": fault.reason}
            shown |= {"expected": fault.expected, "found": fault.found}
        named: dict[str, Any] = (
            {"game": chain.created.game, "game_id": chain.created.game_id} if chain.created else {}
        )
        return Report(
            level=reached,
            fails=fails,
            caveats=caveats,
            records=chain.head.n,
            outcome=chain.closed.outcome if chain.closed else None,
            head=chain.head.hash if chain.head.n else "",
            key=chain.seal.key if chain.seal else "",
            **shown,
            **named,
        )

    def _line(self, fault: Fault) -> int:
        """The line of a fault; a seed that is wrong is shown in one that only the end tells the number of."""
        if fault.code == "BAD_SEED" and self._revealed:
            return self._chain.lines - self._revealed.behind
        return fault.line


class _Taker(Protocol):
    def take(self, line: int, record: Record) -> None: ...


class _Check:
    """One level that needs the seed, resting after its first fault."""

    def __init__(self, level: Level, taker: _Taker) -> None:
        self.level = level
        self.fault: Fault | None = None
        self.taker = taker

    def take(self, line: int, record: Record) -> None:
        if self.fault is None:
            try:
                self.taker.take(line, record)
            except Fault as fault:
                self.fault = fault.to_keep()
