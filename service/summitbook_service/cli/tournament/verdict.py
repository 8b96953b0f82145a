"""The verdict on a dossier, as a person reads it and as a program does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich import box
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from summitbook_client.messages import printable
from summitbook_client.terminal.counting import counted
from summitbook_domain.dossier import Finding, Outcome
from summitbook_domain.dossier.audit import SET_ASIDE
from summitbook_domain.tournament.standings import standings
from summitbook_domain.tournament.state import Tournament

from ..output import spoken
from .held import Held
from .words import meaning

MOST_FINDINGS = 20
"""More are counted, and stand in the JSON and the report."""
LONGEST = 300


def plain(file: Path, outcome: Outcome, held: Held) -> dict[str, Any]:
    """All of it for machines; what is not known of a log at fault is null."""
    missed = {name: each.kept_in for name, each in held.missed.items()}
    told = outcome.told
    birth = told.state.birth if told else None
    return {
        "file": str(file),
        "ok": outcome.ok,
        "tournament_id": birth.tournament_id if birth else None,
        "name": birth.name if birth else None,
        "kind": birth.kind if birth else None,
        "game": birth.game if birth else None,
        "contestants": len(told.state.contestants) if told else None,
        "rounds": len(told.state.rounds) if told else None,
        "games": outcome.games,
        "records": outcome.records,
        "head": f"{told.head.n}:{told.head.hash}" if told else None,
        "key": told.key if told else None,
        "warnings": msgspec.to_builtins(outcome.caveats),
        "receipts": held.count,
        "findings": [
            {**msgspec.to_builtins(each), "missed_receipt": missed.get(each.file)}
            for each in outcome.findings
        ],
        "standings": _rows(told.state) if told else None,
    }


def _rows(state: Tournament) -> list[dict[str, Any]]:
    """As `tournament standings` has them."""
    return [
        {**msgspec.to_builtins(each), "name": state.contestants[each.contestant].name}
        for each in standings(state)
    ]


def panel(file: Path, outcome: Outcome, held: Held) -> Panel:
    """The whole verdict."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value in _facts(outcome, held):
        facts.add_row(name, value)
    return Panel(
        Group(in_a_word(outcome), Text(), facts),
        title=Text(printable(str(file))),
        border_style="green" if outcome.ok else "red",
        box=box.HORIZONTALS,
        padding=0,
    )


def in_a_word(outcome: Outcome) -> Text:
    """All in all; games may have been set aside, and whose seals these are is known only by keys named."""
    if outcome.ok:
        unsure = {each.code for each in outcome.caveats}
        told = Text("✔ log   ", "bold green")
        told.append(*(("○ games", "yellow") if SET_ASIDE in unsure else ("✔ games",)))
        told.append("   ✔ pairings and standings   ")
        return told.append("○ seals", "yellow") if unsure - {SET_ASIDE} else told.append("✔ seals")
    wrong = counted(len(outcome.findings), "thing is", "things are")
    return Text(f"✘ {wrong} wrong", "bold red")


def place_of(finding: Finding) -> str:
    """Where it is."""
    at = "" if finding.line is None else f", line {finding.line}"
    return f"{printable(finding.file)}{at}"


def _facts(outcome: Outcome, held: Held) -> Iterator[tuple[str, Text]]:
    for finding in outcome.findings[:MOST_FINDINGS]:
        fault = f"{finding.code} in {place_of(finding)}: {printable(finding.reason)}"
        yield "fault", Text(fault, "bold red")
    if outcome.findings:
        yield from _first(outcome.findings[0])
    for each in held.missed.values():
        yield "receipt", Text(f"that of {printable(each.kept_in)} is not held", "bold red")
    if (more := len(outcome.findings) - MOST_FINDINGS) > 0:
        yield "", Text(f"and {more} more", "bold red")
    if told := outcome.told:
        birth = told.state.birth
        yield "name", Text(printable(birth.name))
        yield "of", Text(f"{birth.kind}, {birth.game}, {counted(len(told.state.contestants), 'contestant')}")
        yield "games", Text(f"{outcome.games} audited, {counted(outcome.records, 'record')}")
        yield "id", Text(birth.tournament_id)
        yield "head", Text(f"{told.head.n}:{told.head.hash}")
        if held.count and not held.missed:
            yield "receipts", Text(f"{held.count}, all held")
    for caveat in outcome.caveats:
        yield "warning", Text(f"{caveat.code}: {caveat.text}", "yellow")


def _first(finding: Finding) -> Iterator[tuple[str, Text]]:
    yield "", Text(meaning(finding.code), "red")
    for name, value, style in (("expected", finding.expected, "green"), ("found", finding.found, "red")):
        if value is not None:
            yield name, Text(shown(value), style)


def shown(value: Any) -> str:
    """A value as it can be shown, and no more of it than can be read."""
    text = value if isinstance(value, str) else spoken(value)
    return printable(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")
