"""The first roll of a turn, after which it is said what the turn is for."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain

from .arrays import Reals
from .aside import aside_of
from .push import Push
from .rolls import Counts, choices, odds


class FirstRoll:
    """Every choice of dice, and to which states of a climb and of a rest each leads, how likely."""

    def __init__(self, mountain: Mountain, climb: Push, rest: Push) -> None:
        counts = tuple(mountain.dice.of(colour).count for colour in COLOURS)
        self.choices = choices(mountain.first_roll, counts)
        found: list[tuple[int, int, float]] = []
        starts = []
        for wanted in self.choices:
            starts.append(len(found))
            pairs: dict[tuple[int, int], float] = defaultdict(float)
            for shown, chance in odds(mountain.dice, wanted).items():
                pairs[climb.state(aside_of(shown, "climb")), rest.state(aside_of(shown, "rest"))] += chance
            found += [(*pair, chance) for pair, chance in pairs.items()]
        self.starts = np.array(starts)
        self.choice = np.repeat(np.arange(len(starts)), np.diff([*starts, len(found)]))
        self.to_climb = np.array([each[0] for each in found])
        self.to_rest = np.array([each[1] for each in found])
        self.chances: Reals = np.array([each[2] for each in found])

    def worth(self, climb: Reals, rest: Reals) -> Reals:
        """What each choice is worth where the better is announced: a row a choice, a column a question."""
        better = np.maximum(climb[self.to_climb], rest[self.to_rest])
        return np.add.reduceat(better * self.chances[:, None], self.starts, axis=0)

    def ahead(self, wanted: Counts, climb: Reals, rest: Reals) -> tuple[float, float]:
        """What one choice is worth to one climber, and how likely it is better then to climb."""
        rolls = np.flatnonzero(self.choice == self.choices.index(wanted))
        climbing, resting = climb[self.to_climb[rolls]], rest[self.to_rest[rolls]]
        chances = self.chances[rolls]
        return float(np.maximum(climbing, resting) @ chances), float((climbing >= resting) @ chances)
