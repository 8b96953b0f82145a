"""Standings at tables: points by place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from .counted import Score, awarded, counted
from .events import Result
from .state import Tournament

WIN = 120
"""The points of a first place, and of a bye; the last has none, and the others lie evenly between."""


def scores(state: Tournament) -> dict[int, Score]:
    """Points, then the points of all who were met (once a meeting), then the games won."""
    points = awarded(state)
    won: Counter[int] = Counter()
    games: Counter[int] = Counter()
    for given in by_round(state):
        points.update(given)
    for _, results in counted(state):
        for each in results:
            won[each.contestant] += each.place == 1
            games[each.contestant] += 1
    met = _met(state)
    return {
        number: Score(points[number], (sum(points[each] for each in met[number]), won[number]), games[number])
        for number in range(len(state.contestants))
    }


def by_round(state: Tournament) -> list[Counter[int]]:
    """The points that each round gives, for places and for byes."""
    rounds = [Counter(dict.fromkeys(past.byes, WIN)) for past in state.rounds]
    for fixture, results in counted(state):
        for each, earned in by_place(results):
            rounds[fixture.round - 1][each.contestant] += earned
    return rounds


def by_place(results: Sequence[Result]) -> list[tuple[Result, int]]:
    """
    What each place of a game earns; those who share a place share what their places earn.

    Of n contestants place p earns 120 (n - p) / (n - 1), which is whole for 2 to 6 of
    them, as is the mean of a shared one. A single result that counts is as good as a win.
    """
    last = len(results) - 1
    earned = []
    for each in results:
        ahead = sum(_place(other) < _place(each) for other in results)
        behind = sum(_place(other) > _place(each) for other in results)
        earned.append((each, WIN * (last - ahead + behind) // (2 * last) if last else WIN))
    return earned


def _place(result: Result) -> int:
    return result.place or 0


def _met(state: Tournament) -> dict[int, list[int]]:
    met: dict[int, list[int]] = defaultdict(list)
    for fixture in state.fixtures:
        for number in fixture.contestants:
            met[number] += [each for each in fixture.contestants if each != number]
    return met
