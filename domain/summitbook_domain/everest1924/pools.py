"""What live dice can still become: for advice alone, since no rule looks ahead."""

from __future__ import annotations

from functools import cache
from typing import get_args

from .dice import best_straight, combined, worth
from .events import Op

Pool = tuple[int, ...]
"""Live values, rising: what the dice show, whichever die shows it."""

FACES = range(1, 7)


@cache
def ways(kept: Pool, rolled: int, target: int) -> int:
    """In how many ways the rolled dice bring the target within reach of the kept ones."""
    if rolled == 0:
        return int(reach(kept) >= target)
    return sum(ways(tuple(sorted((*kept, face))), rolled - 1, target) for face in FACES)


@cache
def reach(pool: Pool) -> int:
    """The worth of the best straight that combining can make of these dice."""
    return max([worth(best_straight(pool)), *(reach(each) for each in combinations(pool))])


@cache
def combinations(pool: Pool) -> frozenset[Pool]:
    """Every pool that one combination makes of this one."""
    return frozenset(
        tuple(sorted([*(pool[i] for i in range(len(pool)) if i not in (keep, discard)), value]))
        for keep in range(len(pool))
        for discard in range(len(pool))
        for op in get_args(Op)
        if keep != discard and (value := combined(pool[keep], pool[discard], op)) is not None
    )
