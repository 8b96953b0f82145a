"""
A climber alone on the mountain: how soon it finds the flag, from wherever it stands.

From every standing we look for the turn that brings the flag nearest, where a flag found a
turn later is worth PATIENCE as much; and from these turns, how likely the flag is found within
so many turns, the climber's clock. Tiles are taken for any of their level's pile. Other
climbers, and yetis that chase this one upwards, are left out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from summitbook_domain.dicey_peaks.mountain import Mountain

from .arrays import Reals, Whole
from .push import Push
from .turns import Purpose, Turns, Worth, turns_on
from .ways import Standing, climbed, most_tents, rested, unknown_ways

PATIENCE = 0.85
"""What a flag is worth that is found a turn later."""
SWEEPS = 5
"""How often every turn is thought through again: the last ones hardly change anything."""
TURNS = 60
"""So far ahead the clocks run: who has not found the flag by then hardly ever does."""
TOGETHER = 60
"""So many standings are thought through together: a processor's cache holds what that takes."""


class Alone:
    """
    Every standing of a lone climber on this mountain, by number, and its clock.

    `clock[t, n]` is how likely the climber of standing number n has found the flag after t turns.
    """

    def __init__(self, mountain: Mountain) -> None:
        self.mountain = mountain
        places = (mountain.top + 1, mountain.oxygen_max + 1, len(mountain.summit.tiles))
        self.standings = sorted(
            (Standing(position, oxygen, 1 + n) for position, oxygen, n in np.ndindex(places)),
            key=lambda each: each.oxygen,
        )
        self._numbers = {standing: n for n, standing in enumerate(self.standings)}
        self.found = len(self.standings)
        self.stranded = self.found + 1
        self.clock = self._clock(_turned(self, turns_on(mountain)))

    def number(self, standing: Standing) -> int:
        """The number of a standing when a turn is over: without oxygen one is stranded on the summit."""
        if not standing.hidden:
            return self.found
        if standing.position == self.mountain.top and not standing.oxygen:
            return self.stranded
        return self._numbers[standing]

    def _clock(self, turned: Reals) -> Reals:
        clock = np.zeros((TURNS + 1, self.stranded + 1))
        clock[:, self.found] = 1.0
        for turn in range(TURNS):
            clock[turn + 1, : self.found] = turned @ clock[turn]
        return clock


class _Ends:
    """Where a turn can end from each of some standings: numbers, and how likely, by good faces."""

    def __init__(self, alone: Alone, starts: list[Standing], most_good: int) -> None:
        mountain, ways = alone.mountain, unknown_ways(alone.mountain)
        widest = max(2, *map(len, ways))
        self.climb = np.zeros((mountain.oxygen_max + 1, len(starts), widest), dtype=np.int64)
        self.odds = np.zeros(self.climb.shape)
        self.rest = np.zeros((most_good + 1, len(starts)), dtype=np.int64)
        for n, start in enumerate(starts):
            for pickaxes in range(start.oxygen + 1):
                for way, (chance, end) in enumerate(climbed(mountain, ways, start, pickaxes)):
                    self.climb[pickaxes, n, way] = alone.number(end)
                    self.odds[pickaxes, n, way] = chance
            for tents in range(min(most_good, most_tents(mountain, start)) + 1):
                self.rest[tents, n] = alone.number(rested(mountain, start, tents))


def _turned(alone: Alone, turns: Turns) -> Reals:
    """The best turns: a row for the standing where a turn begins, a column for the one where it ends."""
    starts = alone.standings
    parts = [_Part(alone, turns, starts[n : n + TOGETHER]) for n in range(0, len(starts), TOGETHER)]
    left = np.array([alone.mountain.top - each.position for each in starts])
    worth = PATIENCE ** (left / 2)
    for _ in range(SWEEPS):
        worth = np.concatenate([part.worth(_later(worth)) for part in parts])
    return np.concatenate([part.turned(_later(worth)) for part in parts])


def _later(worth: Reals) -> Reals:
    """What a standing is worth when a turn ends there; the flag found is worth 1, and stranded nothing."""
    return np.concatenate((PATIENCE * worth, [1.0, 0.0]))


class _Part:
    """Some of the standings, thought through together."""

    def __init__(self, alone: Alone, turns: Turns, starts: list[Standing]) -> None:
        mountain = alone.mountain
        self.turns = turns
        self.ends = _Ends(alone, starts, turns.rest.most)
        self.breath = np.array([each.oxygen for each in starts])
        self.tents = np.array([most_tents(mountain, each) for each in starts])
        at_top = np.array([each.position == mountain.top for each in starts])
        self.can_climb, self.can_rest = at_top | (self.breath > 0), ~at_top

    def _purposes(self, later: Reals) -> tuple[Worth, Worth]:
        climbing = (later[self.ends.climb] * self.ends.odds).sum(axis=2)
        resting = later[self.ends.rest]
        climb = Purpose(_either(climbing), _either(climbing[0]), self.breath, self.can_climb)
        rest = Purpose(_either(resting), _either(resting[0]), self.tents, self.can_rest)
        return self.turns.worth("climb", climb), self.turns.worth("rest", rest)

    def worth(self, later: Reals) -> Reals:
        """What it is worth to begin a turn."""
        climb, rest = self._purposes(later)
        worth: Reals = self.turns.first.worth(climb.best, rest.best).max(axis=0)
        return worth

    def turned(self, later: Reals) -> Reals:
        """How likely the best turn ends where."""
        stopped = self.turns.ends(*self._purposes(later))
        climb = _by_good(self.turns.climb, stopped[0], self.breath)
        rest = _by_good(self.turns.rest, stopped[1], self.tents)
        climb[0] += 1.0 - climb.sum(axis=0) - rest.sum(axis=0)  # after a bust all is as it was
        found = np.zeros((len(self.breath), len(later)))
        columns = np.arange(len(found))
        np.add.at(found, (columns[:, None], self.ends.climb), climb[:, :, None] * self.ends.odds)
        np.add.at(found, (columns, self.ends.rest), rest)
        return found


def _either(worth: Reals) -> Reals:
    """The same with a yeti aside and without."""
    return np.stack((worth, worth), axis=-2)


def _by_good(push: Push, stopped: Reals, most: Whole) -> Reals:
    """How likely a turn stops with so many good faces: a row a number, a column a standing."""
    found = np.zeros((push.most + 1, stopped.shape[1]))
    np.add.at(found, push.good, np.where(push.good[:, None] <= most, stopped, 0.0))
    return found


@lru_cache(maxsize=4)
def alone_on(mountain: Mountain) -> Alone:
    """A lone climber on this mountain, worked out once, in a few seconds."""
    return Alone(mountain)
