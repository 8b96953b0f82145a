"""Dicey Peaks in words: what happened, who is who, and how a choice is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import ascii_uppercase
from typing import Any

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as pb

from ...people import People
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
LEGEND = """\
The climb goes along each level from left to right, then on from the left of the
level above: positions 1, 2, 3 … to the top.
▒▒▒▒▒▒ face down          go +2 climb on, go -1 back     turn 2 turn over two
air +1, air -1 oxygen     ↓left, ↓right to a tile below  A, B … the climbers
≤6 a rest brings 6 at most   ▸ whose turn it is   ● oxygen   no. 1 a summit tile
Beside the pool stand a die's faces: P pickaxe, A avalanche, T tent, Y yeti."""
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


def climbers_at(view: pb.View, position: int) -> str:
    """The letters of all climbers there."""
    return "".join(letter(each.seat) for each in view.climbers if each.position == position)


def colour(which: pb.Colour) -> str:
    """A die's colour."""
    return COLOURS.get(which, "?")


def intent(which: pb.Intent) -> str:
    """What a climber does who has announced it."""
    return INTENTS.get(which, "going on")


def tile(kind: str) -> str:
    """What a tile does, in at most seven characters for those there are."""
    act, _, how = kind.rpartition("_")
    return TILES[act].format(how) if act in TILES else kind


def tell(event: Any, people: People) -> str:
    """An event in a sentence; the climber of most of them is whoever gave the command."""
    return telling(_SENTENCES, _TOLD, event, people)


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


def _set_aside(event: pb.DiceSetAside, people: People) -> str:
    return f"Set aside: {_dice(event)}." if event.dice else "Nothing is set aside."


def _climbed(event: pb.Climbed, people: People) -> str:
    where = f"to {event.end}" if event.end > event.start else "nowhere"
    return f"{people.does(people.actor, 'climb')} {where}, oxygen {event.oxygen}."


def _moved(event: pb.ClimberMoved, people: People) -> str:
    return f"The tile takes {_actor(people)} from {event.start} to {event.end}."


def _changed(event: pb.OxygenChanged, people: People) -> str:
    return f"The tile changes {_actor(people)} to {event.oxygen} oxygen ({event.change:+})."


def _turned(event: pb.TileTurned, people: People) -> str:
    return f"{people.does(people.actor, 'turn')} over tile {event.position}: {event.tile.replace('_', ' ')}."


def _searched(event: pb.SummitTileTurned, people: People) -> str:
    found = "the flag!" if event.flag else "no flag."
    return f"{people.does(people.actor, 'search')} summit tile {event.tile + 1}: {found}"


def _chased(event: pb.ClimbersFrightened, people: People) -> str:
    return f"Yetis chase {', '.join(map(people.whom, event.seats))} one position up."


def _actor(people: People) -> str:
    return "the climber" if people.actor is None else people.whom(people.actor)


_SENTENCES = {"GameDrawn": "Nobody is left to search for the flag."}
_TOLD: Mapping[str, Callable[[Any, People], str]] = {
    "MountainBuilt": lambda event, people: f"{people.does(event.first_seat, 'begin')}.",
    "TurnStarted": lambda event, people: f"Turn {event.turn}: {people.whom(event.seat)}.",
    "DiceRolled": lambda event, people: f"{people.does(people.actor, 'roll')} {_dice(event)}.",
    "IntentAnnounced": lambda event, people: f"{people.does(people.actor, 'are')} {intent(event.intent)}.",
    "DiceSetAside": _set_aside,
    "Busted": lambda event, _: f"Bust: {BUSTS.get(event.cause, 'the turn comes to nothing')}.",
    "Climbed": _climbed,
    "Rested": lambda event, people: (
        f"{people.does(people.actor, 'rest')}: {event.gained} oxygen more, {event.oxygen} now."
    ),
    "ClimberMoved": _moved,
    "TileTurned": _turned,
    "OxygenChanged": _changed,
    "SummitTileTurned": _searched,
    "ClimbersFrightened": _chased,
    "ClimberStranded": lambda event, people: f"{people.does(event.seat, 'are')} stranded on the summit.",
    "GameWon": lambda event, people: f"{people.does(event.seat, 'have')} won!",
}
