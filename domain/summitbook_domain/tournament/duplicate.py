"""Standings where everyone plays the same deals: the total of the points."""

from __future__ import annotations

from collections import Counter, defaultdict

from .counted import Score, awarded, counted
from .state import Tournament


def scores(state: Tournament) -> dict[int, Score]:
    """
    Points, then the deals on which nobody did better, then the best single deal.

    Whoever has no result on a closed deal that counts is given the lowest there is on it,
    and 0 at most, so that no loss is worse than not to play.
    """
    points = awarded(state)
    won: Counter[int] = Counter()
    games: Counter[int] = Counter()
    best: dict[int, list[int]] = defaultdict(list)
    for (deal, _), given in zip(_deals(state), by_round(state), strict=True):
        points.update(given)
        for number, result in given.items():
            best[number].append(result)
        top = max(deal.values(), default=0)
        won.update(number for number, result in deal.items() if result == top)
        games.update(deal.keys())
    return {
        number: Score(points[number], (won[number], max(best[number], default=0)), games[number])
        for number in range(len(state.contestants))
    }


def by_round(state: Tournament) -> list[dict[int, int]]:
    """The points of each deal: its results, and once its round is closed the lowest for who has none."""
    everyone = range(len(state.contestants))
    return [
        (dict.fromkeys(everyone, min((0, *deal.values()))) if closed else {}) | deal
        for deal, closed in _deals(state)
    ]


def _deals(state: Tournament) -> list[tuple[dict[int, int], bool]]:
    """The results that count on each deal, by contestant, and whether its round is closed."""
    deals: list[dict[int, int]] = [{} for _ in state.rounds]
    for fixture, results in counted(state):
        for each in results:
            if each.points is not None:
                deals[fixture.round - 1][each.contestant] = each.points
    return [(deal, past.seed is not None) for deal, past in zip(deals, state.rounds, strict=True)]
