"""What each legal action of an expedition is worth: the final score to expect."""

from __future__ import annotations

from functools import cache, lru_cache

from summitbook_domain.everest1924.commands import Abandon, Advance, CombineDice, RerollDice, RollDice
from summitbook_domain.everest1924.dice import combined
from summitbook_domain.everest1924.pools import Pool, reach
from summitbook_domain.everest1924.sheet import Sheet
from summitbook_domain.everest1924.view import ExpeditionView
from summitbook_domain.message import Command

from ..values import Value
from . import kept, words
from .solution import SheetTooLarge, Solution, solve
from .turn import Worth

SHEETS_AT_HAND = 4
DIGITS = 9
"""Scores that differ by less are the same but for rounding, which need not be the same everywhere."""
AHEAD, CAMP, ASIDE, BELOW = range(4)
"""The ways to advance, in the order of Ways and Prospect."""


def values(sheet: Sheet, view: ExpeditionView, legal: tuple[Command, ...]) -> tuple[Value, ...]:
    """
    The final score to expect after each legal command, if one goes on as well as can be.

    Raises SheetTooLarge where that is too much to work out.
    """
    if not legal:
        return ()
    turn = TurnSeen(solved(sheet), view)
    return tuple(turn.value(command) for command in legal)


def solved(sheet: Sheet) -> Solution:
    """The solution of a sheet: at hand, else kept on disk, else worked out now; raises SheetTooLarge."""
    solution = _solved(sheet)
    if solution is None:
        raise SheetTooLarge
    return solution


@lru_cache(SHEETS_AT_HAND)
def _solved(sheet: Sheet) -> Solution | None:
    try:
        return kept.read(sheet) or solve(sheet)
    except SheetTooLarge:
        return None


class TurnSeen:
    """A turn under way, as it is seen, and what can be made of it."""

    def __init__(self, solution: Solution, view: ExpeditionView) -> None:
        route = tuple((mark.row, mark.column) for mark in view.route)
        self._view = view
        position = solution.walk.at(view.camps_left, view.highest_row, route)
        self._turn = solution.turn(position)
        self._ways = solution.walk.ways(position)
        self._prospect = solution.prospect(position)
        self._ends = self._prospect.ends
        self._over = solution.over(position)
        self._combine, self._reroll = cache(self._combined), cache(self._rerolled)
        """Many commands differ in nothing but which die shows a value."""

    def value(self, command: Command) -> Value:
        """What a legal command is worth, and why."""
        worth, why = self._told(command)
        score = round(worth.score - self._view.squares_marked, DIGITS)
        return Value(command=command, value=score, unit="score", words=why)

    def _told(self, command: Command) -> tuple[Worth, str]:
        match command:
            case CombineDice(keep, discard, op):
                value = combined(self._view.dice[keep].value, self._view.dice[discard].value, op)
                return self._combine(self._live(without=(keep, discard), and_one=value))
            case RerollDice(dice):
                return self._reroll(self._live(without=dice), len(dice))
            case Advance(make_camp):
                return self._advance(make_camp=make_camp)
            case RollDice():
                worth = self._turn.before_roll(self._ends)
                return worth, words.summit(worth)
            case Abandon():
                return self._over, words.OVER
            case _:
                raise AssertionError(f"no such command here: {command!r}")

    def _live(self, *, without: tuple[int, ...], and_one: int | None = None) -> Pool:
        """The live values but for some dice, and maybe one more, rising."""
        rest = [die.value for i, die in enumerate(self._view.dice) if die.live and i not in without]
        return tuple(sorted([*rest, and_one] if and_one else rest))

    def _advance(self, *, make_camp: bool) -> tuple[Worth, str]:
        if self._view.straight_value >= self._view.target:
            way = CAMP if make_camp else AHEAD
        else:
            way = BELOW if self._view.rerolled else ASIDE
        worth = self._prospect[way]
        if worth is None:
            raise AssertionError("what is legal can be done")
        return worth, words.moved(way, worth, ends=self._ways[way] is None)

    def _combined(self, live: Pool) -> tuple[Worth, str]:
        worth = self._turn.rolled(live, self._ends, rerolled=self._view.rerolled)
        if reach(live) >= self._view.target:
            return worth, words.WITHIN
        if self._view.rerolled:
            return worth, words.OUT_OF_REACH
        return worth, words.a_reroll(self._turn.hope(live) / self._turn.falls)

    def _rerolled(self, kept_dice: Pool, rolled: int) -> tuple[Worth, str]:
        hope = self._turn.hope_of(kept_dice, rolled)
        return self._turn.reroll(hope, self._ends), words.rerolled(hope / self._turn.falls)
