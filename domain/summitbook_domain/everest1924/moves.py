"""Where a move leads and what stops it: docs/rules/everest1924.md, "Moving"."""

from __future__ import annotations

from itertools import pairwise

from .events import PerishCause
from .sheet import Square
from .state import Expedition

CAMP_SQUARES_BACK = 3


def ahead(state: Expedition) -> Square:
    """The square of an ordinary ascent."""
    row, column = state.position
    return row + 1, column + 1


def camp_square(state: Expedition) -> Square:
    """The square of an ascent that makes camp: three to the left, or the row's beginning."""
    row, column = state.position
    return row + 1, max(column - CAMP_SQUARES_BACK, state.sheet.rows[row + 1].first)


def aside(state: Expedition) -> Square:
    """The square of a traverse."""
    row, column = state.position
    return row, column + 1


def below(state: Expedition) -> Square:
    """The square of a fall."""
    row, column = state.position
    return row - 1, column + 1


def obstacle(state: Expedition, square: Square) -> PerishCause | None:
    """The first cause that keeps the climber from entering the square, or None."""
    if not state.sheet.has(square):
        return "off_sheet"
    if square in state.route:
        return "marked"
    return "crossing" if _crosses(state.route, square) else None


def may_camp(state: Expedition) -> bool:
    """Whether an ascent now could make camp, a tent being left."""
    first_ever = state.position[0] + 1 > state.highest
    return state.camps > 0 and first_ever and obstacle(state, camp_square(state)) is None


def _crosses(route: tuple[Square, ...], square: Square) -> bool:
    """Whether the line to the square crosses one between the same rows; no other can."""
    (low, low_column), (high, high_column) = sorted((route[-1], square))
    if low == high:
        return False
    return any(
        (low_column - below[1]) * (high_column - above[1]) < 0
        for below, above in map(sorted, pairwise(route))
        if below[0] == low and above[0] == high
    )
