"""What a roll of so many dice of each colour shows, and how likely that is: exact odds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from summitbook_domain.dicey_peaks.mountain import COLOURS, Dice, Face

FACES: tuple[Face, ...] = ("pickaxe", "avalanche", "tent", "yeti")
Counts = tuple[int, ...]
"""So many dice of each colour, in the order of COLOURS, or of each face, in the order of FACES."""
Shown = tuple[Counts, ...]
"""For each colour how often each face is shown."""


def choices(due: int, pool: Counts) -> tuple[Counts, ...]:
    """Every way to take so many dice from the pool, in the order of the legal commands."""
    counts = product(*(range(min(left, due) + 1) for left in pool))
    return tuple(wanted for wanted in counts if sum(wanted) == due)


@lru_cache(maxsize=256)
def odds(dice: Dice, wanted: Counts) -> Mapping[Shown, float]:
    """Everything that a roll of these dice can show, and the chance of each."""
    each = [_of_a_colour(dice.of(colour).faces, count) for colour, count in zip(COLOURS, wanted, strict=True)]
    found = {}
    for shown in product(*each):
        chance = 1.0
        for faces, of_one in zip(shown, each, strict=True):
            chance *= of_one[faces]
        found[shown] = chance
    return found


@lru_cache(maxsize=256)
def _of_a_colour(faces: tuple[Face, ...], count: int) -> Mapping[Counts, float]:
    """What so many dice with these faces show: one die after another."""
    if not count:
        return {(0,) * len(FACES): 1.0}
    found: dict[Counts, float] = defaultdict(float)
    for shown, chance in _of_a_colour(faces, count - 1).items():
        for face in faces:
            more = tuple(number + (face == each) for number, each in zip(shown, FACES, strict=True))
            found[more] += chance / len(faces)
    return found
