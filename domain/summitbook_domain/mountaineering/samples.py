"""What chance gave on a climb, to be counted."""

from __future__ import annotations

from ..game import Sample
from ..message import Event
from . import events as e
from .mountain import Mountain


def samples(mountain: Mountain, seats: int, event: Event, first: Event) -> tuple[Sample, ...]:
    """A card out of its pile; cards that say the same are the same."""
    if not isinstance(event, e.CardDrawn):
        return ()
    cards = first.cards if isinstance(first, e.PileReshuffled) else mountain.ids(event.kind)
    among = tuple(_face(mountain, card) for card in cards)
    return (Sample(f"{event.kind} card", among, _face(mountain, event.card), event.place),)


def _face(mountain: Mountain, card: str) -> str:
    """What a card says; a card that there is not says its id."""
    found = mountain.cards.get(card)
    if found is None:
        return card
    return ", ".join(found.items) or f"{found.spots} spot{'s' * (found.spots != 1)}"
