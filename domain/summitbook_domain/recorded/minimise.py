"""The shortest game that still shows what an audit finds: docs/replays.md, "Shortening"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID, uuid5

import msgspec

from ..games import GAMES
from ..record import START, Cause, Record
from ..replay import Report, audit
from ..replay.seal import Verify
from ..replay.tail import reveal_line
from ..table.commands import CancelGame
from ..table.events import GameClosed
from .log import Log, chained, commands, read_log
from .retell import Asked, Games, retold, seed_of
from .shortest import shortest

OF_A_COMMAND = ("WRONG_DRAW", "ILLEGAL_COMMAND", "WRONG_EVENT")
"""The faults that a command shows; all others are of a file as it was written."""


class NoSuchFault(Exception):
    """There is nothing to shorten; `code` says why, as in docs/replays.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Shortest(msgspec.Struct, frozen=True, kw_only=True):
    """A game as short as can be, as lines without line feeds, and what an audit finds in it."""

    lines: tuple[bytes, ...]
    report: Report
    commands: tuple[Cause, ...]
    """The commands up to the fault."""
    before: int
    """How many commands the whole file has."""


def minimise(
    lines: Sequence[bytes],
    *,
    verify: Verify,
    fault: str | None = None,
    games: Games = GAMES,
    left: Callable[[int], None] = lambda _: None,
) -> Shortest:
    """
    Shorten a file, given as lines with their line feeds, as long as it shows the same fault.

    The same is: an audit finds the same code at the record of the same command, with the same reason,
    expected and found. `left` is told how many commands are left. Raises NoSuchFault.
    """
    report = audit(lines, verify=verify, games=games)
    _check(report, fault)
    case = _Case(read_log(lines), report, verify, games)
    kept = shortest(case.before, case.shows, left=left)
    found = case.lines(kept)
    told = [*commands(case.log.records)][:1] if case.faulty[0].n > 1 else []
    causes = tuple(each[0].cause for each in (*told, *kept, *commands(case.faulty)) if each[0].cause)
    return Shortest(lines=found, report=case.judge(found), commands=causes, before=case.commands)


def _check(report: Report, fault: str | None) -> None:
    if report.code is None:
        raise NoSuchFault("NO_FAULT", "the audit finds nothing wrong with this file")
    if fault not in {None, report.code}:
        raise NoSuchFault("OTHER_FAULT", f"the audit finds {report.code} first, not {fault}")
    if report.code not in OF_A_COMMAND:
        other = f"{report.code} is a fault of the file and not of a command: no shorter game shows it"
        raise NoSuchFault("NOT_OF_A_COMMAND", other)


class _Case:
    """A faulty log: the commands before the fault, which may be left out, and those that show it."""

    def __init__(self, log: Log, report: Report, verify: Verify, games: Games) -> None:
        self.log = log
        self._report = report
        self._verify = verify
        self._games = games
        asked = [*commands(log.records)]
        self.commands = len(asked)
        at = next(i for i, each in enumerate(asked) if each[-1].n >= (report.line or 0))
        first = at - 1 if at and self._owes(asked[1:at], asked[at][0].n) else at
        self.before: tuple[Asked, ...] = tuple(asked[1:first])
        self.faulty: tuple[Record, ...] = tuple(record for each in asked[first : at + 1] for record in each)

    def shows(self, kept: Sequence[Asked]) -> bool:
        """Whether the faulty command shows its fault still, after these commands alone."""
        report, found = self._report, self.judge(self.lines(kept))
        return (found.code, found.reason, found.expected, found.found) == (
            report.code,
            report.reason,
            report.expected,
            report.found,
        )

    def judge(self, lines: Sequence[bytes]) -> Report:
        """The audit, as deep as the fault lies."""
        level = self._report.fails or "rules"
        return audit([line + b"\n" for line in lines], verify=self._verify, level=level, games=self._games)

    def lines(self, kept: Sequence[Asked]) -> tuple[bytes, ...]:
        """
        These commands told by the rules, then the faulty ones as recorded, and a close.

        What is told again is right by the rules, so the first fault is one of the faulty ones.
        """
        told: Sequence[bytes] = ()
        head = START
        if self.faulty[0].n > 1:
            book = retold(self.log, kept, games=self._games)
            told, head = book.lines, book.head
        whole = self.faulty[-1].type == GameClosed.__name__
        rest = chained([*self.faulty, *([] if whole else [self._close()])], head)
        reveal = (reveal_line(self.log.reveal),) if self.log.reveal else ()
        return (*told, *rest, *reveal)

    def _close(self) -> Record:
        """The end of a game that is cancelled, so that the file is whole and shows the seed."""
        created, made, last = self.log.created, self.log.records[0].cause, self.faulty[-1]
        seed = None if created.seed_source == "deal" else seed_of(self.log).reveal()
        return Record(
            at=last.at,
            data={"outcome": "cancelled", "seed": seed},
            hash=START.hash,
            n=last.n,
            prev=START.hash,
            type=GameClosed.__name__,
            cause=Cause(
                args={},
                by=made.by if made else "",
                command=CancelGame.__name__,
                id=str(uuid5(UUID(created.game_id), "minimise")),
                seat=None,
            ),
        )

    def _owes(self, before: Sequence[Asked], n: int) -> bool:
        """Whether the commands before record n lead to more than is recorded of them."""
        return self._report.code == "WRONG_EVENT" and retold(self.log, before, games=self._games).head.n >= n
