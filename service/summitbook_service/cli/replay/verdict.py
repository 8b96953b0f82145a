"""Verdicts as a person reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_domain.replay import LEVELS, Report

from .files import STANDARD_INPUT, SUFFIX
from .judge import UNKNOWN_KEY, Verdict

MOST_DIFFERENCES = 8
SEALS = {
    True: ("✔", "green"),
    False: ("○ none", "yellow"),
    UNKNOWN_KEY: ("○ unknown key", "yellow"),
    None: ("·", "dim"),
}
UNSURE = {"NO_SEAL", "UNKNOWN_KEY"}
"""Warnings of a seal that is no fault and no proof."""


def show(out: Console, verdicts: Sequence[Verdict]) -> None:
    """One panel for one file; for several a table, and a panel for each that fails."""
    if len(verdicts) == 1:
        out.print(_panel(verdicts[0]))
        return
    out.print(_table(verdicts))
    for verdict in verdicts:
        if not verdict.report.ok:
            out.print(_panel(verdict))
    out.print(_summary(verdicts))


def _summary(verdicts: Sequence[Verdict]) -> str:
    fine = [verdict for verdict in verdicts if verdict.report.ok]
    unsure = sum(verdict.sealed in (False, UNKNOWN_KEY) for verdict in fine)
    line = f"{len(verdicts)} files: {len(fine)} fine"
    if unsure:
        line += f", {unsure} of them without a sure seal"
    if len(fine) < len(verdicts):
        line += f", {len(verdicts) - len(fine)} with a fault"
    return line


def _table(verdicts: Sequence[Verdict]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("file", overflow="fold")
    for title in ("holds to", "seal", "verdict", "records", "outcome"):
        table.add_column(title, no_wrap=True, justify="right" if title == "records" else "left")
    alike = len({verdict.file.name for verdict in verdicts}) < len(verdicts)
    for verdict in verdicts:
        report, file = verdict.report, verdict.file
        name = printable(str(file) if alike else file.name).removesuffix(SUFFIX)
        seal = Text("✘", "bold red") if report.fails == "seal" else Text(*SEALS[verdict.sealed])
        level, records = report.level or "nothing", str(report.records)
        table.add_row(name, level, seal, _word(report), records, _outcome(report))
    return table


def _word(report: Report) -> Text:
    return Text("fine", "green") if report.ok else Text(str(report.code), "bold red")


def _outcome(report: Report) -> str:
    return printable(report.outcome or "not closed") if report.records else ""


def _panel(verdict: Verdict) -> Panel:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value in _facts(verdict):
        facts.add_row(name, value)
    title = "standard input" if verdict.file == STANDARD_INPUT else printable(str(verdict.file))
    return Panel(
        Group(_levels(verdict), Text(), facts),
        title=Text(title),
        border_style="green" if verdict.report.ok else "red",
        box=box.HORIZONTALS,
        padding=0,
    )


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
        yield from _shown(report)
    if report.game:
        yield "game", Text(f"{printable(report.game)}, {report.records} records, {_outcome(report)}")
        yield "id", Text(printable(report.game_id))
    if report.head:
        yield "head", Text(f"{report.records}:{report.head}")
    if verdict.seed_source == "given":
        yield "seed", Text("given by whoever made the game: they knew every roll", "yellow")
    for caveat in report.caveats:
        hollow = " (○: nothing wrong, nothing proved)" if caveat.code in UNSURE else ""
        yield "warning", Text(f"{caveat.code}: {caveat.text}{hollow}", "yellow")


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
