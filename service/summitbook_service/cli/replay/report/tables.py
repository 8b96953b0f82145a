"""The tables of the page: what came of all files, and of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from summitbook_client.terminal.counting import counted

from ..evidence import LONGEST_NAME, Evidence, short
from ..judge import UNKNOWN_KEY, Verdict
from ..tally import Tally
from ..verdict import name_of
from ..words import FAULTS, WARNINGS
from .faults import anchor, at_line
from .html import Markup, join, tag


def listed(title: str, items: list[str], none: str) -> Markup:
    """What was asked for, or what it means that nothing was."""
    inside = tag("ul", *(tag("li", item) for item in items)) if items else f" {none}."
    return tag("div", tag("b", f"{title}:"), inside)


def in_a_word(tally: Tally) -> Markup:
    """All in all."""
    bad = tally.files - tally.fine
    if bad:
        told, style = f"✘ Of {counted(tally.files, 'file')}, {bad} with a fault.", "bad"
    elif tally.unsure:
        told, style = f"○ No fault found. Files without a seal of known make: {tally.unsure}.", "doubt"
    else:
        told, style = f"✔ No fault found. Files: {tally.files}.", "good"
    return tag("p", told, class_=f"verdict {style}")


def summary(tally: Tally) -> Iterator[Markup]:
    """By game, and by code."""
    rows = [
        tag("tr", tag("th", name, scope="row"), *map(_number, (
            game.files, game.fine, game.files - game.fine, game.closed, game.records,
        )))
        for name, game in sorted(tally.games.items())
    ]  # fmt: skip
    titles = [
        tag("th", each, class_="number", scope="col")
        for each in ("files", "fine", "faults", "closed", "records")
    ]
    head = tag("thead", tag("tr", tag("th", "game", scope="col"), *titles))
    yield tag("table", head, tag("tbody", *rows), class_="summary")
    codes = [
        *(_code(code, "bad", files, FAULTS) for (code, _), files in sorted(tally.faults.items())),
        *(_code(code, "doubt", files, WARNINGS) for code, files in sorted(tally.warnings.items())),
    ]
    if codes:
        yield tag("h2", "What was found, and what could not be known")
        yield tag("table", *codes, class_="codes")


def _number(value: int) -> Markup:
    return tag("td", f"{value:,}", class_="number")


def _code(code: str, style: str, files: int, words: Mapping[str, str]) -> Markup:
    return tag("tr", tag("td", code, class_=style), _number(files), tag("td", words.get(code, "")))


def games(rows: list[Markup]) -> Markup:
    """Each file in a row."""
    titles = ("file", "game", "players", "result", "records", "seal", "verdict")
    head = tag("thead", tag("tr", *(tag("th", each, scope="col") for each in titles)))
    return tag("table", head, tag("tbody", *rows), class_="stack")


def row(verdict: Verdict, fault: int | None) -> Markup:
    """A file; `fault` is the number of its fault's step, where that is shown."""
    report, evidence = verdict.report, verdict.evidence or Evidence()
    game, end = (short(text, LONGEST_NAME) for text in (report.game or "-", report.outcome or "not closed"))
    cells = {
        "file": name_of(verdict.file),
        "game": join(game, " ", _own(verdict), tag("small", evidence.began[:16].replace("T", " "))),
        "players": ", ".join(evidence.names) or "-",
        "result": "-" if report.code else evidence.result or end,
        "records": f"{report.records:,}",
        "seal": _seal(verdict),
        "verdict": _word(verdict, fault),
    }
    styles = {"file": "any", "game": "game", "players": "any", "result": "any"}
    inside = ((name, tag("span", value, class_=styles.get(name))) for name, value in cells.items())
    return tag("tr", *(tag("td", value, data_label=name) for name, value in inside))


def _own(verdict: Verdict) -> Markup:
    """Content that does not ship: the same rules, and another game."""
    name = short(verdict.own_content, LONGEST_NAME)
    return tag("span", f"on content of its own, {name} ", class_="doubt") if name else join()


def _seal(verdict: Verdict) -> str:
    if verdict.report.fails == "seal":
        return tag("span", "bad", class_="bad")
    words = {True: "holds", False: "none", UNKNOWN_KEY: "of an unknown key", None: "-"}
    return words[verdict.sealed]


def _word(verdict: Verdict, fault: int | None) -> Markup:
    report = verdict.report
    if report.ok:
        warnings = " ".join(caveat.code for caveat in report.caveats)
        return join(tag("span", f"holds to {report.level}", class_="good"), " ", tag("small", warnings))
    told = tag("span", f"{report.code}{at_line(report)}", class_="bad")
    return tag("a", told, href=f"#{anchor(fault)}") if fault else told
