"""How a seat stood from move to move: a line of what its game was worth, and bars of costs and of luck."""

from __future__ import annotations

from collections.abc import Sequence

from summitbook_advice.account import Account
from summitbook_advice.values import Unit

from ..report.html import Markup, tag
from .figures import shown

WIDTH, TALL, LOW = 1000, 160, 60
"""Of a plot, in units of its own; it is stretched to the room there is."""
GAP = 0.2
"""Of the room of a bar, how much stays free."""
SEEN = 0.1
"""A bar that is less high is left out: nobody would see it."""


def course(account: Account) -> Markup:
    """Three plots above each other, a place for each move from left to right."""
    costs = [-move.cost for move in account.moves]
    luck = [move.luck or 0.0 for move in account.moves]
    worth = [value for move in account.moves for value in (move.best.value, move.chosen.value)]
    if account.result is not None:
        worth.append(account.result)
    least, most = min(0.0, *worth), max(worth)
    span = f"{shown(least, account.unit)} to {shown(most, account.unit)}"
    return tag(
        "figure",
        tag("figcaption", tag("b", "From move to move")),
        tag(
            "table",
            _plot("worth", _line(worth, least, most, len(account.moves)), TALL, span),
            _plot("cost", _bars(costs, base=1), LOW, _reach(costs, account.unit)),
            _plot("luck", _bars(luck, base=LOW / 2), LOW, _reach(luck, account.unit)),
            class_="plot course",
        ),
    )


def _plot(name: str, shapes: Sequence[Markup], height: int, figures: str) -> Markup:
    drawn = tag(
        "svg",
        *shapes,
        viewBox=f"0 0 {WIDTH} {height}",
        preserveAspectRatio="none",
        aria_hidden="true",
        class_="tall" if height == TALL else "low",
    )
    return tag("tr", tag("th", name, scope="row"), tag("td", drawn, class_="bar"), tag("td", figures))


def _line(worth: Sequence[float], least: float, most: float, moves: int) -> Sequence[Markup]:
    """Before and after each choice; between them, luck leads on to the next."""
    points = (
        f"{WIDTH * (at // 2 + at % 2 * 0.5) / moves:.1f},{_y(value, least, most):.1f}"
        for at, value in enumerate(worth)
    )
    return (tag("polyline", points=" ".join(points), class_="line"),)


def _y(value: float, least: float, most: float) -> float:
    return TALL - 2 - (TALL - 4) * (value - least) / ((most - least) or 1)


def _reach(sizes: Sequence[float], unit: Unit | None) -> str:
    return f"up to {shown(max(map(abs, sizes)), unit)}"


def _bars(sizes: Sequence[float], *, base: float) -> Sequence[Markup]:
    """Bars for each move up or down from a line at this height; the longest has all the room below it."""
    scale = max(map(abs, sizes)) or 1
    least = SEEN / (LOW - base)
    shares = ((at, size / scale) for at, size in enumerate(sizes))
    shapes = (_bar(at, share, len(sizes), base) for at, share in shares if abs(share) >= least)
    return (*shapes, tag("line", x1=0, x2=WIDTH, y1=base, y2=base, class_="expected"))


def _bar(at: int, size: float, moves: int, base: float) -> Markup:
    """`size` is a share of the longest one, below 0 for a loss."""
    wide, high = WIDTH / moves, abs(size) * (LOW - base)
    return tag(
        "rect",
        x=round(wide * (at + GAP / 2), 1),
        y=round(base - (high if size > 0 else 0), 1),
        width=round(wide * (1 - GAP), 1),
        height=round(high, 1),
        class_="gain" if size > 0 else "loss",
    )
