"""What the team has and lacks, read from the table."""

from __future__ import annotations

from collections import Counter

from summitbook_domain.mountaineering.cards import WHISTLE, Card
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.view import ClimbView


def held(view: ClimbView, kind: str) -> list[Card]:
    """The cards of a kind in all hands."""
    return [card for hand in view.hands for card in hand.cards if card.kind == kind]


def is_whistle(card: Card) -> bool:
    """Whether this is the card that calls for rescue."""
    return WHISTLE in card.items


def items(view: ClimbView) -> set[str]:
    """The items of all cards in hands and laid."""
    cards = [*held(view, "equipment"), *(each.card for each in view.laid)]
    return {item for card in cards for item in card.items}


def copies(mountain: Mountain, view: ClimbView) -> Counter[str]:
    """On how many of the cards that are still in the game each item is."""
    gone = {card.id for card in view.gone}
    there = (card for card in mountain.cards.values() if card.id not in gone)
    return Counter(item for card in there for item in card.items)


def steps_to_go(mountain: Mountain, view: ClimbView) -> int:
    """The spots of the longest way to the end, down again in the advanced course."""
    if view.descending:
        return mountain.farthest_down[view.marker]
    down = mountain.farthest_up[mountain.base] if view.course == "advanced" else 0
    return mountain.farthest_up[view.marker] + down
