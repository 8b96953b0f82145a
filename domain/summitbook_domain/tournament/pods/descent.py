"""
Pods from the top of the order down, each of those who have not met and stand nearest.

Where the rest cannot be divided any more, the latest pod is made otherwise. So the first
division found is near to the order, and a search that comes to its end has missed none.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .field import Field

BEGINNINGS = 20_000
"""How many beginnings of pods are tried: a few hundredths of a second."""


class _Rest(msgspec.Struct, frozen=True):
    """Whom the pods made so far leave, the sizes of those to come, and the pod made last."""

    free: int
    sizes: tuple[int, ...]
    pod: int


def descend(field: Field) -> list[int] | None:
    """The first division in which no pair meets again; None where there is none, or none soon."""
    search = _Search(field)
    made = [_Rest(field.everyone, field.sizes, 0)]
    ways = [search.ways(made[-1])]
    while ways and search.left:
        rest = next(ways[-1], None)
        if rest is None:
            ways.pop()
            made.pop()
            continue
        made.append(rest)
        if not rest.free:
            return [each.pod for each in made[1:]]
        ways.append(search.ways(rest))
    return None


class _Search:
    """The ways to make the next pod, for as long as any beginnings are `left`."""

    def __init__(self, field: Field) -> None:
        self._field = field
        self.left = BEGINNINGS

    def ways(self, rest: _Rest) -> Iterator[_Rest]:
        """Whoever is the highest free one plays; pods of the larger size are made first."""
        leader = rest.free & -rest.free
        for size in sorted(set(rest.sizes), reverse=True):
            at = rest.sizes.index(size)
            sizes = rest.sizes[:at] + rest.sizes[at + 1 :]
            strangers = rest.free & ~leader & ~self._met(leader)
            for pod in self._grown(leader, strangers, size - 1):
                free = rest.free & ~pod
                if self._enough_low(free, len(sizes)):
                    yield _Rest(free, sizes, pod)

    def _grown(self, pod: int, strangers: int, lacking: int) -> Iterator[int]:
        """Every pod that this one can become, with those first who stand highest."""
        self.left -= 1
        if not lacking:
            if self._field.fits(pod):
                yield pod
            return
        strangers = self._useful(pod, strangers, lacking)
        while strangers.bit_count() >= lacking and self.left > 0:
            nearest = strangers & -strangers
            strangers ^= nearest
            yield from self._grown(pod | nearest, strangers & ~self._met(nearest), lacking - 1)

    def _useful(self, pod: int, strangers: int, lacking: int) -> int:
        """Those of the strangers with whom the pod can still have its share of who is low."""
        low = self._field.low
        if self._field.scarce:
            return strangers & ~low if pod & low else strangers
        return strangers & low if lacking == 1 and not pod & low else strangers

    def _enough_low(self, free: int, pods: int) -> bool:
        return self._field.scarce or (free & self._field.low).bit_count() >= pods

    def _met(self, one: int) -> int:
        return self._field.met[one.bit_length() - 1]
