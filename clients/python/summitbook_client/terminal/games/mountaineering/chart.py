"""The chart of troubles along the path, to plan by."""

from __future__ import annotations

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

HAVE = "✔"


def chart(view: pb.View) -> tuple[str, ...]:
    """Each trouble with its spot, from the bottom up; `✔` at an item that the team holds or has laid."""
    hands = (card for hand in view.hands for card in hand.cards)
    held = {item for card in (*hands, *(each.card for each in view.laid)) for item in card.items}
    return tuple(_entry(spot, held) for spot in view.spots if spot.HasField("trouble"))


def _entry(spot: pb.SpotShown, held: set[str]) -> str:
    trouble = spot.trouble
    needs = ", ".join(f"{item}{HAVE if item in held else ''}" for item in trouble.needs)
    return f"{spot.id} {trouble.name}: {needs or f'{trouble.back} back'}"
