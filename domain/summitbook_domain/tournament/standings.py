"""Where everyone stands, from what the log says so far: docs/tournaments.md, "Standings"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from . import duplicate, ladder, tables
from .commands import Kind
from .counted import Score
from .events import Standing
from .state import Tournament

_SCORES: Mapping[Kind, Callable[[Tournament], dict[int, Score]]] = {
    "duplicate": duplicate.scores,
    "tables": tables.scores,
    "ladder": ladder.scores,
}
_ROUNDS: Mapping[Kind, Callable[[Tournament], Sequence[Mapping[int, int]]]] = {
    "duplicate": duplicate.by_round,
    "tables": tables.by_round,
    "ladder": lambda _: (),
}


def standings(state: Tournament) -> tuple[Standing, ...]:
    """
    Everyone who entered, best first and equals by number; those excluded come last.

    Equals share the place of the first of them, and the places behind it stay free.
    """
    if "standings" not in state.memo:
        state.memo["standings"] = _reckoned(state)
    found: tuple[Standing, ...] = state.memo["standings"]
    return found


def _reckoned(state: Tournament) -> tuple[Standing, ...]:
    scores = _SCORES[state.birth.kind](state)
    ranked = sorted((each for each in scores if not state.contestants[each].excluded), key=_by(scores))
    standing, place = [], 0
    for at, number in enumerate(ranked, 1):
        if at == 1 or scores[number].rank != scores[ranked[at - 2]].rank:
            place = at
        standing.append(_standing(place, number, scores[number]))
    excluded = (each for each in scores if state.contestants[each].excluded)
    return (*standing, *(_standing(None, each, scores[each]) for each in excluded))


def by_round(state: Tournament) -> Sequence[Mapping[int, int]]:
    """The points that each round gives its contestants, as things stand; a ladder has no rounds."""
    if "by_round" not in state.memo:
        state.memo["by_round"] = _ROUNDS[state.birth.kind](state)
    found: Sequence[Mapping[int, int]] = state.memo["by_round"]
    return found


def _by(scores: Mapping[int, Score]) -> Callable[[int], tuple[tuple[int, ...], int]]:
    return lambda number: (scores[number].rank, number)


def _standing(place: int | None, number: int, score: Score) -> Standing:
    return Standing(place, number, score.points, score.tie_breaks, score.games)
