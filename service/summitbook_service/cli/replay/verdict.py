"""Verdicts as a person reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from summitbook_client.terminal.screen import printable
from summitbook_domain.replay import LEVELS, Report

MOST_DIFFERENCES = 8
SUFFIX = ".replay.jsonl"


def show(out: Console, reports: Mapping[Path, Report], level: str) -> None:
    """One panel for one file; for several a table, and a panel for each that fails."""
    if len(reports) == 1:
        for file, report in reports.items():
            out.print(_panel(file, report, level))
        return
    out.print(_table(reports))
    for file, report in reports.items():
        if not report.ok:
            out.print(_panel(file, report, level))
    failed = sum(not report.ok for report in reports.values())
    out.print(f"{len(reports)} files, {len(reports) - failed} fine, {failed} with a fault")


def _table(reports: Mapping[Path, Report]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("file", overflow="fold")
    for title in ("holds to", "verdict", "records", "outcome"):
        table.add_column(title, no_wrap=True, justify="right" if title == "records" else "left")
    for file, report in reports.items():
        name = file.name.removesuffix(SUFFIX)
        table.add_row(name, report.level or "nothing", _word(report), str(report.records), _outcome(report))
    return table


def _word(report: Report) -> Text:
    if report.ok:
        return Text("fine", "green")
    return Text(f"{report.code}, line {report.line}", "bold red")


def _outcome(report: Report) -> str:
    return printable(report.outcome or "not closed")


def _panel(file: Path, report: Report, level: str) -> Panel:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value in _facts(report):
        facts.add_row(name, value)
    style = "green" if report.ok else "red"
    return Panel(
        Group(_levels(report, level), Text(), facts),
        title=Text(str(file)),
        border_style=style,
        box=box.HORIZONTALS,
        padding=0,
    )


def _levels(report: Report, asked: str) -> Text:
    """Each level asked for, and how it came out."""
    line = Text()
    reached = LEVELS.index(report.level) + 1 if report.level else 0
    for number, name in enumerate(LEVELS[: LEVELS.index(asked) + 1]):
        if name == "seal" and number < reached and not _sealed_for_sure(report):
            line.append(f"○ {name}   ", "yellow")
        elif number < reached:
            line.append(f"✔ {name}   ", "bold green")
        elif name == report.fails:
            line.append(f"✘ {name}   ", "bold red")
        else:
            line.append(f"· {name}   ", "dim")
    return line


def _sealed_for_sure(report: Report) -> bool:
    """A missing seal, or one of a stranger, is no fault and no proof; the warning says which."""
    return not any(caveat.code in {"NO_SEAL", "UNKNOWN_KEY"} for caveat in report.caveats)


def _facts(report: Report) -> Iterator[tuple[str, Text]]:
    if report.code:
        yield "fault", Text(f"{report.code} at line {report.line}: {printable(report.reason)}", "bold red")
        yield from _shown(report)
    if report.game:
        yield "game", Text(f"{printable(report.game)}, {report.records} records, {_outcome(report)}")
        yield "id", Text(report.game_id)
    if report.head:
        yield "head", Text(f"{report.records}:{report.head}")
    for caveat in report.caveats:
        yield "warning", Text(f"{caveat.code}: {caveat.text}", "yellow")


def _shown(report: Report) -> Iterator[tuple[str, Text]]:
    """What was expected and found: whole, or where both are alike but for a little, that little."""
    found = list(_differences("", report.expected, report.found))
    if isinstance(report.expected, dict) and 0 < len(found) <= MOST_DIFFERENCES:
        for path, expected, other in found:
            yield "expected", Text(f"{path} {_json(expected)}", "green")
            yield "found", Text(f"{path} {_json(other)}", "red")
        return
    for name, value, style in (("expected", report.expected, "green"), ("found", report.found, "red")):
        if value is not None:
            yield name, Text(_json(value), style)


def _differences(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from _differences(f"{path}.{key}".lstrip("."), one.get(key), other.get(key))
    elif one != other:
        yield path, one, other


def _json(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return printable(text)
