"""The team's chance by each legal command: what it costs in cards as against the plan."""

from __future__ import annotations

from summitbook_domain.message import Command
from summitbook_domain.mountaineering import commands as c
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.view import ClimbView

from ..values import Value
from .costs import cost
from .estimate import CARD, chance, log_odds
from .moves import wins
from .plan import planned

DIGITS = 9
"""What differs by less is the same but for rounding, which is not the same on every machine."""


def values(mountain: Mountain, view: ClimbView, legal: tuple[Command, ...]) -> tuple[Value, ...]:
    """
    The chance of a good end by each legal command, and by leaving it to others where the plan is theirs.

    The plan stands on the estimate; every other command is worth so much less as it costs cards.
    """
    plan, odds = planned(mountain, view), log_odds(mountain, view)
    listed = tuple(_value(mountain, view, plan, odds, command) for command in legal)
    if plan in legal:
        return listed
    waiting = Value(
        command=None, value=_rounded(chance(odds)), unit="chance", words="another seat can do more"
    )
    return (*listed, waiting)


def _value(mountain: Mountain, view: ClimbView, plan: Command, odds: float, command: Command) -> Value:
    lost, words = cost(mountain, view, plan, command)
    worth = _rounded(chance(odds - CARD * lost))
    if isinstance(command, c.PlayMover) and wins(view, command):
        worth, words = 1.0, "there you have made it"
    if isinstance(command, c.BlowWhistle) and command.choice == "go_home":
        worth, words = 0.0, "ends the climb"
    return Value(command=command, value=worth, unit="chance", words=words)


def _rounded(worth: float) -> float:
    return round(worth, DIGITS)
