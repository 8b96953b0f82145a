"""Cards: those laid, all hands, and the piles. Cards that are alike are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from ...people import People
from .lines import Line, line

TURN = "▸"
KINDS = {pb.KIND_MOVERS: "Movers", pb.KIND_EQUIPMENT: "Equipment"}


def laid(view: pb.View, people: People) -> list[Line]:
    """The cards laid, and whose they are."""
    cards = [f"  {_face(each.card)} ({people.short(each.seat)})" for each in view.laid]
    return [line(("Laid:", "bold green"), *cards)] if cards else []


def hands(view: pb.View, people: People) -> list[Line]:
    """A line for each seat: how far its movers go, and what its equipment has."""
    widest = max((len(people.short(hand.seat)) for hand in view.hands), default=0)
    return [_hand(view, hand, people.short(hand.seat).ljust(widest)) for hand in view.hands]


def _hand(view: pb.View, hand: pb.Hand, named: str) -> Line:
    turn = view.phase != pb.PHASE_OVER and hand.seat == view.turn
    name = (f"{TURN if turn else ' '} {named}", "bold" if turn else "")
    if hand.retired:
        return line(name, ("  retired", "dim"), *_alike(hand.cards))
    return line(name, *(_alike(hand.cards) or [("  no cards", "dim")]))


def _alike(cards: Iterable[pb.Card]) -> list[str | tuple[str, str]]:
    """Movers by how far they go, then equipment; `x2` where there are two of them."""
    ordered = sorted(cards, key=lambda card: (card.kind, card.spots))
    return [f"  {face}" + f" x{count}" * (count > 1) for face, count in Counter(map(_face, ordered)).items()]


def _face(card: pb.Card) -> str:
    return "+".join(card.items) or f"move {card.spots}"


def piles(view: pb.View) -> list[Line]:
    """How many lie in each pile; then what is in those that lie open, and what has left the game."""
    return [line(*_sizes(view)), *_open(view)]


def _sizes(view: pb.View) -> Iterator[str]:
    for pile in view.piles:
        yield f"{KINDS.get(pile.kind, 'Cards')}: {pile.face_down} face down, {len(pile.face_up)} used.  "


def _open(view: pb.View) -> Iterator[Line]:
    piles = {f"Used {KINDS.get(pile.kind, 'cards').lower()}:": pile.face_up for pile in view.piles}
    for name, cards in {**piles, "Out of the game:": view.gone}.items():
        if cards:
            yield line((name, "dim"), *_alike(cards))
