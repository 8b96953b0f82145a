"""Bars of what was drawn, over the band in which chance would keep them."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from summitbook_client.terminal.counting import counted
from summitbook_domain.replay.draws import Count, Counts, Source

from ..evidence import LONGEST_NAME, short
from .chance import FEWEST, SPREAD, in_words, outcome_of
from .html import Markup, tag

WIDTH, HEIGHT = 1000, 24
"""Of a bar, in units of its own; it is stretched to the room there is."""
MOST_ITEMS = 40
LEGEND = (
    (
        "Each bar is how often something came. The line is how often it comes on average, and the band where "
        "chance alone keeps the bar 95 times of 100: among many bars a few outside are to be expected."
    ),
    (
        "Only draws that were checked are counted, in files that hold at level dice. They follow from the "
        "seed that each game was committed to before it began, so this asks whether seeds were chosen."
    ),
)
"""How to read the bars."""


def plot(source: Source, counts: Counts) -> Markup:
    """One source's counts: a row an item, and what to make of them."""
    test = outcome_of(counts)
    figures = f"{test.figure}, p = {test.p:.3f}. " if test else ""
    return tag(
        "figure",
        tag("figcaption", tag("b", title_of(source)), f" · {counted(counts.draws, 'draw')}"),
        tag("table", *_rows(counts), class_="plot"),
        tag("p", in_words(test), " ", tag("small", figures)),
    )


def title_of(source: Source) -> str:
    """What was drawn, of which game and content."""
    kind = source.kind.replace("_", " ")
    return short(f"{source.game}, {kind} (content {source.edition})", 2 * LONGEST_NAME)


def _rows(counts: Counts) -> Iterator[Markup]:
    items = sorted(counts.items.items())
    scale = max((max(count.seen, _band(count)[1]) for _, count in items), default=1) or 1
    for item, count in items[:MOST_ITEMS]:
        yield _row(short(item.replace("_", " "), LONGEST_NAME), count, scale)
    if len(items) > MOST_ITEMS:
        yield tag("tr", tag("td", f"and {len(items) - MOST_ITEMS} more", colspan=3))


def _row(item: str, count: Count, scale: float) -> Markup:
    low, high = _band(count)
    within = count.expected < FEWEST or low <= count.seen <= high
    spread = SPREAD * sqrt(count.variance)
    figures = f"{count.expected:.1f} ± {spread:.1f} expected"
    return tag(
        "tr",
        tag("th", item, scope="row"),
        tag("td", _bar(count, scale, within=within), class_="bar"),
        tag("td", tag("b", str(count.seen)), " ", figures, "" if within else tag("em", " outside")),
    )


def _bar(count: Count, scale: float, *, within: bool) -> Markup:
    low, high = (round(end / scale * WIDTH, 1) for end in _band(count))
    at = round(count.expected / scale * WIDTH, 1)
    seen = round(count.seen / scale * WIDTH, 1)
    return tag(
        "svg",
        tag("rect", x=low, y=0, width=round(high - low, 1), height=HEIGHT, class_="band"),
        tag("rect", x=0, y=6, width=seen, height=HEIGHT - 12, class_="seen" if within else "seen off"),
        tag("line", x1=at, x2=at, y1=0, y2=HEIGHT, class_="expected"),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _band(count: Count) -> tuple[float, float]:
    """Between what counts chance would keep it."""
    spread = SPREAD * sqrt(count.variance)
    return max(0.0, count.expected - spread), count.expected + spread
