"""Mountaineering in words: what happened, and how a choice is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from ...people import People
from ...telling import telling

OUTCOMES = {
    pb.OUTCOME_SUMMIT: "The summit is reached!",
    pb.OUTCOME_RETURNED: "The team is safely back at base camp!",
    pb.OUTCOME_RESCUED: "The team is rescued and home.",
    pb.OUTCOME_STRANDED: "The team is stranded.",
}
LEGEND = """\
◉ where the team stands   ■ the trail that leads back    → which spots come next
+ supplies: three cards   ! a trouble that needs items   < one that sends back
▸ whose turn it is        Rope+Axe one card with both    x2 two such cards
c shows the chart: what each trouble on the path needs, ✔ at what the team has."""
_PARTS = re.compile(r"[a-z_]+|\d+")


class Known(NamedTuple):
    """What an event is told from: who is who, and what each card holds, by its id."""

    people: People
    cards: Mapping[str, pb.Card]

    def does(self, seat: int, doing: str) -> str:
        """That somebody does something."""
        return self.people.does(seat, doing)

    def holds(self, card: str) -> str:
        """What a card holds, or its id where the table does not show it."""
        return face(self.cards[card]) if card in self.cards else card


def face(card: pb.Card) -> str:
    """A card as it is spoken of."""
    return ", ".join(card.items) or f"a mover of {card.spots}"


def cards_of(view: pb.View | None) -> Mapping[str, pb.Card]:
    """Every card that lies open, by its id."""
    if view is None:
        return {}
    hands, piles = (hand.cards for hand in view.hands), (pile.face_up for pile in view.piles)
    laid = (each.card for each in view.laid)
    return {card.id: card for cards in (*hands, *piles, view.gone, laid) for card in cards}


def tell(event: Any, people: People, view: pb.View | None) -> str:
    """An event in a sentence."""
    return telling(_SENTENCES, _TOLD, event, Known(people, cards_of(view)))


def typed(command: Any) -> tuple[str, ...]:
    """`d m`, `m 3 a4`, `e10`, `b e10`, `a e10`, `g m01 2`, `w on`; spaces do not matter."""
    match command.DESCRIPTOR.name:
        case "DrawCard":
            return "d", "m" if command.kind == pb.KIND_MOVERS else "e"
        case "PlayMover":
            route = command.route
            return "m", str(len(route)), *_parts(route[-1]), *_parts(" ".join(route[:-1]))
        case "PlayEquipment":
            return _parts(command.card)
        case "TakeBackEquipment":
            return "b", *_parts(command.card)
        case "Abandon":
            return "a", *_parts(command.card)
        case "Donate":
            return "g", *_parts(command.card), str(command.to)
        case "BlowWhistle":
            return "w", "on" if command.choice == pb.CHOICE_CLIMB_ON else "home"
        case _:
            return ()


def at_once(command: Any) -> str:
    """A mover as one would type it; other cards are told apart by what they hold, which nobody types."""
    return f"m {len(command.route)} {command.route[-1]}" if command.DESCRIPTOR.name == "PlayMover" else ""


def begun(key: str, more: tuple[str, ...], label: str) -> str:
    """What a choice begins with: `m 3` moves three spots, `g e 10` gives that card away."""
    if key == "m" and more:
        spot = "".join(more[1:])
        return f"Move {more[0]} to {spot} …" if spot else f"Move {more[0]} …"
    return f"{label.rpartition(' to ')[0] or label} …"


def _parts(text: str) -> tuple[str, ...]:
    """Words as a person's line is taken apart: letters and digits each for themselves."""
    return tuple(_PARTS.findall(text.lower()))


def _met(event: pb.TroubleMet, known: Known) -> str:
    needed = f", which needs {', '.join(event.needs)}" if event.needs else ""
    return f"Trouble at {event.spot}: {event.name}{needed}."


def _moved(event: pb.MarkerMoved, known: Known) -> str:
    way = "back" if event.direction == pb.DIRECTION_BACK else "on"
    played = f"play a mover of {len(event.route)}" if event.route else "play a mover"
    return f"{known.does(event.seat, played)}: {way} to {event.end}."


def _blown(event: pb.WhistleBlown, known: Known) -> str:
    then = "all troubles are lifted" if event.choice == pb.CHOICE_CLIMB_ON else "the team goes home"
    return f"{known.does(event.seat, 'blow')} the whistle: {then}."


def _given(event: pb.CardDonated, known: Known) -> str:
    return f"{known.does(event.seat, 'give')} {known.people.whom(event.to)} {known.holds(event.card)}."


def _reshuffled(event: pb.PileReshuffled, known: Known) -> str:
    kind = "movers are" if event.kind == pb.KIND_MOVERS else "equipment is"
    return f"The used {kind} shuffled again."


_SENTENCES = {
    "ExpeditionSetOut": "The team stands at base camp.",
    "ClimbBegun": "The first cards are out: the climb begins.",
    "SuppliesReached": "Supplies at {e.spot}.",
    "SentBack": "Sent back from {e.start} to {e.end}.",
    "TroubleOvercome": "The trouble at {e.spot} is overcome.",
    "DescentBegun": "The summit! Now down again.",
}
_TOLD: Mapping[str, Callable[[Any, Known], str]] = {
    "CardDrawn": lambda event, known: f"{known.does(event.seat, 'draw')} {known.holds(event.card)}.",
    "PileReshuffled": _reshuffled,
    "MarkerMoved": _moved,
    "TroubleMet": _met,
    "EquipmentPlayed": lambda event, known: f"{known.does(event.seat, 'lay')} {known.holds(event.card)}.",
    "EquipmentTakenBack": lambda event, known: (
        f"{known.does(event.seat, 'take')} back {known.holds(event.card)}."
    ),
    "CardAbandoned": lambda event, known: (
        f"{known.does(event.seat, 'give')} up {known.holds(event.card)} for good."
    ),
    "CardDonated": _given,
    "WhistleBlown": _blown,
    "TurnPassed": lambda event, known: f"{known.does(event.seat, 'have')} the turn now.",
    "ExpeditionEnded": lambda event, _: OUTCOMES.get(event.outcome, "The climb has ended."),
}
