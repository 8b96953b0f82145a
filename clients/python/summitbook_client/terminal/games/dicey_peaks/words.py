"""Dicey Peaks in words: what happened, who is who, and how a choice is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_uppercase
from typing import Any

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as pb

from ...telling import telling

FACES = {
    pb.FACE_PICKAXE: "pickaxe",
    pb.FACE_AVALANCHE: "avalanche",
    pb.FACE_TENT: "tent",
    pb.FACE_YETI: "yeti",
}
COLOURS = {
    pb.COLOUR_WHITE: "white",
    pb.COLOUR_LIGHT_BLUE: "light blue",
    pb.COLOUR_DARK_BLUE: "dark blue",
}
INTENTS = {pb.INTENT_CLIMB: "climbing", pb.INTENT_REST: "resting"}
BUSTS = {
    pb.BUST_CAUSE_HYPERVENTILATE: "more pickaxes than oxygen",
    pb.BUST_CAUSE_AVALANCHE: "an avalanche comes down",
    pb.BUST_CAUSE_OVERFILL: "more oxygen than anyone can have",
    pb.BUST_CAUSE_YETI_ATTACK: "the yetis attack",
}
TILES = {
    "forward": "go +{}",
    "back": "go -{}",
    "oxygen_plus": "air +{}",
    "oxygen_minus": "air -{}",
    "turn_over": "turn {}",
    "down": "↓{}",
}
"""A kind of tile without its last word, and how it is drawn with it."""


def letter(seat: int) -> str:
    """The letter that a seat's climber is drawn as."""
    return ascii_uppercase[seat % len(ascii_uppercase)]


def climber(seat: int) -> str:
    """A climber as it is spoken of."""
    return f"{letter(seat)} (seat {seat})"


def climbers_at(view: pb.View, position: int) -> str:
    """The letters of all climbers there."""
    return "".join(letter(each.seat) for each in view.climbers if each.position == position)


def colour(which: pb.Colour) -> str:
    """A die's colour."""
    return COLOURS.get(which, "?")


def tile(kind: str) -> str:
    """What a tile does, in at most seven characters for those there are."""
    act, _, how = kind.rpartition("_")
    return TILES[act].format(how) if act in TILES else kind


def tell(event: Any) -> str:
    """An event in a sentence."""
    return telling(_SENTENCES, _TOLD, event)


def typed(command: Any) -> tuple[str, ...]:
    """`r 3 2 0`, `climb`, `rest`, `s`, `f 2`, `t 4 7`: summit tiles are counted from 1, as in the labels."""
    match command.DESCRIPTOR.name:
        case "RollDice":
            return "r", str(command.white), str(command.light_blue), str(command.dark_blue)
        case "Announce":
            return ("climb",) if command.intent == pb.INTENT_CLIMB else ("rest",)
        case "Stop":
            return ("s",)
        case "ChooseSummitTile":
            return "f", str(command.tile + 1)
        case "TurnOver":
            return "t", *map(str, command.positions)
        case _:
            return ()


def begun(key: str, *numbers: str) -> str:
    """What a choice begins with: `r 2` rolls 2 white dice and more, `t 4` turns over tile 4 and more."""
    if key == "r":
        said = (f"{count} {name}" for count, name in zip(numbers, COLOURS.values(), strict=False))
        return f"Roll {', '.join(said)} and …"
    return f"Turn over tile {' and '.join(numbers)} and …"


def _dice(event: pb.DiceRolled | pb.DiceSetAside) -> str:
    shown = zip(event.dice, event.faces, strict=True)
    return ", ".join(f"{colour(die)[0].upper()} {FACES.get(face, '?')}" for die, face in shown)


def _set_aside(event: pb.DiceSetAside) -> str:
    return f"Set aside: {_dice(event)}." if event.dice else "Nothing is set aside."


def _climbed(event: pb.Climbed) -> str:
    where = f"to {event.end}" if event.end > event.start else "nowhere"
    return f"Climbs {where}, oxygen {event.oxygen}."


def _changed(event: pb.OxygenChanged) -> str:
    return f"The tile changes oxygen by {event.change:+}, to {event.oxygen}."


def _searched(event: pb.SummitTileTurned) -> str:
    return f"Summit tile {event.tile + 1}: {'the flag!' if event.flag else 'no flag.'}"


def _all(seats: Iterable[int]) -> str:
    return ", ".join(map(climber, seats))


_SENTENCES = {
    "Rested": "Rests: {e.gained} oxygen more, {e.oxygen} now.",
    "ClimberMoved": "The tile takes the climber from {e.start} to {e.end}.",
    "GameDrawn": "Nobody is left to search for the flag.",
}
_TOLD: dict[str, Callable[[Any], str]] = {
    "MountainBuilt": lambda event: f"{climber(event.first_seat)} begins.",
    "TurnStarted": lambda event: f"Turn {event.turn}: {climber(event.seat)}.",
    "DiceRolled": lambda event: f"Rolled {_dice(event)}.",
    "IntentAnnounced": lambda event: f"Now {INTENTS.get(event.intent, 'going on')}.",
    "DiceSetAside": _set_aside,
    "Busted": lambda event: f"Bust: {BUSTS.get(event.cause, 'the turn comes to nothing')}.",
    "Climbed": _climbed,
    "TileTurned": lambda event: f"Tile {event.position} is turned over: {event.tile.replace('_', ' ')}.",
    "OxygenChanged": _changed,
    "SummitTileTurned": _searched,
    "ClimbersFrightened": lambda event: f"Yetis chase {_all(event.seats)} one position up.",
    "ClimberStranded": lambda event: f"{climber(event.seat)} is stranded on the summit.",
    "GameWon": lambda event: f"{climber(event.seat)} has won!",
}
