"""A sheet solved once and for all: worked out where nothing is kept yet, and kept for whoever asks next."""

from __future__ import annotations

import msgspec

from summitbook_domain.everest1924.sheet import Sheet

from . import kept
from .solution import Progress, Solution, solve


class Optimum(msgspec.Struct, frozen=True):
    """
    What a whole game on a sheet is worth to whoever plays as well as can be.

    `exact` tells whether it is the whole truth, or takes every way to be free from the next turn on.
    `file` is where the solution is kept, None where it cannot be.
    """

    score: float
    summit: float
    exact: bool
    positions: int
    file: str | None


def optimum(sheet: Sheet, progress: Progress) -> Optimum:
    """Solve a sheet, and keep the solution; raises SheetTooLarge."""
    solution = kept.read(sheet)
    if solution:
        return _told(solution, str(kept.place(sheet)))
    solution = solve(sheet, progress)
    try:
        return _told(solution, str(kept.write(solution)))
    except OSError:
        return _told(solution, None)


def _told(solution: Solution, file: str | None) -> Optimum:
    score, summit = solution.game()
    return Optimum(score, summit, solution.exact, len(solution.worths), file)
