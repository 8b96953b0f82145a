"""The cards and their ids: docs/rules/mountaineering.md, "Cards"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .events import Kind

WHISTLE = "Whistle"
MOST = 99
"""So many cards of a kind have ids of two digits, which sort as they count."""


class Card(msgspec.Struct, frozen=True):
    """A mover has spots, an equipment card has items."""

    id: str
    kind: Kind
    spots: int = 0
    items: tuple[str, ...] = ()


def movers(counts: Mapping[str, int]) -> tuple[Card, ...]:
    """The movers: all cards with the fewest spots first; keys are spots, values how many cards."""
    spots = [int(each) for each in sorted(counts, key=int) for _ in range(counts[each])]
    return tuple(Card(f"m{n:02d}", "movers", spots=each) for n, each in enumerate(spots, 1))


def equipment(lists: Iterable[tuple[str, ...]]) -> tuple[Card, ...]:
    """The equipment cards in the order of the content."""
    return tuple(Card(f"e{n:02d}", "equipment", items=items) for n, items in enumerate(lists, 1))
