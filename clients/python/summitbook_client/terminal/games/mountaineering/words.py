"""Mountaineering in words: what happened, and how a choice is typed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from ...telling import telling

KINDS = {pb.KIND_MOVERS: "mover", pb.KIND_EQUIPMENT: "equipment"}
OUTCOMES = {
    pb.OUTCOME_SUMMIT: "The summit is reached!",
    pb.OUTCOME_RETURNED: "The team is safely back at base camp!",
    pb.OUTCOME_RESCUED: "The team is rescued and home.",
    pb.OUTCOME_STRANDED: "The team is stranded.",
}
_PARTS = re.compile(r"[a-z_]+|\d+")


def tell(event: Any) -> str:
    """An event in a sentence."""
    return telling(_SENTENCES, _TOLD, event)


def typed(command: Any) -> tuple[str, ...]:
    """`d m`, `m01 a3`, `e10`, `b e10`, `a e10`, `g m01 2`, `w on`; spaces do not matter."""
    match command.DESCRIPTOR.name:
        case "DrawCard":
            return "d", "m" if command.kind == pb.KIND_MOVERS else "e"
        case "PlayMover":
            return *_parts(command.card), *_parts(command.route[-1]), *_parts(" ".join(command.route))
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


def begun(key: str, *more: str) -> str:
    """What a choice begins with: `m 01` plays that card, `g e 10` gives that one away."""
    acts = {"b": "Take back ", "a": "Abandon ", "g": "Give "}
    if key in acts:
        return f"{acts[key]}{''.join(more)} …"
    card, spot = f"{key}{more[0]}", "".join(more[1:])
    return f"Play {card} to {spot} …" if spot else f"Play {card} …"


def _parts(text: str) -> tuple[str, ...]:
    """Words as a person's line is taken apart: letters and digits each for themselves."""
    return tuple(_PARTS.findall(text.lower()))


def _needs(event: pb.TroubleMet) -> str:
    needed = f", which needs {', '.join(event.needs)}" if event.needs else ""
    return f"Trouble at {event.spot}: {event.name}{needed}."


def _moved(event: pb.MarkerMoved) -> str:
    way = "back" if event.direction == pb.DIRECTION_BACK else "on"
    return f"Seat {event.seat} plays {event.card}: {way} to {event.end}."


def _blown(event: pb.WhistleBlown) -> str:
    then = "all troubles are lifted" if event.choice == pb.CHOICE_CLIMB_ON else "the team goes home"
    return f"Seat {event.seat} blows the whistle: {then}."


_SENTENCES = {
    "ExpeditionSetOut": "The team stands at base camp.",
    "ClimbBegun": "The first cards are out: the climb begins.",
    "SuppliesReached": "Supplies at {e.spot}.",
    "SentBack": "Sent back from {e.start} to {e.end}.",
    "EquipmentPlayed": "Seat {e.seat} lays {e.card}.",
    "EquipmentTakenBack": "Seat {e.seat} takes {e.card} back.",
    "TroubleOvercome": "The trouble at {e.spot} is overcome.",
    "CardAbandoned": "Seat {e.seat} gives up {e.card} for good.",
    "CardDonated": "Seat {e.seat} gives {e.card} to seat {e.to}.",
    "DescentBegun": "The summit! Now down again.",
    "TurnPassed": "Now seat {e.seat}.",
}
_TOLD: dict[str, Callable[[Any], str]] = {
    "CardDrawn": lambda event: f"Seat {event.seat} draws {KINDS.get(event.kind, 'a card')} {event.card}.",
    "PileReshuffled": lambda event: f"The used {KINDS.get(event.kind, 'card')} cards are shuffled again.",
    "MarkerMoved": _moved,
    "TroubleMet": _needs,
    "WhistleBlown": _blown,
    "ExpeditionEnded": lambda event: OUTCOMES.get(event.outcome, "The climb has ended."),
}
