"""Who sits where: docs/tournaments.md, "Seats"."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from .state import Tournament


def firsts(state: Tournament) -> dict[int, int]:
    """
    How often each contestant has sat first, as the rotation counts it.

    Who did not play a round, by a bye or for being late, is counted as having sat first
    at least as often as whoever of those who played did so least.
    """
    counted = dict.fromkeys(range(len(state.contestants)), 0)
    for number in range(1, len(state.rounds) + 1):
        pods = [each.contestants for each in state.fixtures_of(number)]
        for pod in pods:
            counted[pod[0]] += 1
        least = min(counted[each] for pod in pods for each in pod)
        counted = {each: max(count, least) for each, count in counted.items()}
    for each in state.fixtures_of(0):
        counted[each.contestants[0]] += 1
    return counted


def seated(state: Tournament, pod: tuple[int, ...]) -> tuple[int, ...]:
    """
    The contestants of one game in seat order.

    First sits who did so least, of equals the one named first. The others take the seats
    in which all of them together have sat least often.
    """
    counted = firsts(state)
    first = min(pod, key=lambda each: counted[each])
    others = [each for each in pod if each != first]
    sat = Counter((each, seat) for game in state.fixtures for seat, each in enumerate(game.contestants))
    return first, *min(
        permutations(others),
        key=lambda order: sum(sat[each, seat] for seat, each in enumerate(order, 1)),
    )
