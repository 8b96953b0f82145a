"""The game sheet: rows of squares on a slope, and the legends a score may equal."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..content import Content

Square = tuple[int, int]
"""A square as (row, column); columns are shared by all rows."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns `first` to `first + squares - 1`; row 0 has no target."""

    first: int
    squares: int
    target: int = 0
    extra_die: bool = False

    def holds(self, column: int) -> bool:
        """Whether the row has a square in this column."""
        return self.first <= column < self.first + self.squares


class Legend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name earned by a score of at least `score`; the last legend takes any score."""

    name: str
    score: int | None = None
    feat: str = ""


class Sheet(Content, frozen=True, kw_only=True):
    """The content of one edition: docs/rules/everest1924.md, "The sheet"."""

    game: Literal["everest1924"]
    dice: int
    max_dice: int
    camps: int
    rows: tuple[Row, ...]
    legends: tuple[Legend, ...]

    @property
    def top(self) -> int:
        """The row whose reaching ends the game."""
        return len(self.rows) - 1

    def has(self, square: Square) -> bool:
        """Whether the square exists."""
        row, column = square
        return 0 <= row <= self.top and self.rows[row].holds(column)

    def legend(self, score: int) -> str:
        """The first legend, best first, that the score reaches."""
        return next(each.name for each in self.legends if each.score is None or score >= each.score)

    def problems(self) -> list[str]:
        """What is wrong with this sheet, each as `key: reason`."""
        found = super().problems()
        if (self.min_seats, self.max_seats) != (1, 1):
            found.append("max_seats: the game is for one seat")
        if not 1 <= self.dice <= self.max_dice <= 6:
            found.append("dice: must be from 1 to max_dice, and max_dice at most 6")
        if self.camps < 0:
            found.append("camps: must not be negative")
        return found + _rows_wrong(self.rows) + _legends_wrong(self.legends)


def _rows_wrong(rows: tuple[Row, ...]) -> list[str]:
    found = [] if len(rows) >= 2 else ["rows: a climb needs at least two"]
    for i, row in enumerate(rows):
        if row.squares < 1:
            found.append(f"rows[{i}].squares: must be at least 1")
        if row.first < 0:
            found.append(f"rows[{i}].first: must not be negative")
        if (row.target == 0) != (i == 0) or row.target < 0:
            found.append(f"rows[{i}].target: every row but row 0 has a target of at least 1")
    if rows and rows[0].extra_die:
        found.append("rows[0].extra_die: base camp is not ascended into")
    return found


def _legends_wrong(legends: tuple[Legend, ...]) -> list[str]:
    scores = [each.score for each in legends]
    if not scores or scores[-1] is not None or None in scores[:-1]:
        return ["legends: the last, and only the last, is without a score"]
    if scores[:-1] != sorted(scores[:-1], key=lambda score: -(score or 0)):
        return ["legends: best first"]
    return []
