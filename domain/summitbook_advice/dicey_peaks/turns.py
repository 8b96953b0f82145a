"""
The whole of a turn: first roll, announcement, going on.

A question is a climber about to roll, with what it would be worth to it to stop with so many
good faces, with and without a yeti aside. Many can be asked together, a column each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from summitbook_domain.dicey_peaks.events import Intent
from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain

from .arrays import Flags, Reals, Whole
from .first import FirstRoll
from .push import Push

NEVER = -1.0
"""What is not allowed is worth less than anything."""


class Purpose(NamedTuple):
    """
    What a turn for one purpose brings: `stop` by good faces, yeti and question, `bust` by yeti and question.

    More good faces than `most` are a bust; `allowed` says whether it may be announced. Both by question.
    """

    stop: Reals
    bust: Reals
    most: Whole
    allowed: Flags


class Worth(NamedTuple):
    """What states are worth, a column a question: by stopping there, and at best."""

    stopping: Reals
    best: Reals


class Turns:
    """All that can come of a turn on this mountain."""

    def __init__(self, mountain: Mountain) -> None:
        every_die = sum(mountain.dice.of(colour).count for colour in COLOURS)
        self.climb = Push(mountain, "climb", mountain.oxygen_max)
        self.rest = Push(mountain, "rest", every_die)
        self.first = FirstRoll(mountain, self.climb, self.rest)

    def push(self, intent: Intent) -> Push:
        """The part of a turn that follows this announcement."""
        return self.climb if intent == "climb" else self.rest

    def worth(self, intent: Intent, purpose: Purpose) -> Worth:
        """What the states after this announcement are worth."""
        push = self.push(intent)
        stopping = push.stopping(purpose.stop, purpose.bust, purpose.most)
        best = push.worth(stopping, purpose.most)
        forbidden = np.logical_not(purpose.allowed)
        stopping[:, forbidden] = best[:, forbidden] = NEVER
        return Worth(stopping, best)

    def ends(self, climb: Worth, rest: Worth) -> tuple[Reals, Reals]:
        """How likely the best turn stops in each state of a climb and of a rest, a column a question."""
        first = self.first
        of_rolls = first.worth(climb.best, rest.best).argmax(axis=0)
        made = first.choice[:, None] == of_rolls
        climbs = climb.best[first.to_climb] >= rest.best[first.to_rest]
        reached = [np.zeros_like(each.best) for each in (climb, rest)]
        chances = np.where(made, first.chances[:, None], 0.0)
        np.add.at(reached[0], first.to_climb, np.where(climbs, chances, 0.0))
        np.add.at(reached[1], first.to_rest, np.where(climbs, 0.0, chances))
        return (
            self.climb.stopped(reached[0], *climb),
            self.rest.stopped(reached[1], *rest),
        )


@lru_cache(maxsize=4)
def turns_on(mountain: Mountain) -> Turns:
    """The turns on this mountain, worked out once."""
    return Turns(mountain)
