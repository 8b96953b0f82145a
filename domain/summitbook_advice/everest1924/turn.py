"""
One turn: dice are rolled, combined, perhaps rerolled, and the climber goes up, aside or down.

Only which values are live matters, not which die shows them, so dice are pools: multisets.
Counts of ways are whole numbers; fractions come in at the very end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod
from operator import attrgetter
from typing import NamedTuple

from summitbook_domain.everest1924.pools import FACES, Pool, combinations, reach, ways


class Worth(NamedTuple):
    """The expected score, but for the squares marked so far, and the chance of the summit."""

    score: float
    summit: float


class Ends(NamedTuple):
    """What a turn's three ways to end are worth: up, aside, which needs no reroll, and down, after one."""

    up: Worth
    aside: Worth
    down: Worth


class Turn:
    """
    A turn with so many dice under one target.

    Climbing is compulsory where the dice as they lie are worth the target, but nobody must
    leave them so: two dice can always be combined, and one die alone is no straight. So up,
    once in reach, is a choice, and aside and down can always be had.
    """

    def __init__(self, dice: int, target: int) -> None:
        self.dice = dice
        self.target = target
        self.falls: int = len(FACES) ** dice
        """In how many ways all the dice can fall."""
        self._within = 0
        hopes: Counter[int] = Counter()
        for pool, falls in _rolls(dice):
            if reach(pool) >= target:
                self._within += falls
            else:
                hopes[self.hope(pool)] += falls
        self._hopes = sorted(hopes)
        """What the best reroll brings, in ways of all dice to fall, where the target is out of reach."""
        self._falls_from = _sums_from(hopes[hope] for hope in self._hopes)
        self._climbs_from = _sums_from(hopes[hope] * hope for hope in self._hopes)

    def before_roll(self, ends: Ends) -> Worth:
        """What the turn is worth before the dice are rolled."""
        up, aside, down = ends
        first = self.first_rerolled(ends)
        rerolled = self._falls_from[first]
        climbs = self._climbs_from[first] / self.falls
        stays = self._falls_from[0] - rerolled
        parts = (
            (self._within, _best(up, aside, down)),
            (stays, _best(aside, down)),
            (climbs, up),
            (rerolled - climbs, down),
        )
        return Worth(
            sum(falls * worth.score for falls, worth in parts) / self.falls,
            sum(falls * worth.summit for falls, worth in parts) / self.falls,
        )

    def first_rerolled(self, ends: Ends) -> int:
        """
        The place of the least hope that is worth a reroll, of all hopes with the target out of reach.

        It and the order of the ends are all that a choice in this turn depends on.
        """
        up, aside, down = ends
        gain = up.score - down.score
        enough = (aside.score - down.score) / gain * self.falls if gain > 0 else self.falls
        return bisect_right(self._hopes, enough)

    def rolled(self, live: Pool, ends: Ends, *, rerolled: bool) -> Worth:
        """What it is worth with these dice live and whatever else there is discarded."""
        up, aside, down = ends
        within = (up,) if reach(live) >= self.target else ()
        if rerolled:
            return _best(*within, down)
        return _best(*within, aside, self.reroll(self.hope(live), ends))

    def reroll(self, hope: int, ends: Ends) -> Worth:
        """What a reroll is worth that brings the target within reach in so many of all falls."""
        down, chance = ends.down, hope / self.falls
        up = _best(ends.up, down)
        return Worth(
            down.score + chance * (up.score - down.score),
            down.summit + chance * (up.summit - down.summit),
        )

    def hope(self, live: Pool) -> int:
        """In how many of all falls the best reroll climbs, be it after combining."""
        return _hope(live, self.dice, self.target)

    def hope_of(self, kept: Pool, rolled: int) -> int:
        """In how many of all falls it climbs to keep these dice and roll so many."""
        rest: int = len(FACES) ** (self.dice - rolled)
        return ways(kept, rolled, self.target) * rest


_SCORE = attrgetter("score")


BEYOND = max(FACES) * len(FACES) + 1
"""More than any straight is worth: every target from here on is the same."""


def turn(dice: int, target: int) -> Turn:
    """The turn with so many dice under this target; there are a few hundred, whatever the sheet."""
    return _turn(dice, min(target, BEYOND))


@cache
def _turn(dice: int, target: int) -> Turn:
    return Turn(dice, target)


def _best(*worths: Worth) -> Worth:
    return max(worths, key=_SCORE)


def _sums_from(counts: Iterable[int]) -> list[int]:
    """The sum of all counts from each place on, and 0 behind the last."""
    return list(accumulate(reversed(list(counts)), initial=0))[::-1]


def _rolls(dice: int) -> Iterable[tuple[Pool, int]]:
    """Every pool that so many dice can show, and in how many ways."""
    for pool in combinations_with_replacement(FACES, dice):
        yield pool, factorial(dice) // prod(map(factorial, Counter(pool).values()))


@cache
def _hope(live: Pool, dice: int, target: int) -> int:
    """
    The best of what to keep and what to combine: keep all, roll one more, or combine two.

    Every discarded die is rolled, since one more die never makes a straight worth less.
    """
    rolled = dice - len(live)
    rest: int = len(FACES) ** len(live)
    kept = [ways(live, rolled, target) * rest] if rolled else []
    fewer = {live[:i] + live[i + 1 :] for i in range(len(live))} | combinations(live)
    return max([*kept, *(_hope(pool, dice, target) for pool in fewer)])
