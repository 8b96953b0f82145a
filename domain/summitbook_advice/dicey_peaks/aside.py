"""What a roll sets aside, which depends on what the turn is for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from summitbook_domain.dicey_peaks.events import Intent
from summitbook_domain.dicey_peaks.mountain import Mountain

from .rolls import FACES, Counts, Shown, odds

PICKAXE, AVALANCHE, TENT, YETI = range(len(FACES))
KEPT: Mapping[Intent, tuple[int, ...]] = {"climb": (PICKAXE, AVALANCHE, YETI), "rest": (TENT, YETI)}
"""The faces that the sorting sets aside: first what does good, then what ends in a bust."""


class Aside(NamedTuple):
    """What is set aside: dice of each colour, faces that do good, faces that end in a bust."""

    dice: Counts
    good: int
    bad: int

    def plus(self, more: Aside) -> Aside:
        """Both together."""
        dice = tuple(a + b for a, b in zip(self.dice, more.dice, strict=True))
        return Aside(dice, self.good + more.good, self.bad + more.bad)


def aside_of(shown: Shown, intent: Intent) -> Aside:
    """What of a roll is set aside."""
    kept = KEPT[intent]
    good, bad = (sum(faces[face] for faces in shown) for face in kept[:2])
    return Aside(tuple(sum(faces[face] for face in kept) for faces in shown), good, bad)


@lru_cache(maxsize=256)
def comes_to(mountain: Mountain, wanted: Counts, intent: Intent) -> Mapping[Aside, float]:
    """
    What a roll sets aside in the end, made again as long as it sets nothing aside.

    Empty where it never would.
    """
    found: dict[Aside, float] = defaultdict(float)
    for shown, chance in odds(mountain.dice, wanted).items():
        found[aside_of(shown, intent)] += chance
    found = {aside: chance for aside, chance in found.items() if any(aside.dice)}
    happens = sum(found.values())
    return {aside: chance / happens for aside, chance in found.items()}
