"""What came of many games, in counts and in the figures that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

from summitbook_domain.simulate import Simulated


class Figures(NamedTuple):
    """
    Of a count of values: mean, standard deviation, the standard error of the mean, least and most.

    The true mean lies within two standard errors of this one 95 times of 100.
    """

    mean: float
    spread: float
    error: float
    least: int
    most: int


class Share(NamedTuple):
    """How many of the games, which share of them that is, from 0 to 1, and its standard error."""

    games: int
    share: float
    error: float


class Tally:
    """Counts of the games taken so far; what is kept does not grow with their number."""

    def __init__(self, seats: int, *, rivals: bool) -> None:
        self.games = 0
        self.endings: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.scores: Counter[int] = Counter()
        """The points that all seats were given; of rivals, who are given places, none."""
        self.wins: dict[int, int] = dict.fromkeys(range(seats), 0) if rivals else {}
        """How often each of rivals was first, alone; of seats that play together, or of only one, none."""

    def add(self, game: Simulated) -> None:
        """Count this one too."""
        self.games += 1
        self.endings[game.ending] += 1
        self.lengths[game.commands] += 1
        if not self.wins:
            self.scores[game.results[0]] += 1
        elif game.results.count(1) == 1:
            self.wins[game.results.index(1)] += 1

    @property
    def commands(self) -> int:
        """Those of all games together."""
        return sum(length * games for length, games in self.lengths.items())

    def share(self, games: int) -> Share:
        """So many of all games."""
        share = games / self.games
        return Share(games, share, sqrt(share * (1 - share) / self.games))


def figures(counts: Mapping[int, int]) -> Figures:
    """Those of values that were each counted so often, one at least."""
    number = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / number
    squares = sum((value - mean) ** 2 * times for value, times in counts.items())
    spread = sqrt(squares / (number - 1)) if number > 1 else 0.0
    return Figures(mean, spread, spread / sqrt(number), min(counts), max(counts))
