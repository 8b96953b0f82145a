"""The verdict on one file, as a person reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_client.terminal.counting import counted
from summitbook_domain.replay import LEVELS, Report

from .files import STANDARD_INPUT
from .judge import Verdict

MOST_DIFFERENCES = 8
STYLES = {"expected": "green", "found": "red"}
UNSURE = {"NO_SEAL", "UNKNOWN_KEY"}
"""Warnings of a seal that is no fault and no proof."""


def panel(verdict: Verdict) -> Panel:
    """The whole verdict on one file."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value in _facts(verdict):
        facts.add_row(name, value)
    return Panel(
        Group(_levels(verdict), Text(), facts),
        title=Text(name_of(verdict.file)),
        border_style="green" if verdict.report.ok else "red",
        box=box.HORIZONTALS,
        padding=0,
    )


def name_of(file: Path) -> str:
    """A file as it can be shown."""
    return "standard input" if file == STANDARD_INPUT else printable(str(file))


def _levels(verdict: Verdict) -> Text:
    """Each level asked for, and how it came out."""
    line, report = Text(), verdict.report
    reached = LEVELS.index(report.level) + 1 if report.level else 0
    for number, name in enumerate(LEVELS[: LEVELS.index(verdict.level) + 1]):
        if name == "seal" and number < reached and verdict.sealed is not True:
            line.append(f"○ {name}   ", "yellow")
        elif number < reached:
            line.append(f"✔ {name}   ", "bold green")
        elif name == report.fails:
            line.append(f"✘ {name}   ", "bold red")
        else:
            line.append(f"· {name}   ", "dim")
    return line


def _facts(verdict: Verdict) -> Iterator[tuple[str, Text]]:
    report = verdict.report
    if report.code:
        at = "" if report.line is None else f" at line {report.line}"
        yield "fault", Text(f"{report.code}{at}: {printable(report.reason)}", "bold red")
        if verdict.missed:
            yield "receipt", Text(f"that of {printable(verdict.missed.kept_in)} is not held", "bold red")
        for name, value in shown(report):
            yield name, Text(value, STYLES[name])
    if report.game:
        end = printable(report.outcome or "not closed")
        yield "game", Text(f"{printable(report.game)}, {counted(report.records, 'record')}, {end}")
        yield "id", Text(printable(report.game_id))
    if report.head:
        yield "head", Text(f"{report.records}:{report.head}")
    if verdict.receipts and not verdict.missed and report.level:
        yield "receipts", Text(f"{verdict.receipts}, all held")
    if verdict.own_content:
        name = printable(verdict.own_content)
        yield "content", Text(f"{name}, of its own: not the board, dice or cards that ship", "yellow")
    if verdict.seed_source == "given":
        yield "seed", Text("given by whoever made the game: they knew every roll", "yellow")
    for caveat in report.caveats:
        hollow = " (○: nothing wrong, nothing proved)" if caveat.code in UNSURE else ""
        yield "warning", Text(f"{caveat.code}: {caveat.text}{hollow}", "yellow")


def shown(report: Report) -> Iterator[tuple[str, str]]:
    """What was expected and found: whole, or where both are alike but for a little, that little."""
    found = list(_differences("", report.expected, report.found))
    if isinstance(report.expected, dict) and 0 < len(found) <= MOST_DIFFERENCES:
        for path, expected, other in found:
            yield "expected", f"{printable(path)} {_json(expected)}"
            yield "found", f"{printable(path)} {_json(other)}"
        return
    for name, value in (("expected", report.expected), ("found", report.found)):
        if value is not None:
            yield name, _json(value)


def _differences(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from _differences(f"{path}.{key}".lstrip("."), one.get(key), other.get(key))
    elif one != other:
        yield path, one, other


def _json(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return printable(text)
