"""Who sits where: docs/tournaments.md, "Seats"."""

from __future__ import annotations

from itertools import permutations

from .state import Tournament


def firsts_of(state: Tournament, number: int) -> int:
    """
    How often a contestant has sat first, as the rotation counts it.

    Who did not play a round, by a bye or for being late, is counted as having sat first
    at least as often as whoever of those who played did so least.
    """
    return max(state.contestants[number].firsts, state.floor)


def firsts(state: Tournament) -> dict[int, int]:
    """The same of everyone."""
    return {number: firsts_of(state, number) for number in range(len(state.contestants))}


def sat_once_more(sat: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """How often somebody has sat in each seat, having sat in this one again."""
    sat = sat + (0,) * (seat + 1 - len(sat))
    return (*sat[:seat], sat[seat] + 1, *sat[seat + 1 :])


def seated(state: Tournament, pod: tuple[int, ...]) -> tuple[int, ...]:
    """
    The contestants of one game in seat order.

    First sits who did so least, of equals the one named first. The others take the seats
    in which all of them together have sat least often.
    """
    first = min(pod, key=lambda each: firsts_of(state, each))
    others = [each for each in pod if each != first]
    none = (0,) * len(pod)
    sat = {each: (state.contestants[each].sat + none)[: len(pod)] for each in others}
    return first, *min(
        permutations(others),
        key=lambda order: sum(sat[each][seat] for seat, each in enumerate(order, 1)),
    )
