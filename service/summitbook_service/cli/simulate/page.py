"""The page of a simulation: figures, and bars for scores, wins, ways of ending and length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from summitbook_client.terminal.counting import counted

from ..replay.report.html import Markup, tag
from ..replay.report.outline import made, outline
from .many import Asked
from .tally import Tally, figures
from .telling import in_words, played_on, share_in_words

WIDTH, HEIGHT = 1000, 24
"""Of a bar, in units of its own; it is stretched to the room there is."""
MOST_BARS = 30
"""Of a histogram; where there are more values, neighbours share a bar."""
Bar = tuple[str, int]
"""What is counted, and in how many games."""


def page(title: str, tally: Tally, asked: Asked) -> str:
    """The whole page; nothing on it comes from anywhere else."""
    return outline(f"{title}: {counted(tally.games, 'simulated game')}", *_parts(tally, asked))


def _parts(tally: Tally, asked: Asked) -> Iterator[Markup]:
    facts = {
        "policies": ", ".join(f"seat {seat}: {policy}" for seat, policy in enumerate(asked.policies)),
        **played_on(asked),
        "seed": asked.seed.hex(),
        "score": in_words(figures(tally.scores)) if tally.scores else "",
        "commands a game": in_words(figures(tally.lengths)),
    }
    told = [part for name, text in facts.items() if text for part in (tag("dt", name), tag("dd", text))]
    yield tag("dl", *told)
    yield tag(
        "p",
        tag("small", "What stands after ± is the standard error: 95 times in 100 the truth lies within two."),
    )
    plots = [_plot(*each, tally) for each in _plotted(tally, asked) if each[1]]
    yield tag("div", *plots, class_="plots")
    yield made()


def _plotted(tally: Tally, asked: Asked) -> Iterator[tuple[str, Sequence[Bar]]]:
    yield "Scores", binned(tally.scores)
    yield "Wins", [(f"seat {seat}, {asked.policies[seat]}", wins) for seat, wins in tally.wins.items()]
    endings = tally.endings.most_common()
    yield "Ways of ending", [(ending.replace("_", " "), games) for ending, games in endings]
    yield "Length in commands", binned(tally.lengths)


def binned(counts: Mapping[int, int]) -> list[Bar]:
    """A bar for each value from the least to the most, or for as many neighbours as there must be."""
    if not counts:
        return []
    least, most = min(counts), max(counts)
    wide = ceil((most - least + 1) / MOST_BARS)
    bars = [0] * ((most - least) // wide + 1)
    for value, games in counts.items():
        bars[(value - least) // wide] += games
    return [(_span(least + wide * at, wide), games) for at, games in enumerate(bars)]


def _span(first: int, wide: int) -> str:
    return str(first) if wide == 1 else f"{first} to {first + wide - 1}"


def _plot(title: str, bars: Sequence[Bar], tally: Tally) -> Markup:
    scale = max(games for _, games in bars) or 1
    rows = [
        tag(
            "tr",
            tag("th", name, scope="row"),
            tag("td", _bar(games / scale), class_="bar"),
            tag("td", share_in_words(tally.share(games))),
        )
        for name, games in bars
    ]
    return tag("figure", tag("figcaption", tag("b", title)), tag("table", *rows, class_="plot"))


def _bar(length: float) -> Markup:
    return tag(
        "svg",
        tag("rect", x=0, y=6, width=round(length * WIDTH, 1), height=HEIGHT - 12, class_="seen"),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
