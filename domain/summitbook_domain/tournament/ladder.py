"""Standings of a ladder: the rating."""

from __future__ import annotations

from collections import Counter

from .counted import Score, counted
from .rating import NEWCOMER, Rating, rated
from .state import Tournament


def scores(state: Tournament) -> dict[int, Score]:
    """What a contestant is surely worth, then the mean; games count in the order they were made."""
    ratings: dict[int, Rating] = dict.fromkeys(range(len(state.contestants)), NEWCOMER)
    games: Counter[int] = Counter()
    for results in _in_order(state):
        players = [each for each, _ in results]
        after = rated([ratings[each] for each in players], [place for _, place in results])
        ratings.update(zip(players, after, strict=True))
        games.update(players)
    return {number: Score(each.surely, (each.mean,), games[number]) for number, each in ratings.items()}


def _in_order(state: Tournament) -> list[list[tuple[int, int]]]:
    """The contestants and places of each game that counts."""
    return [
        [(each.contestant, each.place) for each in results if each.place is not None]
        for _, results in counted(state)
        if results
    ]
