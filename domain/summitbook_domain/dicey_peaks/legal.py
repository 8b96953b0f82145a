"""What the seat whose turn it is may do now, and how to say it."""

from __future__ import annotations

from itertools import combinations, product

from ..message import Command
from . import commands as c
from .mountain import COLOURS
from .rules import must_rest
from .state import Race
from .turn import gain


def legal(state: Race, seat: int) -> tuple[Command, ...]:
    """Every legal command, in a pinned order: stopping, then rolls with the fewest white dice first."""
    if seat != state.seat:
        return ()
    match state.phase:
        case "to_roll":
            return _rolls(state)
        case "to_announce":
            return _intents(state)
        case "to_go_on":
            return c.Stop(), *_rolls(state)
        case "to_turn_over":
            return tuple(
                c.TurnOver(positions=some) for some in combinations(state.face_down(), state.tiles_due)
            )
        case "to_choose":
            return tuple(c.ChooseSummitTile(tile=tile) for tile in state.summit_face_down())
        case "over":
            return ()


def _rolls(state: Race) -> tuple[Command, ...]:
    due = state.dice_due
    counts = product(*(range(min(state.pool(colour), due) + 1) for colour in COLOURS))
    return tuple(c.RollDice(*wanted) for wanted in counts if sum(wanted) == due)


def _intents(state: Race) -> tuple[Command, ...]:
    climb, rest = c.Announce(intent="climb"), c.Announce(intent="rest")
    if must_rest(state):
        return (rest,)
    return (climb,) if state.at_summit else (climb, rest)


def describe(state: Race, command: Command) -> str:
    """A legal command in a few words; summit tiles are counted from 1 for people."""
    match command:
        case c.RollDice(white, light_blue, dark_blue):
            wanted = {"white": white, "light blue": light_blue, "dark blue": dark_blue}
            return "Roll " + ", ".join(f"{count} {colour}" for colour, count in wanted.items() if count)
        case c.Announce(intent):
            return f"Use this turn to {intent}"
        case c.Stop():
            return _describe_stop(state)
        case c.TurnOver(positions):
            return "Turn over " + " and ".join(f"tile {position}" for position in positions)
        case c.ChooseSummitTile(tile):
            return f"Search for the flag on summit tile {tile + 1}"
        case _:
            raise AssertionError(f"no such command here: {command!r}")


def _describe_stop(state: Race) -> str:
    if state.intent == "rest":
        return f"Stop and gain {gain(state)} oxygen"
    pickaxes = state.count("pickaxe")
    return f"Stop and climb, for {pickaxes} oxygen" if pickaxes else "Stop where you are"
