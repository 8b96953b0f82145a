"""Who plays whom in the next round: docs/tournaments.md, "Pairing"."""

from __future__ import annotations

import msgspec

from ..chance import Chance
from .commands import Kind
from .pods import Wanted, divide_afresh, divide_again
from .seating import firsts_of, seated
from .standings import standings
from .state import Tournament

BYES_TRIED = 8
"""Of so many contestants it is asked whether a bye of theirs spares others a second meeting."""


class Drawn(msgspec.Struct, frozen=True):
    """The games of a round, each its contestants in seat order, and who has a bye."""

    games: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def games_in(kind: Kind, contestants: int, seats: int) -> int:
    """How many games a round of so many contestants has."""
    if kind == "duplicate":
        return contestants
    return contestants // 2 if seats == 2 else -(-contestants // seats)


def pair(state: Tournament, chance: Chance) -> Drawn:
    """The next round: a game each in a duplicate, else pods by score."""
    if state.birth.kind == "duplicate":
        return Drawn(tuple((each,) for each in state.active))
    pods, byes = _pods(state, _by_score(state, chance))
    return Drawn(tuple(seated(state, pod) for pod in pods), byes)


def _by_score(state: Tournament, chance: Chance) -> tuple[int, ...]:
    """Best first; equals in the order that the round's draw gives."""
    drawn = chance.shuffle(f"round/{len(state.rounds) + 1}/order", tuple(range(len(state.contestants))))
    points = {each.contestant: each.points for each in standings(state)}
    active = set(state.active)
    return tuple(sorted((each for each in drawn if each in active), key=lambda each: -points[each]))


def _pods(state: Tournament, order: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """
    Those who play together, and the byes.

    The bye goes to the lowest of those who had fewest; another of the lowest has it only
    where that spares a second meeting.
    """
    games = tuple(each.contestants for each in state.fixtures)
    candidates = _byes(state, order)
    for byes in candidates[:BYES_TRIED]:
        if divided := divide_afresh(_wanted(state, order, byes, games)):
            return divided.pods, byes
    byes = candidates[0]
    return divide_again(_wanted(state, order, byes, games)).pods, byes


def _wanted(
    state: Tournament, order: tuple[int, ...], byes: tuple[int, ...], games: tuple[tuple[int, ...], ...]
) -> Wanted:
    playing = tuple(each for each in order if each not in byes)
    counted = {each: firsts_of(state, each) for each in playing}
    least = min(counted.values())
    low = frozenset(each for each in playing if counted[each] == least)
    pods = games_in(state.birth.kind, len(order), state.birth.seats)
    return Wanted(order=playing, pods=pods, met=games, low=low)


def _byes(state: Tournament, order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Whoever may have a bye, from the lowest; nobody where it works out even."""
    if state.birth.seats > 2 or len(order) % 2 == 0:
        return [()]
    fewest = min(state.contestants[each].byes for each in order)
    return [(each,) for each in reversed(order) if state.contestants[each].byes == fewest]
