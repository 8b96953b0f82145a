"""
The best there is from every position of a sheet, worked out from the last turns back to the first.

Each move goes one column right or uses up a tent, so no position comes again, and the
positions further right with as many tents are worked out before those to their left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from summitbook_domain.everest1924.sheet import Sheet

from ..values import NoAdvice
from .turn import Ends, Turn, Worth, turn
from .walk import Position, Walk

MOST_POSITIONS = 300_000
"""So many take some ten seconds to work out, and 150 megabytes."""
MOST_PLACES = 10_000
PER_TENT = 5
TOLD_EVERY = 1_000

Progress = Callable[[int, int], None]
"""Told now and then how many positions are worked out, and of how many."""


class SheetTooLarge(NoAdvice):
    """There are too many positions on this sheet, even if the route is forgotten."""

    def __init__(self) -> None:
        super().__init__("the sheet has too many positions to be worked out: too many rows, squares or tents")


class Prospect(NamedTuple):
    """What each way to advance is worth; None where it is refused: a camp, or all but a camp."""

    ahead: Worth | None
    camp: Worth | None
    aside: Worth
    below: Worth

    @property
    def ends(self) -> Ends:
        """What the ways in which a turn can end are worth."""
        up = max(filter(None, (self.ahead, self.camp)), key=lambda worth: worth.score)
        return Ends(up, self.aside, self.below)


class Solution:
    """What every position of a sheet is worth to whoever goes on as well as can be."""

    def __init__(self, walk: Walk, worths: Mapping[Position, Worth]) -> None:
        self.walk = walk
        self.worths = worths

    @property
    def exact(self) -> bool:
        """Whether it is the whole truth; else it takes every way to be free from the next turn on."""
        return not self.walk.forgets

    def game(self) -> Worth:
        """What a whole game is worth: the expected final score, and the chance of the summit."""
        worth = self.worths[self.walk.start()]
        return worth._replace(score=worth.score - 1)

    def going_on(self, position: Position) -> Worth:
        """What the turn that begins here is worth, the dice not yet rolled."""
        return self.turn(position).before_roll(self.prospect(position).ends)

    def turn(self, position: Position) -> Turn:
        """The dice and the target of the turn that begins here."""
        sheet = self.walk.sheet
        unlocked = sum(row.extra_die for row in sheet.rows[: position.highest + 1])
        dice = min(sheet.dice + unlocked, sheet.max_dice)
        return turn(dice, sheet.rows[position.row + 1].target)

    def prospect(self, position: Position) -> Prospect:
        """What each way to advance from here is worth; a move that cannot be made ends the climb."""
        ways, over = self.walk.ways(position), self.over(position)
        ahead, camp, aside, below = (self._moved(way) if way else None for way in ways)
        if not (ahead or camp):
            ahead = over
        return Prospect(ahead, camp, aside or over, below or over)

    def over(self, position: Position) -> Worth:
        """What it is worth to go no further: twice the highest target."""
        return Worth(2 * self.walk.sheet.rows[position.highest].target, 0)

    def _moved(self, position: Position) -> Worth:
        """What a move to this position is worth, with the square that it marks."""
        if position.row == self.walk.sheet.top:
            return Worth(self.over(position).score + PER_TENT * position.camps - 1, 1)
        worth = self.worths[position]
        return worth._replace(score=worth.score - 1)


def solve(sheet: Sheet, progress: Progress = lambda *_: None) -> Solution:
    """
    Work out a sheet: exactly, or, where that is too much, as if the route were forgotten.

    Raises SheetTooLarge where even that is too much.
    """
    if len(sheet.rows) * max(row.first + row.squares for row in sheet.rows) > MOST_PLACES:
        raise SheetTooLarge
    try:
        return solved_by(Walk(sheet), progress)
    except SheetTooLarge:
        return solved_by(Walk(sheet, forgets=True), progress)


def solved_by(walk: Walk, progress: Progress = lambda *_: None) -> Solution:
    """Work out every position of a walk; raises SheetTooLarge."""
    positions = sorted(_reached(walk), key=lambda each: (each.camps, -each.column))
    worths: dict[Position, Worth] = {}
    solution = Solution(walk, worths)
    for done, position in enumerate(positions):
        worth, over = solution.going_on(position), solution.over(position)
        worths[position] = worth if worth.score >= over.score else over
        if done % TOLD_EVERY == 0:
            progress(done, len(positions))
    progress(len(positions), len(positions))
    return solution


def _reached(walk: Walk) -> set[Position]:
    """Every position in which a turn can begin, whoever plays; raises SheetTooLarge."""
    start = walk.start()
    reached, left = {start}, [start]
    while left:
        for way in walk.ways(left.pop()):
            if way and way.row < walk.sheet.top and way not in reached:
                reached.add(way)
                left.append(way)
        if len(reached) > MOST_POSITIONS:
            raise SheetTooLarge
    return reached
