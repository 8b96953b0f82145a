"""Verdicts told as they come: to machines an object a line, to people what is wrong, and all in all."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from summitbook_client.messages import printable

from ..output import emit
from .judge import Verdict
from .tally import Tally
from .verdict import name_of, panel
from .words import FAULTS, WARNINGS


class Teller(Protocol):
    """Takes the verdicts on many files in their order, and then is asked for the end."""

    def take(self, verdict: Verdict) -> None:
        """Tell this one."""

    def end(self, tally: Tally) -> None:
        """All are told."""


class Machines:
    """An object a file, sent on at once."""

    def take(self, verdict: Verdict) -> None:
        """Tell this one."""
        emit(verdict.plain())
        sys.stdout.flush()

    def end(self, tally: Tally) -> None:
        """Nothing: whoever counts has the objects."""


class One:
    """The whole verdict on a single file."""

    def __init__(self, out: Console) -> None:
        self._out = out

    def take(self, verdict: Verdict) -> None:
        """Tell this one."""
        self._out.print(panel(verdict))

    def end(self, tally: Tally) -> None:
        """Nothing: it is all told."""


class Many:
    """A line for each fault as it is found, and at the end tables by game and by code."""

    def __init__(self, out: Console) -> None:
        self._out = out

    def take(self, verdict: Verdict) -> None:
        """Tell this one, where it has a fault."""
        report = verdict.report
        if report.ok:
            return
        at = "" if report.line is None else f", line {report.line}"
        missed = f" ({printable(verdict.missed.kept_in)})" if verdict.missed else ""
        line = Text.assemble(
            ("✘ ", "bold red"),
            f"{name_of(verdict.file)}{at}: ",
            (str(report.code), "bold red"),
            f": {printable(report.reason)}{missed}",
        )
        self._out.print(line, soft_wrap=True)

    def end(self, tally: Tally) -> None:
        """All in all."""
        if tally.fine < tally.files:
            self._out.print()
        self._out.print(_by_game(tally))
        if tally.faults or tally.warnings:
            self._out.print()
            self._out.print(_by_code(tally))
        self._out.print()
        self._out.print(tally.sentence)


def _by_game(tally: Tally) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("game")
    for title in ("files", "fine", "with a fault", "closed", "records"):
        table.add_column(title, justify="right", no_wrap=True)
    for name, game in sorted(tally.games.items()):
        counts = (game.files, game.fine, game.files - game.fine, game.closed, game.records)
        table.add_row(name, *map(str, counts))
    return table


def _by_code(tally: Tally) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("code", no_wrap=True)
    table.add_column("files", justify="right", no_wrap=True)
    table.add_column("what it is", overflow="fold")
    for code, files, style, what in _codes(tally):
        table.add_row(Text(code, style), str(files), what)
    return table


def _codes(tally: Tally) -> Iterator[tuple[str, int, str, str]]:
    for (code, level), files in sorted(tally.faults.items()):
        yield code, files, "bold red", f"fault at level {level}: {_sentence(FAULTS, code)}"
    for code, files in sorted(tally.warnings.items()):
        yield code, files, "yellow", f"warning: {_sentence(WARNINGS, code)}"


def _sentence(words: Mapping[str, str], code: str) -> str:
    return words[code][0].lower() + words[code][1:].rstrip(".")
