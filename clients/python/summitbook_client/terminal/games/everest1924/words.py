"""Everest in words: what happened, and how a choice is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from summitbook.everest1924.v1 import everest1924_pb2 as pb

CAUSES = {
    pb.PERISH_CAUSE_OFF_SHEET: "there is no square to go to",
    pb.PERISH_CAUSE_MARKED: "the square to go to is marked already",
    pb.PERISH_CAUSE_CROSSING: "the line would cross the route",
}
LEGEND = """\
◉ where you stand   ■ the route   ▲ a camp   △ a used tent   · a free square
The number before a row is what a straight must be worth to climb into it; +die
brings whoever does a die more. Below each die stands its number."""
OPS = {pb.OP_INCREMENT: "up", pb.OP_DECREMENT: "down", pb.OP_ADD: "+", pb.OP_SUBTRACT: "-"}


def tell(event: Any) -> str:
    """An event in a sentence."""
    name = event.DESCRIPTOR.name
    if sentence := _SENTENCES.get(name):
        return sentence.format(e=event)
    return _TOLD[name](event) if name in _TOLD else f"{name}."


def typed(command: Any) -> tuple[str, ...]:
    """`c 1 2 +`, `r 1 3`, `a`, `a camp`: dice are counted from 1, as in the labels."""
    match command.DESCRIPTOR.name:
        case "CombineDice":
            return "c", str(command.keep + 1), str(command.discard + 1), OPS.get(command.op, "?")
        case "RerollDice":
            return "r", *(str(die + 1) for die in command.dice)
        case "Advance":
            return ("a", "camp") if command.make_camp else ("a",)
        case "RollDice":
            return ("r",)
        case _:
            return ()


def begun(key: str, *dice: str) -> str:
    """What a choice begins with: `c 1` keeps die 1, `c 1 2` discards die 2, `r 1` rolls die 1 and more."""
    if key == "r":
        return f"Reroll die {', '.join(dice)} and …"
    return f"Keep die {' and use die '.join(dice)} …"


def straight(values: Iterable[int]) -> str:
    """A straight as `3-4-5`."""
    return "-".join(map(str, values))


def cause(why: pb.PerishCause) -> str:
    """Why the party perished."""
    return CAUSES.get(why, "of a cause this client does not know")


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _rolled(event: pb.DiceRolled) -> str:
    return f"Turn {event.turn}: rolled {_numbers(event.values)}."


def _combined(event: pb.DiceCombined) -> str:
    return f"Die {event.keep + 1} now shows {event.value}, die {event.discard + 1} is discarded."


def _rerolled(event: pb.DiceRerolled) -> str:
    dice = _numbers(die + 1 for die in event.dice)
    return f"{'Dice' if len(event.dice) > 1 else 'Die'} {dice} rolled again: {_numbers(event.values)}."


def _ascended(event: pb.Ascended) -> str:
    camp = " and make camp" if event.camp else ""
    return f"Up a row{camp}, with {straight(event.straight)} worth {event.value}."


def _perished(event: pb.PartyPerished) -> str:
    return f"The party perishes: {cause(event.cause)}."


_SENTENCES = {
    "ExpeditionStarted": "The expedition sets out with {e.dice} dice and {e.camps} tents.",
    "DieUnlocked": "One more die: {e.dice} now.",
    "Traversed": "Along the row.",
    "Fell": "Missed after the reroll: down a row.",
    "SummitReached": "The summit is reached!",
    "ExpeditionAbandoned": "The expedition turns back.",
    "ExpeditionScored": "Score {e.score}: {e.legend}.",
}
_TOLD: dict[str, Callable[[Any], str]] = {
    "DiceRolled": _rolled,
    "DiceCombined": _combined,
    "DiceRerolled": _rerolled,
    "Ascended": _ascended,
    "PartyPerished": _perished,
}
