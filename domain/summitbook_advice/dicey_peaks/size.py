"""How much there is to think through on a mountain, told before anything is thought."""

from __future__ import annotations

from math import prod

from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain

from ..values import NoAdvice
from .rolls import choices

MOST_DICE = 7
"""In a roll: what more of them can show takes too long to list."""
MOST_PLACES = 1_000_000
"""Dice, good faces and bad ones that are aside: some seconds; the mountain that ships has 15 thousand."""
MOST_ROLLS = 20_000_000
"""What all rolls from all states can set aside; the mountain that ships has 1 million."""
MOST_STANDINGS = 4_000
"""Of a climber, each with the odds of every other a turn later; the mountain that ships has 600."""
MOST_LANDINGS = 1_000_000
"""Of all climbs from all standings; the mountain that ships has 48 thousand."""
MOST_WORK = 20_000_000
"""States of a turn times standings of a climber: some ten seconds; the mountain that ships has 3 million."""


def check_size(mountain: Mountain) -> None:
    """Raise NoAdvice where turns on this mountain are too many to be thought through."""
    if (
        max(mountain.first_roll, mountain.next_roll) > MOST_DICE
        or _places(mountain) > MOST_PLACES
        or _rolls(mountain) > MOST_ROLLS
        or _standings(mountain) > MOST_STANDINGS
        or _landings(mountain) > MOST_LANDINGS
        or _pools(mountain) * _asides(mountain) * _standings(mountain) > MOST_WORK
    ):
        raise NoAdvice("there are too many dice, tiles or oxygen here to think through every turn")


def _places(mountain: Mountain) -> int:
    good = max(mountain.oxygen_max, sum(_counts(mountain)))
    return _pools(mountain) * (good + mountain.next_roll + 1) * (_bust_at(mountain) + mountain.next_roll)


def _rolls(mountain: Mountain) -> int:
    """Rather more than there are: as if every number of good and of bad faces could be shown."""
    due, counts = mountain.next_roll, _counts(mountain)
    faces = (due + 1) * (due + 2) // 2
    ways = sum(
        prod((count - dice + 1) * (dice + 1) for count, dice in zip(counts, wanted, strict=True))
        for wanted in choices(due, counts)
    )
    return ways * faces * _asides(mountain)


def _landings(mountain: Mountain) -> int:
    widest = max(len(level.tiles) for level in mountain.levels)
    return _standings(mountain) * (mountain.oxygen_max + 1) * widest


def _standings(mountain: Mountain) -> int:
    return (mountain.top + 1) * (mountain.oxygen_max + 1) * len(mountain.summit.tiles)


def _asides(mountain: Mountain) -> int:
    """How many good and bad faces can be aside in a climb that goes on."""
    return (mountain.oxygen_max + 1) * _bust_at(mountain)


def _bust_at(mountain: Mountain) -> int:
    return max(mountain.bust_avalanches, mountain.bust_yetis)


def _pools(mountain: Mountain) -> int:
    return prod(count + 1 for count in _counts(mountain))


def _counts(mountain: Mountain) -> tuple[int, ...]:
    return tuple(mountain.dice.of(colour).count for colour in COLOURS)
