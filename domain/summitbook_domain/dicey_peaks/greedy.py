"""A simple climber for offline play: climbs while it has breath, rests when it has not, and seldom dares."""

from __future__ import annotations

from ..message import Command
from . import commands as c
from .view import ClimberShown, DieShown, RaceView

FAR_ENOUGH = 3
"""Pickaxes that satisfy it."""


def greedy(view: RaceView, legal: tuple[Command, ...]) -> Command:
    """
    Roll for what the turn is to be, announce what the dice favour, and stop one step before a bust.

    Needs nothing but what anyone may see.
    """
    match view.phase:
        case "to_roll":
            return _roll(legal, climbing=_wants_to_climb(view))
        case "to_announce":
            return c.Announce(intent="climb") if _better_climb(view, legal) else c.Announce(intent="rest")
        case "to_go_on":
            return _go_on(view, legal)
        case _:
            return legal[0]


def _me(view: RaceView) -> ClimberShown:
    return view.climbers[view.seat]


def _count(dice: tuple[DieShown, ...], face: str) -> int:
    return sum(die.face == face for die in dice)


def _wants_to_climb(view: RaceView) -> bool:
    """On the summit always, below it with a third of the oxygen or more."""
    me = _me(view)
    return me.level == 0 or 3 * me.oxygen > view.oxygen_max


def _roll(legal: tuple[Command, ...], *, climbing: bool) -> Command:
    """The dice that favour it: white ones to climb, dark blue ones to rest."""
    rolls = [each for each in legal if isinstance(each, c.RollDice)]
    if climbing:
        return max(rolls, key=lambda roll: (roll.white, roll.light_blue))
    return max(rolls, key=lambda roll: (roll.dark_blue, roll.light_blue))


def _better_climb(view: RaceView, legal: tuple[Command, ...]) -> bool:
    """What is not a bust at once, and else what it wants to do."""
    if len(legal) == 1:
        return c.Announce(intent="climb") in legal
    me, rolled = _me(view), view.rolled
    climb_busts = _count(rolled, "pickaxe") > me.oxygen or _count(rolled, "avalanche") >= view.bust_avalanches
    gain = min(_count(rolled, "tent"), me.level)
    rest_busts = me.oxygen + gain > view.oxygen_max or _count(rolled, "yeti") >= view.bust_yetis
    return rest_busts if climb_busts or rest_busts else _wants_to_climb(view)


def _go_on(view: RaceView, legal: tuple[Command, ...]) -> Command:
    """Roll again while the turn has brought little and one bad face would not end it."""
    if not view.dice_due or _enough(view):
        return c.Stop()
    return _roll(legal, climbing=view.intent == "climb")


def _enough(view: RaceView) -> bool:
    me, aside = _me(view), view.set_aside
    if view.intent == "climb":
        pickaxes = _count(aside, "pickaxe")
        close_call = pickaxes == me.oxygen or _count(aside, "avalanche") == view.bust_avalanches - 1
        return pickaxes > 0 and (pickaxes >= FAR_ENOUGH or me.level == 0 or close_call)
    tents = _count(aside, "tent")
    close_call = _count(aside, "yeti") == view.bust_yetis - 1
    return tents > 0 and (tents >= me.level or me.oxygen + tents + 1 > view.oxygen_max or close_call)
