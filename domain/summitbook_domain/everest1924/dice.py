"""Straights and combinations: docs/rules/everest1924.md, "Straights" and "Combining"."""

from __future__ import annotations

from collections.abc import Iterable

from .events import Op


def best_straight(values: Iterable[int]) -> tuple[int, ...]:
    """
    The live values that make the best straight, rising; empty when there is none.

    Within a run of consecutive values the whole run is worth most, so only
    whole runs compete, and no two of them are ever worth the same.
    """
    run: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    for value in sorted(set(values)):
        run = (*run, value) if run and run[-1] == value - 1 else (value,)
        if len(run) >= 2 and worth(run) > worth(best):
            best = run
    return best


def worth(straight: tuple[int, ...]) -> int:
    """The highest die times the number of dice; 0 for no straight."""
    return straight[-1] * len(straight) if straight else 0


def combined(kept: int, discarded: int, op: Op) -> int | None:
    """The kept die's new value, or None where the combination is not allowed."""
    if op in ("increment", "decrement"):
        value = kept + (1 if op == "increment" else -1) if kept == discarded else 0
    else:
        value = kept + discarded if op == "add" else abs(kept - discarded)
    return value if 1 <= value <= 6 else None
