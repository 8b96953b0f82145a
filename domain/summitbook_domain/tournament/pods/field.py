"""What is to be divided into pods, in bits: the best of the order is the lowest bit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Self

import msgspec


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """
    What is to be divided: the contestants in their order, into so many pods as equal as can be.

    `met` are the games so far: whoever was in one has met the others in it. Of those who
    are `low` as many pods as possible get one, since whoever sits first is to be one of them.
    """

    order: tuple[int, ...]
    pods: int
    met: Collection[tuple[int, ...]]
    low: frozenset[int]


class Field(msgspec.Struct, frozen=True, dict=True):
    """Whom each has met, who is low, and the sizes of the pods, larger ones first."""

    met: tuple[int, ...]
    low: int
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, wanted: Wanted) -> Self:
        """The contestants as the bits of their places in the order."""
        place = {each: at for at, each in enumerate(wanted.order)}
        met = [0] * len(place)
        for game in wanted.met:
            there = [place[each] for each in game if each in place]
            everyone = sum(1 << each for each in there)
            for each in there:
                met[each] |= everyone ^ 1 << each
        size, larger = divmod(len(place), wanted.pods)
        sizes = (size + 1,) * larger + (size,) * (wanted.pods - larger)
        return cls(tuple(met), sum(1 << place[each] for each in wanted.low), sizes)

    @property
    def everyone(self) -> int:
        """All contestants."""
        return (1 << len(self.met)) - 1

    @cached_property
    def scarce(self) -> bool:
        """Whether fewer are low than there are pods: a pod then has one at most, else one at least."""
        return self.low.bit_count() < len(self.sizes)

    def fits(self, pod: int) -> bool:
        """Whether the pod has its share of those who are low."""
        lows = (pod & self.low).bit_count()
        return lows <= 1 if self.scarce else lows >= 1

    def again(self, pods: Sequence[int]) -> int:
        """How many pairs meet again."""
        return sum((self.met[each] & pod).bit_count() for pod in pods for each in bits(pod)) // 2


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, rising."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
