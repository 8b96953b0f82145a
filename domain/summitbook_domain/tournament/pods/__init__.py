"""Into pods so that no pair meets again while that can be avoided: docs/tournaments.md, "Pairing"."""

from __future__ import annotations

import msgspec

from .descent import descend
from .field import Field, Wanted, bits
from .swapping import untangle

__all__ = ["Divided", "Wanted", "divide_afresh", "divide_again"]


class Divided(msgspec.Struct, frozen=True):
    """The pods, each in the order given, and how many pairs in them meet again."""

    pods: tuple[tuple[int, ...], ...]
    again: int


def divide_afresh(wanted: Wanted) -> Divided | None:
    """Pods in which no pair meets again, as near to the order as can be; None where none are found soon."""
    field = Field.of(wanted)
    pods = descend(field)
    return _named(wanted, field, pods) if pods else None


def divide_again(wanted: Wanted) -> Divided:
    """Pods with as few pairs meeting again as are found, for those who cannot be divided afresh."""
    field = Field.of(wanted)
    return _named(wanted, field, untangle(field))


def _named(wanted: Wanted, field: Field, pods: list[int]) -> Divided:
    named = tuple(tuple(wanted.order[each] for each in bits(pod)) for pod in pods)
    return Divided(named, field.again(pods))
