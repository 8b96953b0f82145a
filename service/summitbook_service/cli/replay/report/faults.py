"""The step of a fault: the record, the command behind it, what was expected and found, the lines about it."""

from __future__ import annotations

from collections.abc import Iterator

from summitbook_client.messages import printable
from summitbook_domain.replay import Report

from ..evidence import Evidence, Line, short
from ..judge import Verdict
from ..verdict import name_of, shown
from ..words import FAULTS
from .html import Markup, join, tag


def anchor(number: int) -> str:
    """What the fault of this number, from 1, is linked to by."""
    return f"fault-{number}"


def at_line(report: Report) -> str:
    """Where it is, if it is in a line."""
    return "" if report.line is None else f", line {report.line}"


def link(number: int, verdict: Verdict) -> Markup:
    """A fault in a line, leading to its step."""
    report = verdict.report
    told = (tag("b", str(report.code), class_="bad"), f" in {name_of(verdict.file)}{at_line(report)}")
    return tag("a", *told, href=f"#{anchor(number)}")


def step(number: int, verdict: Verdict) -> Markup:
    """All that there is to see of a verdict's fault."""
    report, evidence = verdict.report, verdict.evidence or Evidence()
    return tag(
        "article",
        tag(
            "h3",
            f"{number}. ",
            tag("span", str(report.code), class_="bad"),
            f" in {name_of(verdict.file)}{at_line(report)}",
        ),
        tag("p", FAULTS.get(report.code or "", ""), " ", tag("span", short(report.reason), class_="soft")),
        tag("dl", *_facts(verdict, evidence.command)),
        tag("p", "The lines about it, the one with the fault framed:") if evidence.around else "",
        *(_line(line, at=line.number == report.line) for line in evidence.around),
        id=anchor(number),
    )


def _facts(verdict: Verdict, command: Line | None) -> Iterator[Markup]:
    report = verdict.report
    yield from _fact("holds to", f"level {report.level}" if report.level else "nothing")
    if report.game_id:
        yield from _fact("game", short(f"{report.game}, {report.game_id}"))
    if verdict.missed:
        yield from _fact("receipt", f"{printable(verdict.missed.kept_in)} is not held")
    for name, text in shown(report):
        yield from _fact(name, tag("pre", short(text)))
    if command:
        yield from _fact("command behind it", join(tag("pre", command.text), f"in line {command.number}"))


def _fact(name: str, value: str) -> Iterator[Markup]:
    yield tag("dt", name)
    yield tag("dd", value)


def _line(line: Line, *, at: bool) -> Markup:
    return tag("pre", tag("small", f"{line.number}  "), line.text, class_="at" if at else None)
