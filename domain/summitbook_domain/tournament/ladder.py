"""Standings of a ladder: the rating."""

from __future__ import annotations

from collections.abc import Iterable

from .counted import Score, counted
from .events import Result
from .rating import UNRATED, Rated, rated
from .sharing import Row
from .state import Tournament

RATED = "rated"
"""Under this name a state's memo has what everyone is rated, where that had to be reckoned anew."""


def scores(state: Tournament) -> dict[int, Score]:
    """What a contestant is surely worth, then the mean; games count in the order they were made."""
    return {
        number: Score(each.rating.surely, (each.rating.mean,), each.games)
        for number, each in enumerate(_rated(state))
    }


def after_game(ratings: Row[Rated], results: Iterable[Result]) -> Row[Rated]:
    """
    What everyone is rated after one game more, whose results all count.

    Games may be taken in the order in which they end: nobody plays two at once, so each
    contestant's are in the order in which they were made.
    """
    placed = [(each.contestant, each.place) for each in results if each.place is not None]
    if placed:
        players = [player for player, _ in placed]
        before = [ratings[each] for each in players]
        after = rated([each.rating for each in before], [place for _, place in placed])
        for player, old, new in zip(players, before, after, strict=True):
            ratings = ratings.but(player, Rated(new, old.games + 1))
    return ratings


def _rated(state: Tournament) -> Row[Rated]:
    if state.rated is not None:
        return state.rated
    if RATED not in state.memo:
        ratings = Row.of(*(UNRATED for _ in state.contestants))
        for _, results in counted(state):
            ratings = after_game(ratings, results)
        state.memo[RATED] = ratings
    found: Row[Rated] = state.memo[RATED]
    return found
