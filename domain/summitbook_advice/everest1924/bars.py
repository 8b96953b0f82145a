"""
What a route bars: the moves that it keeps the climber from making, a bit each in one whole number.

Only moves to the next column are ever barred. A camp leads into a row that nobody has been
in, where nothing is marked and to which no line leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import inf

from summitbook_domain.everest1924.moves import CAMP_SQUARES_BACK
from summitbook_domain.everest1924.sheet import Sheet, Square

STEPS = (-1, 0, 1)
"""How many rows up a move to the next column can go."""


class Bars:
    """The bits of one sheet: a place for each square, row by row, with one for each step."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._columns = max(row.first + row.squares for row in sheet.rows)
        self.marked = cache(self._marked)
        self.drawn = cache(self._drawn)
        self.to_come = cache(self._to_come)

    def bit(self, square: Square, step: int) -> int:
        """The move from a square to the next column, so many rows up."""
        return 1 << self._place(square) + 1 + step

    def _place(self, square: Square) -> int:
        return len(STEPS) * (square[0] * self._columns + square[1])

    def _union(self, moves: Iterable[tuple[Square, int]]) -> int:
        return sum(self.bit(square, step) for square, step in moves if self._leads_on(square, step))

    def _leads_on(self, square: Square, step: int) -> bool:
        row, column = square
        return self._sheet.has(square) and self._sheet.has((row + step, column + 1))

    def _marked(self, square: Square) -> int:
        """The moves into a square, barred once it is marked."""
        row, column = square
        return self._union(((row - step, column - 1), step) for step in STEPS)

    def _drawn(self, one: Square, other: Square) -> int:
        """The moves that would cross this line: they end on the side that they do not begin on."""
        (low, low_column), (high, high_column) = sorted((one, other))
        if low == high:
            return 0
        columns = range(self._columns)
        up = (((low, c), 1) for c in columns if (c - low_column) * (c + 1 - high_column) < 0)
        down = (((high, c), -1) for c in columns if (c + 1 - low_column) * (c - high_column) < 0)
        return self._union(up) + self._union(down)

    def _to_come(self, camps: int, highest: int, square: Square) -> int:
        """
        The moves that the climber could still come to from here, and maybe some more.

        To a row that was reached one can go straight, or by way of a row above, from which
        a camp may lead left. What is barred elsewhere never matters any more.
        """
        row, column = square
        arrivals = dict(enumerate(self._arrivals(camps, highest, column + highest - row), highest))
        moves = 0
        for to in range(self._sheet.top):
            ways = [arrivals[by] + by - to for by in arrivals if by >= to]
            straight = [column + abs(to - row)] if to <= highest else []
            moves |= self._from((to, min(*ways, *straight, self._columns)))
        return moves

    def _arrivals(self, camps: int, highest: int, column: int) -> Iterator[int]:
        """The first column in which each row from the highest up can be entered, the top row apart."""
        columns: list[float] = [column]
        """By the number of camps made on the way."""
        yield column
        for row in self._sheet.rows[highest + 1 : -1]:
            ahead = [*(each + 1 for each in columns), inf]
            camped = [inf, *(max(each - CAMP_SQUARES_BACK, row.first) for each in columns)]
            columns = [min(pair) for pair in zip(ahead, camped, strict=True)][: camps + 1]
            yield int(min(columns))

    def _from(self, square: Square) -> int:
        """Every move in a row from a square on."""
        moves = len(STEPS) * (self._columns - square[1])
        return (1 << moves) - 1 << self._place(square)
