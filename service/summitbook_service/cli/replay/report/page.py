"""The page: filled as the verdicts come, written in one go when all are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from summitbook_domain.replay.draws import Counts, Source

from ..evidence import Evidence
from ..files import check_writable, write
from ..judge import Asked, Verdict
from ..tally import Tally
from ..words import LEVELS
from .faults import link, step
from .html import Markup, join, tag
from .outline import made, outline
from .plots import LEGEND, plot, title_of
from .tables import games, in_a_word, listed, row, summary

MOST_STEPS = 500
"""Faults whose step is shown; more are only listed."""
MOST_PLOTS = 60
FEWEST_DRAWS = 10
MOST_SOURCES = 1_000
"""Whoever invents content could make a source a file."""
MOST_NAMED = 100


class Report:
    """One page on many files; what is kept of each is short, however long it is."""

    def __init__(self, path: Path, asked: Asked, title: str = "Audit of recorded games") -> None:
        """Raises Problem where the page could not be written in the end."""
        check_writable(path)
        self._path = path
        self._asked = asked
        self._title = title
        self._rows: list[Markup] = []
        self._steps: list[Markup] = []
        self._links: list[Markup] = []
        self._draws: dict[Source, Counts] = {}
        self._deals: set[str] = set()
        self._again = 0
        self._given = 0
        self._faults = 0

    def take(self, verdict: Verdict) -> None:
        """Add this one."""
        fault = None
        if verdict.report.code:
            self._faults += 1
            if self._faults <= MOST_STEPS:
                fault = self._faults
                self._links.append(tag("li", link(fault, verdict)))
                self._steps.append(step(fault, verdict))
        self._rows.append(row(verdict, fault))
        self._given += verdict.report.ok and verdict.seed_source == "given"
        self._count(verdict.evidence or Evidence())

    def _count(self, evidence: Evidence) -> None:
        """Add what was drawn; of games that share a deal one counts, since the others had the same draws."""
        if evidence.draws and evidence.deal in self._deals:
            self._again += 1
            return
        if evidence.draws and evidence.deal:
            self._deals.add(evidence.deal)
        for source, counts in evidence.draws.items():
            if source in self._draws or len(self._draws) < MOST_SOURCES:
                self._draws.setdefault(source, Counts()).add(counts)

    def end(self, tally: Tally, *before: Markup) -> None:
        """Write the page, with these parts before what is said of the files; raises Problem."""
        write(self._path, self._page(tally, before).encode("utf-8", "replace"))

    def _page(self, tally: Tally, before: Iterable[Markup]) -> str:
        return outline(self._title, *before, *self._parts(tally))

    def _parts(self, tally: Tally) -> Iterator[Markup]:
        yield in_a_word(tally)
        yield from summary(tally)
        if self._steps:
            more = self._faults - len(self._steps)
            yield join(tag("h2", "Faults"), tag("ol", *self._links), *self._steps)
            yield tag("p", f"{more} more faults are only listed below.") if more else join()
        yield join(tag("h2", "Games"), games(self._rows))
        yield from self._plots()
        yield from self._by_what(tally)
        yield made()

    def _plots(self) -> Iterator[Markup]:
        if not self._draws:
            return
        found = sorted(self._draws.items(), key=lambda each: (-each[1].draws, each[0]))
        yield join(tag("h2", "Dice, tiles and cards against chance"), *(tag("p", each) for each in LEGEND))
        if self._given:
            told = (
                f"In {self._given} of these games the seed was given, and so perhaps chosen, by their makers."
            )
            yield tag("p", told, class_="doubt")
        if self._again:
            told = (
                f"Games that share a deal have the same dice, so the first of each deal is counted alone; "
                f"{self._again} more {'is' if self._again == 1 else 'are'} left out."
            )
            yield tag("p", told)
        plotted = [each for each in found[:MOST_PLOTS] if each[1].draws >= FEWEST_DRAWS]
        yield tag("div", *(plot(*each) for each in plotted), class_="plots")
        if left := found[len(plotted) :]:
            named = "; ".join(f"{title_of(source)}: {counts.draws}" for source, counts in left[:MOST_NAMED])
            more = f"; and {len(left) - MOST_NAMED} more" if len(left) > MOST_NAMED else ""
            yield tag("p", f"Drawn too seldom for a plot: {named}{more}.")

    def _by_what(self, tally: Tally) -> Iterator[Markup]:
        """What the files were checked by, for whoever doubts the verdict."""
        asked = self._asked
        yield tag("h2", "What was checked, and by what")
        reach = list(LEVELS)[: list(LEVELS).index(asked.level) + 1]
        yield tag("dl", *(join(tag("dt", name), tag("dd", LEVELS[name])) for name in reach))
        yield listed(
            "Trusted keys",
            sorted(asked.keys),
            "none named: a seal shows that a file is whole, not whose it is",
        )
        yield listed(
            "Heads for every file", [f"{head.n or 'any'}:{head.hash}" for head in asked.heads], "none given"
        )
        if asked.receipts is None:
            yield listed("Receipts", [], "none given: only seals tie these files to what was played")
            return
        unused = tally.unused(asked.receipts)
        yield listed(
            "Games with receipts", [], f"{len(asked.receipts.games)}, {len(tally.met)} of them with a file"
        )
        if unused:
            more = [f"and {len(unused) - MOST_NAMED} more"] if len(unused) > MOST_NAMED else []
            yield listed("Receipts without a file, of these games", [*unused[:MOST_NAMED], *more], "")
