"""
Pods in the plain order, and swaps between them until as few pairs as possible meet again.

A tabu search without luck: of those who meet somebody again and were moved longest ago
one is swapped with whom it is best, even where that helps nothing, and both stay away
from their old pods for a while. Of equal swaps the one of the nearest in the order is made.
"""

from __future__ import annotations

from heapq import nsmallest
from math import comb

from .field import Field, bits

LOOKS, LOOKS_A_PAIR = 300_000, 400
"""How many swaps are looked at at most: some tenths of a second where pairs must meet again."""
ASKED = 8
"""Of so many contestants who meet somebody again each swap is the best."""
REST = 8
"""For so many swaps a contestant stays away from a pod it has left."""

Swap = tuple[int, int, int, int]
"""How many more pairs then meet again, how far apart the two stand, and who they are."""


def untangle(field: Field) -> list[int]:
    """The best pods found; `Field.fits` holds for each."""
    tangle = _Tangle(field)
    best, fewest = list(tangle.pods), tangle.again
    while fewest and tangle.left > 0 and len(best) > 1:
        tangle.swap(fewest)
        if tangle.again < fewest:
            best, fewest = list(tangle.pods), tangle.again
    return best


def _in_order(field: Field) -> list[int]:
    """Pods in the plain order, and then the nearest swaps that give each its share of who is low."""
    pods, start = [], 0
    for size in field.sizes:
        pods.append(((1 << size) - 1) << start)
        start += size
    while True:
        lows = [(pod & field.low).bit_count() for pod in pods]
        if max(lows) < 2 or min(lows) > 0:
            return pods
        without = lows.index(0)
        many = min((at for at, low in enumerate(lows) if low > 1), key=lambda at: abs(at - without))
        one, other = pods[many] & field.low, pods[without]
        moved = (one & -one) | (other & -other)
        pods[many] ^= moved
        pods[without] ^= moved


class _Tangle:
    """Pods on the way, when each was moved, and which swaps are ruled out for now."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.pods = _in_order(field)
        self.again = field.again(self.pods)
        self.left = min(LOOKS, LOOKS_A_PAIR * comb(len(field.met), 2))
        self._everyone = [each for pod in self.pods for each in bits(pod)]
        self._pod_of = [0] * len(field.met)
        self._meets = [0] * len(field.met)
        """How many each meets again in its pod."""
        for at in range(len(self.pods)):
            self._enter(at)
        self._moved = [0] * len(field.met)
        self._swaps = 0
        self._away: dict[tuple[int, int], int] = {}

    def swap(self, fewest: int) -> None:
        """Make the next swap; one that leads to less than `fewest` is never ruled out."""
        self._swaps += 1
        again = (each for each in self._everyone if self._meets[each])
        best: Swap | None = None
        for one in nsmallest(ASKED, again, key=lambda each: self._moved[each]):
            best = self._better(one, fewest, best)
        if best is None:
            return
        more, _, one, other = best
        self._moved[one] = self._swaps
        self.again += more
        here, there = self._pod_of[one], self._pod_of[other]
        self.pods[here], self.pods[there] = self._swapped(one, other)
        self._enter(here)
        self._enter(there)
        self._away[one, here] = self._away[other, there] = self._swaps + REST

    def _enter(self, at: int) -> None:
        """Note of everyone in a pod that it is there, and how many it meets again."""
        pod = self.pods[at]
        for each in bits(pod):
            self._pod_of[each] = at
            self._meets[each] = (self._field.met[each] & pod).bit_count()

    def _better(self, one: int, fewest: int, best: Swap | None) -> Swap | None:
        """The best swap of this contestant that may be made, where none at hand is better."""
        here, pod_of = self._pod_of[one], self._pod_of
        self.left -= len(pod_of) - self.pods[here].bit_count()
        for other, more in enumerate(self._more(one)):
            if pod_of[other] == here or (best and more > best[0]):
                continue
            swap = more, abs(one - other), one, other
            if (best is None or swap < best) and self._open(swap, fewest):
                best = swap
        return best

    def _more(self, one: int) -> list[int]:
        """For each other how many more pairs meet again once the two are swapped."""
        met, here = self._field.met, self.pods[self._pod_of[one]]
        now = self._meets[one]
        there = [(met[one] & pod).bit_count() - now for pod in self.pods]
        of_other = [-each for each in self._meets]
        for stays in bits(here & ~(1 << one)):
            for other in bits(met[stays]):
                of_other[other] += 1
        for other in bits(met[one]):
            of_other[other] -= 1
        return [there[pod] + more for pod, more in zip(self._pod_of, of_other, strict=True)]

    def _open(self, swap: Swap, fewest: int) -> bool:
        """Whether a swap may be made."""
        more, _, one, other = swap
        if not self._rested(one, other) and self.again + more >= fewest:
            return False
        here, there = self._swapped(one, other)
        return self._field.fits(here) and self._field.fits(there)

    def _swapped(self, one: int, other: int) -> tuple[int, int]:
        """The pods of both after the swap."""
        both = 1 << one | 1 << other
        return self.pods[self._pod_of[one]] ^ both, self.pods[self._pod_of[other]] ^ both

    def _rested(self, one: int, other: int) -> bool:
        """Whether neither goes back to a pod it has left a moment ago."""
        to_there = self._away.get((one, self._pod_of[other]), 0)
        to_here = self._away.get((other, self._pod_of[one]), 0)
        return max(to_there, to_here) <= self._swaps
