"""
The walk over a sheet: where a turn can begin, and where each move leads.

Every move but a camp goes one column right, so what was marked and drawn is in the way only
after a camp has led left again. A position therefore keeps of the route just the moves which
that bars and to which the climber could still come; routes that leave the same are one position.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from summitbook_domain.everest1924.moves import CAMP_SQUARES_BACK
from summitbook_domain.everest1924.sheet import Sheet, Square

from .bars import Bars


class Position(NamedTuple):
    """Where a turn begins; `barred` has a bit for each move that the route bars."""

    camps: int
    highest: int
    row: int
    column: int
    barred: int


class Ways(NamedTuple):
    """The position after each move; None where it cannot be made."""

    ahead: Position | None
    camp: Position | None
    aside: Position | None
    below: Position | None


class Walk:
    """
    The walk over one sheet.

    One that `forgets` takes every way to be free from the next turn on, whatever the route was:
    far fewer positions, where there would be too many.
    """

    def __init__(self, sheet: Sheet, *, forgets: bool = False) -> None:
        self.sheet = sheet
        self.forgets = forgets
        self._bars = Bars(sheet)

    def start(self) -> Position:
        """Where the expedition sets out."""
        return self.at(self.sheet.camps, 0, ((0, self.sheet.rows[0].first),))

    def at(self, camps: int, highest: int, route: tuple[Square, ...]) -> Position:
        """The position to which a route has led."""
        marked = (self._bars.marked(square) for square in route)
        drawn = (self._bars.drawn(*squares) for squares in pairwise(route))
        barred = reduce(or_, (*marked, *drawn)) & self._bars.to_come(camps, highest, route[-1])
        return Position(camps, highest, *route[-1], barred)

    def ways(self, position: Position) -> Ways:
        """Where each move leads: docs/rules/everest1924.md, "Advance"."""
        ahead, aside, below = (self._stepped(position, step) for step in (1, 0, -1))
        return Ways(ahead, self._camped(position), aside, below)

    def _stepped(self, position: Position, step: int) -> Position | None:
        """A move to the next column; None where the square is missing or the route bars it."""
        here, there = (position.row, position.column), (position.row + step, position.column + 1)
        if not self.sheet.has(there) or position.barred & self._bars.bit(here, step):
            return None
        return self._moved(position, there, position.camps)

    def _camped(self, position: Position) -> Position | None:
        """A camp in a row never reached before; nothing can bar it there."""
        row = position.row + 1
        there = row, max(position.column - CAMP_SQUARES_BACK, self.sheet.rows[row].first)
        if not position.camps or row <= position.highest or not self.sheet.has(there):
            return None
        return self._moved(position, there, position.camps - 1)

    def _moved(self, position: Position, square: Square, camps: int) -> Position:
        highest = max(position.highest, square[0])
        if self.forgets:
            return Position(camps, highest, *square, 0)
        line = self._bars.drawn((position.row, position.column), square)
        barred = position.barred | self._bars.marked(square) | line
        return Position(camps, highest, *square, barred & self._bars.to_come(camps, highest, square))
