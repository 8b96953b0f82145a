"""Drawing from the piles: docs/rules/mountaineering.md, "Cards" and "Draws"."""

from __future__ import annotations

from msgspec.structs import replace

from ..chance import Chance
from ..message import Event, Events
from . import events as e
from .mountain import Mountain
from .state import Climb


def draw_card(state: Climb, kind: e.Kind, chance: Chance) -> Events:
    """The card that is due comes off the pile of this kind, which is refilled first where it is empty."""
    pile = state.pile(kind)
    if pile.face_down:
        label = f"pile/{kind}/{pile.shuffle}"
        return (_drawn(state, kind, label, chance.shuffle(label, pile.cards)[pile.drawn], pile.drawn),)
    label = f"pile/{kind}/{pile.shuffle + 1}"
    cards = tuple(sorted(pile.face_up))
    refilled = e.PileReshuffled(kind=kind, cards=cards, draw=label)
    return refilled, _drawn(state, kind, label, chance.shuffle(label, cards)[0], 0)


def _drawn(state: Climb, kind: e.Kind, label: str, card: str, place: int) -> e.CardDrawn:
    return e.CardDrawn(seat=state.drawer, kind=kind, card=card, draw=label, place=place)


def redraw(mountain: Mountain, seats: int, event: Event, chance: Chance, first: Event) -> Event | None:
    """
    The card at its place of the shuffle, None where it has none.

    What a refill shuffles the rules say, but never more than there is: whatever a log names
    is shuffled for each card drawn from it.
    """
    if isinstance(event, e.PileReshuffled):
        return event if len(event.cards) <= len(mountain.ids(event.kind)) else None
    if not isinstance(event, e.CardDrawn):
        return event
    cards = first.cards if isinstance(first, e.PileReshuffled) else mountain.ids(event.kind)
    if not 0 <= event.place < len(cards):
        return None
    return replace(event, card=chance.shuffle(event.draw, cards)[event.place])
