"""
Rolling on within a turn, once it is said what the turn is for: when to stop, and which dice to roll.

A state is what is set aside: how many dice of each colour, for they are gone from the pool; how
many faces that do good, which are pickaxes for a climb and tents for a rest; and how many that
end in a bust, avalanches and yetis. There are a few thousand of them. A roll that sets anything
aside leads to a state with more dice aside, so one pass from the last dice back to the first
gives each state's worth: the better of stopping there and of the best roll. A roll that sets
nothing aside leads back to where it was made, and there the same roll is best again; the odds
of a roll are those of what it comes to in the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from summitbook_domain.dicey_peaks.events import Intent
from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain

from .arrays import Reals, Whole
from .aside import Aside, aside_of, comes_to
from .rolls import Counts, choices, odds

CLOSE = 1e-12
"""Chances that differ by less are the same but for rounding."""


class RollOdds(NamedTuple):
    """What can come of a roll, each with its chance; else it sets dice aside, and the turn goes on."""

    bust: float
    nothing: float


class Roll(NamedTuple):
    """
    The same dice rolled from several states.

    `ends` has a row for each of `chances`, and a column for each of `states`, where few good
    faces come first: the state that this leads to.
    """

    wanted: Counts
    states: Whole
    ends: Whole
    chances: Reals


class Push:
    """
    All states of a turn for one purpose on one mountain, and all rolls, those with most dice aside first.

    More good faces than `most` are a bust for everyone. The numbers of the states are followed
    by two for a bust: without a yeti aside, and with one.
    """

    def __init__(self, mountain: Mountain, intent: Intent, most: int) -> None:
        self.mountain, self.intent, self.most = mountain, intent, most
        self.counts = tuple(mountain.dice.of(colour).count for colour in COLOURS)
        self.bust_at = mountain.bust_avalanches if intent == "climb" else mountain.bust_yetis
        self.asides = tuple(self._states())
        self._number = {state: n for n, state in enumerate(self.asides)}
        self.bust = len(self.asides)
        self.good = np.array([state.good for state in self.asides])
        self.yeti = np.array([self._yeti(state) for state in self.asides])
        self.rolls = tuple(self._rolls())

    def _states(self) -> Iterator[Aside]:
        for dice in product(*(range(count + 1) for count in self.counts)):
            aside = sum(dice)
            for good in range(min(self.most, aside) + 1):
                for bad in range(min(self.bust_at - 1, aside - good) + 1):
                    if self.intent == "climb" or good + bad == aside:
                        yield Aside(dice, good, bad)

    def _yeti(self, aside: Aside) -> int:
        """1 where a yeti is aside, else 0: in a climb a die with neither pickaxe nor avalanche."""
        if self.intent == "rest":
            return int(aside.bad > 0)
        return int(sum(aside.dice) > aside.good + aside.bad)

    def state(self, aside: Aside) -> int:
        """The number of the state in which so much is aside."""
        if self.is_bust(aside, self.most):
            return self.bust + self._yeti(aside)
        return self._number[aside]

    def is_bust(self, aside: Aside, most: int) -> bool:
        """Whether this is a bust to a climber to whom more good faces than `most` are one."""
        return aside.good > most or aside.bad >= self.bust_at

    def choices(self, aside: Aside) -> tuple[Counts, ...]:
        """The rolls that can be made with what is left in the pool."""
        left = tuple(count - used for count, used in zip(self.counts, aside.dice, strict=True))
        return choices(self.mountain.next_roll, left)

    def odds(self, aside: Aside, wanted: Counts, most: int) -> RollOdds:
        """How likely one such roll is a bust, and how likely it sets nothing aside."""
        bust = nothing = 0.0
        for shown, chance in odds(self.mountain.dice, wanted).items():
            more = aside_of(shown, self.intent)
            if self.is_bust(aside.plus(more), most):
                bust += chance
            elif not any(more.dice):
                nothing += chance
        return RollOdds(bust, nothing)

    def _rolls(self) -> Iterator[Roll]:
        able: dict[tuple[int, Counts], list[Aside]] = defaultdict(list)
        for state in self._number:
            for wanted in self.choices(state):
                able[sum(state.dice), wanted].append(state)
        for (_, wanted), states in sorted(able.items(), reverse=True):
            if comes_to(self.mountain, wanted, self.intent):
                yield self._roll(wanted, states)

    def _roll(self, wanted: Counts, states: list[Aside]) -> Roll:
        outcomes = comes_to(self.mountain, wanted, self.intent)
        states = sorted(states, key=lambda each: each.good)
        ends = self._numbers[
            tuple(np.moveaxis(_coordinates(outcomes)[:, None] + _coordinates(states), -1, 0))
        ]
        return Roll(
            wanted, np.array([self._number[each] for each in states]), ends, np.array([*outcomes.values()])
        )

    @cached_property
    def _numbers(self) -> Whole:
        """The number of the state at every place that a roll can lead to, busts too."""
        due = self.mountain.next_roll
        shape = (*(count + 1 for count in self.counts), self.most + due + 1, self.bust_at + due)
        numbers = np.full(shape, self.bust)
        for *dice, good, bad in np.ndindex(shape):
            if good + bad <= sum(dice) and (self.intent == "climb" or good + bad == sum(dice)):
                numbers[*dice, good, bad] = self.state(Aside(tuple(dice), good, bad))
        return numbers

    def stopping(self, stop: Reals, bust: Reals, most: Whole) -> Reals:
        """
        What each state is worth to a climber who stops there: a row a state, a column a question.

        `stop` is by good faces, yeti and question, `bust` by yeti and question; `most` is how
        many good faces are no bust, by question.
        """
        alive = self.good[:, None] <= most
        return np.concatenate((np.where(alive, stop[self.good, self.yeti], bust[self.yeti]), bust))

    def worth(self, stopping: Reals, most: Whole) -> Reals:
        """What each state is worth to a climber who goes on as long as that is better."""
        worth = stopping.copy()
        for roll in self.rolls:
            alive = np.searchsorted(self.good[roll.states], most.max(), side="right")
            states, ends = roll.states[:alive], roll.ends[:, :alive]
            going_on = np.tensordot(roll.chances, worth.take(ends, axis=0), axes=1)
            better = (self.good[states, None] <= most) & (going_on > worth[states])
            worth[states] = np.where(better, going_on, worth[states])
        return worth

    def stopped(self, reached: Reals, stopping: Reals, worth: Reals) -> Reals:
        """
        How likely a climber who does so stops in each state, told how likely its first roll leads there.

        What this does not add up to is the chance of a bust.
        """
        there = reached.copy()
        for roll in reversed(self.rolls):
            going_on = np.tensordot(roll.chances, worth[roll.ends], axes=1) >= worth[roll.states] - CLOSE
            better = worth[roll.states] > stopping[roll.states] + CLOSE
            moving = np.where(going_on & better, there[roll.states], 0.0)
            there[roll.states] -= moving
            for ends, chance in zip(roll.ends, roll.chances, strict=True):
                there[ends] += moving * chance  # no two of the states lead to the same one but for busts
        return there[: self.bust]


def _coordinates(asides: Iterable[Aside]) -> Whole:
    return np.array([(*each.dice, each.good, each.bad) for each in asides])
