"""What the climber may do now, and how to say it."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

from ..message import Command
from . import commands as c
from .dice import best_straight, combined, worth
from .events import Op
from .moves import ahead, aside, below, may_camp, obstacle
from .state import Expedition


def legal(state: Expedition, seat: int) -> tuple[Command, ...]:
    """Every legal command, in a pinned order: advancing, combining, rerolling."""
    if seat != 0 or state.phase == "over":
        return ()
    if state.phase == "to_roll":
        return c.RollDice(), c.Abandon()
    return *_advances(state), *_combinations(state), *_rerolls(state)


def _advances(state: Expedition) -> tuple[Command, ...]:
    climbs = worth(best_straight(state.live_values())) >= state.target
    if not (climbs and may_camp(state)):
        return (c.Advance(),)
    if obstacle(state, ahead(state)):
        return (c.Advance(make_camp=True),)
    return c.Advance(), c.Advance(make_camp=True)


def _combinations(state: Expedition) -> tuple[Command, ...]:
    live = [die for die in range(len(state.values)) if state.live[die]]
    return tuple(
        c.CombineDice(keep=keep, discard=discard, op=op)
        for keep in live
        for discard in live
        for op in get_args(Op)
        if keep != discard and combined(state.values[keep], state.values[discard], op) is not None
    )


def _rerolls(state: Expedition) -> tuple[Command, ...]:
    if state.rerolled:
        return ()
    dice = range(len(state.values))
    return tuple(c.RerollDice(dice=some) for count in dice for some in combinations(dice, count + 1))


def describe(state: Expedition, command: Command) -> str:
    """A legal command in a few words; dice are counted from 1 for people."""
    match command:
        case c.RollDice():
            return f"Roll {state.dice} dice"
        case c.Abandon():
            return "Abandon the expedition"
        case c.CombineDice(keep, discard, op):
            value = combined(state.values[keep], state.values[discard], op)
            how = {"add": "adding", "subtract": "subtracting"}.get(op, "giving up")
            return f"Die {keep + 1} becomes {value} by {how} die {discard + 1}"
        case c.RerollDice(dice):
            return "Reroll " + ", ".join(f"die {die + 1}" for die in dice)
        case c.Advance(make_camp):
            return _describe_advance(state, make_camp)
        case _:
            raise AssertionError(f"no such command here: {command!r}")


def _describe_advance(state: Expedition, make_camp: bool) -> str:
    if make_camp:
        return "Climb and make camp"
    if worth(best_straight(state.live_values())) >= state.target:
        words, square = "Climb", ahead(state)
    elif state.rerolled:
        words, square = "Fall a row", below(state)
    else:
        words, square = "Traverse along the row", aside(state)
    cause = obstacle(state, square)
    return f"{words}: {_ENDS[cause]}, and the climb ends" if cause else words


_ENDS = {
    "off_sheet": "there is no square",
    "marked": "the square is marked already",
    "crossing": "your own line is in the way",
}
