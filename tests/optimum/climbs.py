"""Whole climbs by the strong policy, through the rules alone and by fair chance, to be counted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache, reduce
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace
from tables import DEAL

from given import dice, drawing
from summitbook_advice.everest1924.values import solved
from summitbook_advice.everest1924.walk import Position
from summitbook_advice.policies import POLICIES
from summitbook_domain.chance import Chance, Seed
from summitbook_domain.everest1924.commands import CombineDice
from summitbook_domain.everest1924.sheet import Sheet
from summitbook_domain.everest1924.state import Expedition
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command, Events

EVEREST = GAMES["everest1924", 1]
STRONG = POLICIES["strong"]
LOOKED_AGAIN = 100


class Tally(NamedTuple):
    """So many games, the sum of their scores and of the squares of these, and how many saw the summit."""

    games: int = 0
    scores: int = 0
    squares: int = 0
    summits: int = 0

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def score(self) -> tuple[float, float]:
        """The mean score and its standard error."""
        mean = self.scores / self.games
        return mean, sqrt((self.squares / self.games - mean**2) / self.games)

    @property
    def summit(self) -> tuple[float, float]:
        """The share of games that saw the summit, and its standard error."""
        share = self.summits / self.games
        return share, sqrt(share * (1 - share) / self.games)


class Tactic(NamedTuple):
    """How a player combines, as the dice then lie, and the command after that."""

    values: tuple[int, ...]
    live: tuple[bool, ...]
    command: Command


class Climber:
    """
    The strong policy, which remembers what it chose where all that matters was the same.

    That is the order in which it likes the ways on, how much a reroll must promise, and the values
    of the dice, whichever die shows them. One memory in a hundred is asked for again, to be sure.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._solution = solved(sheet)
        self._known: dict[object, Tactic] = {}
        self._stance = cache(self._stance_in)
        self._asked = 0

    def climb(self, chance: Chance) -> Expedition:
        """A whole game by these dice; the state it ends in."""
        state = EVEREST.setup(self.sheet, EVEREST.options(), 1)
        state = told(state, EVEREST.begin(state, chance))
        stance, route = None, ()
        while state.phase != "over":
            if state.route is not route:
                route = state.route
                stance = self._stance(self._solution.walk.at(state.camps, state.highest, route))
            tactic = self._tactic(state, (stance, state.values, state.live, state.rerolled))
            state = replace(state, values=tactic.values, live=tactic.live)
            state = sorted_dice(told(state, EVEREST.decide(state, 0, tactic.command, chance)))
        return state

    def _stance_in(self, position: Position) -> object:
        """All that a choice depends on beside the dice."""
        turn, prospect = self._solution.turn(position), self._solution.prospect(position)
        scores = [worth.score for worth in prospect.ends]
        order = [one <= other for one in scores for other in scores]
        camps = prospect.camp and (not prospect.ahead or prospect.camp.score > prospect.ahead.score)
        goes_on = self._solution.going_on(position).score >= self._solution.over(position).score
        return (
            *(turn.dice, turn.target, turn.first_rerolled(prospect.ends), *order),
            *(goes_on, camps, prospect.ahead is None, prospect.camp is None),
        )

    def _tactic(self, state: Expedition, seen: object) -> Tactic:
        tactic = self._known.get(seen)
        self._asked += 1
        if tactic is None or self._asked % LOOKED_AGAIN == 0:
            found = self._known[seen] = self._worked_out(state)
            assert tactic in {None, found}, "what was the same was not"
            return found
        return tactic

    def _worked_out(self, state: Expedition) -> Tactic:
        """Combine by the rules, which takes no luck, until the policy wants something else."""
        while True:
            legal = EVEREST.legal(state, 0)
            command = STRONG(EVEREST, self.sheet, EVEREST.view(state), legal, drawing("", []))
            if not isinstance(command, CombineDice):
                return Tactic(state.values, state.live, command)
            state = told(state, EVEREST.decide(state, 0, command, dice()))


def told(state: Expedition, events: Events) -> Expedition:
    """The state once these have happened."""
    return reduce(EVEREST.evolve, events, state)


def sorted_dice(state: Expedition) -> Expedition:
    """The same dice on the table, lying in another order."""
    shown = sorted(zip(state.live, state.values, strict=True))
    live, values = zip(*shown, strict=True) if shown else ((), ())
    return replace(state, values=values, live=live)


def climbs(sheet: Sheet, seed: int, numbers: Iterable[int]) -> Tally:
    """The games of these numbers; the same seed and number are the same dice."""
    ends = [climber(sheet).climb(chance_of(seed, number)).score for number in numbers]
    scores = [end.score for end in ends if end]
    summits = sum(end.summit for end in ends if end)
    return Tally(len(ends), sum(scores), sum(score**2 for score in scores), summits)


climber = cache(Climber)
"""One a sheet, so that it goes on remembering."""


def chance_of(seed: int, number: int) -> Chance:
    """The dice of one game."""
    return Seed(hashlib.sha256(f"climb {seed} {number}".encode()).digest()).chance(DEAL, ())
