"""Into pods so that no pair meets again while that can be avoided: docs/tournaments.md, "Pairing"."""

from __future__ import annotations

import msgspec

from .descent import descend
from .field import Field, Wanted, bits
from .swapping import untangle

__all__ = ["Divided", "Wanted", "divide"]


class Divided(msgspec.Struct, frozen=True):
    """The pods, each in the order given, and how many pairs in them meet again."""

    pods: tuple[tuple[int, ...], ...]
    again: int


def divide(wanted: Wanted) -> Divided:
    """
    The pods; the same ones for the same arguments.

    A search from the top down keeps as near to the order as it can. Where it finds
    nothing, or has tried long enough, contestants are swapped for as long as that helps.
    """
    field = Field.of(wanted)
    pods = descend(field) or untangle(field)
    named = tuple(tuple(wanted.order[each] for each in bits(pod)) for pod in pods)
    return Divided(named, field.again(pods))
