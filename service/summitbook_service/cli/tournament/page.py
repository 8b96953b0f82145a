"""What a referee reads of a tournament: the verdict, standings, rounds, and every game by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from summitbook_domain.dossier import Finding, Outcome
from summitbook_domain.dossier.again import Told
from summitbook_domain.dossier.files import game_file
from summitbook_domain.tournament.events import DecisionMade, Result
from summitbook_domain.tournament.standings import standings
from summitbook_domain.tournament.state import Fixture

from ..replay.evidence import LONGEST_NAME, short
from ..replay.judge import Asked, Verdict
from ..replay.report import Report
from ..replay.report.html import Markup, join, tag
from ..replay.tally import Tally
from .verdict import in_a_word, place_of, shown
from .words import meaning

MOST_FINDINGS = 500
"""So many are told in full; more are counted."""
POINTS = {
    "duplicate": ("points", "deals won, best deal"),
    "tables": ("points", "points of those met, games won"),
    "ladder": ("rating less three doubts, thousandths", "mean, thousandths"),
}


class Page:
    """The report of the audit kit, with what a tournament adds before it."""

    def __init__(self, path: Path, asked: Asked) -> None:
        """Raises Problem where the page could not be written in the end."""
        self._report = Report(path, asked, title="Audit of a tournament")
        self._tally = Tally()

    def take(self, fixture: Fixture, verdict: Verdict) -> None:
        """Add this game."""
        named = replace(verdict, file=Path(game_file(fixture.game_id)))
        self._tally.add(named)
        self._report.take(named)

    def end(self, outcome: Outcome) -> None:
        """Write the page; raises Problem."""
        self._report.end(self._tally, *_parts(outcome))


def _parts(outcome: Outcome) -> Iterator[Markup]:
    style = "good" if outcome.ok else "bad"
    yield tag("p", in_a_word(outcome).plain, class_=f"verdict {style}")
    yield from (tag("p", f"{each.code}: {each.text}", class_="doubt") for each in outcome.caveats)
    if outcome.told:
        yield _about(outcome.told)
    if outcome.findings:
        yield tag("h2", "What is not as it must be")
        yield from map(_finding, outcome.findings[:MOST_FINDINGS])
        if (more := len(outcome.findings) - MOST_FINDINGS) > 0:
            yield tag("p", f"And {more} more.")
    if outcome.told:
        yield from _standings(outcome.told)
        yield from _rounds(outcome.told)
        yield from _decisions(outcome.told)
    yield tag("h2", "Every game by itself")


def _about(told: Told) -> Markup:
    birth = told.state.birth
    facts = {
        "name": short(birth.name),
        "kind": f"{birth.kind}, {birth.game}, content {short(birth.content.edition, LONGEST_NAME)}",
        "id": birth.tournament_id,
        "head": f"{told.head.n}:{told.head.hash}",
        "sealed by": told.key,
    }
    return tag("dl", *(join(tag("dt", name), tag("dd", fact)) for name, fact in facts.items()))


def _finding(finding: Finding) -> Markup:
    facts = [(name, getattr(finding, name)) for name in ("expected", "found")]
    return tag(
        "article",
        tag("h3", tag("span", finding.code, class_="bad"), f" in {place_of(finding)}"),
        tag("p", meaning(finding.code), " ", tag("span", short(finding.reason), class_="soft")),
        tag(
            "dl",
            *(
                join(tag("dt", name), tag("dd", tag("pre", shown(value))))
                for name, value in facts
                if value is not None
            ),
        ),
    )


def _standings(told: Told) -> Iterator[Markup]:
    yield tag("h2", "Standings, derived from the logs")
    titles = ("place", "name", *POINTS[told.state.birth.kind], "games")
    rows = [
        (
            "out" if each.place is None else str(each.place),
            _name(told, each.contestant),
            f"{each.points:,}",
            ", ".join(f"{tie:,}" for tie in each.tie_breaks),
            str(each.games),
        )
        for each in standings(told.state)
    ]
    yield _table(titles, rows)


def _rounds(told: Told) -> Iterator[Markup]:
    state = told.state
    for past in state.rounds:
        yield tag("h2", f"Round {past.number}")
        facts = {"deal": past.deal, "commitment": past.commitment, "seed": past.seed or "not revealed"}
        yield tag("dl", *(join(tag("dt", name), tag("dd", tag("pre", fact))) for name, fact in facts.items()))
        yield _games(told, state.fixtures_of(past.number))
        if past.byes:
            yield tag("p", f"A bye: {', '.join(_name(told, each) for each in past.byes)}.")
    if matches := state.fixtures_of(0):
        yield tag("h2", "Matches")
        yield _games(told, matches)


def _games(told: Told, fixtures: tuple[Fixture, ...]) -> Markup:
    rows = [
        (
            f"{each.game_id}",
            ", ".join(_name(told, number) for number in each.contestants),
            each.finish.outcome if each.finish else "",
            "; ".join(_result(told, result) for result in each.finish.results) if each.finish else "",
        )
        for each in fixtures
    ]
    return _table(("game", "contestants, seat 0 first", "ended", "result"), rows)


def _result(told: Told, result: Result) -> str:
    name = _name(told, result.contestant)
    if result.place is not None:
        return f"{result.place}. {name}"
    return f"{name} {result.points}" if result.points is not None else f"{name} none"


def _decisions(told: Told) -> Iterator[Markup]:
    if told.state.decisions:
        yield tag("h2", "Decisions")
        rows = [(each.ruling, _about_whom(told, each), short(each.reason)) for each in told.state.decisions]
        yield _table(("ruling", "about", "reason"), rows)


def _about_whom(told: Told, decision: DecisionMade) -> str:
    who = "" if decision.contestant is None else _name(told, decision.contestant)
    points = f"{decision.points:+}" if decision.points else ""
    return ", ".join(filter(None, (who, points, decision.game_id)))


def _name(told: Told, number: int) -> str:
    return short(told.state.contestants[number].name, LONGEST_NAME)


def _table(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Markup:
    head = tag("thead", tag("tr", *(tag("th", each, scope="col") for each in titles)))
    body = (
        tag(
            "tr",
            *(
                tag("td", tag("span", cell), data_label=title)
                for title, cell in zip(titles, row, strict=True)
            ),
        )
        for row in rows
    )
    return tag("table", head, tag("tbody", *body), class_="stack")
