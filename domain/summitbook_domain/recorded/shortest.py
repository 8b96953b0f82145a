"""The fewest of some things that still show something: delta debugging."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shortest(
    things: Sequence[T],
    shows: Callable[[tuple[T, ...]], bool],
    *,
    left: Callable[[int], None] = lambda _: None,
) -> tuple[T, ...]:
    """
    As few of the things, in their order, as still show it: without any one of them it shows no more.

    All of them together must show it. Parts are left out, the whole first, then halves, and so on down to
    single things; `left` is told how many there still are.
    """
    found, size = tuple(things), len(things)
    while size:
        before = len(found)
        for end in range(before, 0, -size):
            without = found[: max(end - size, 0)] + found[end:]
            if shows(without):
                found = without
                left(len(found))
        if size > 1 or len(found) == before:
            size //= 2
    return found
