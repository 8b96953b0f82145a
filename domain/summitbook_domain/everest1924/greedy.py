"""A simple climber for offline play: climbs when it can, and waits for luck while there is room."""

from __future__ import annotations

from ..message import Command
from . import commands as c
from .dice import combined
from .pools import FACES, reach, ways
from .view import ExpeditionView

ROOM = 3
"""With fewer squares than this ahead, waiting for luck gets dear."""


def greedy(view: ExpeditionView, legal: tuple[Command, ...]) -> Command:
    """
    Roll; climb; combine so as to climb; stand aside while the row has room; reroll for luck.

    Needs nothing but what anyone may see.
    """
    if view.phase == "to_roll":
        return c.RollDice()
    if view.straight_value >= view.target:
        return _climb(view, legal)
    helpful = [each for each in legal if isinstance(each, c.CombineDice) and _helps(view, each)]
    if helpful:
        return helpful[0]
    rerolls = [each for each in legal if isinstance(each, c.RerollDice)]
    if rerolls and _room(view, view.row + 1) < ROOM:
        return max(rerolls, key=lambda each: _ways_after(view, each))
    return c.Advance()


def _climb(view: ExpeditionView, legal: tuple[Command, ...]) -> Command:
    """Without a camp where that leaves room to stand aside in the row above."""
    ordinary, camp = c.Advance(), c.Advance(make_camp=True)
    cramped = view.row + 2 < len(view.rows) and _room(view, view.row + 2) < ROOM
    return camp if camp in legal and (cramped or ordinary not in legal) else ordinary


def _room(view: ExpeditionView, row: int) -> int:
    """How far the row reaches beyond the climber's column."""
    return view.rows[row].first + view.rows[row].squares - 1 - view.column


def _helps(view: ExpeditionView, combine: c.CombineDice) -> bool:
    """Whether the target is within reach after this combination."""
    values = [die.value for die in view.dice]
    value = combined(values[combine.keep], values[combine.discard], combine.op)
    rest = [
        die.value for i, die in enumerate(view.dice) if die.live and i not in (combine.keep, combine.discard)
    ]
    return value is not None and reach(tuple(sorted([*rest, value]))) >= view.target


def _ways_after(view: ExpeditionView, reroll: c.RerollDice) -> int:
    """How often, of all ways six dice can fall, this reroll brings the target within reach."""
    kept = tuple(sorted(die.value for i, die in enumerate(view.dice) if die.live and i not in reroll.dice))
    rolled = len(reroll.dice)
    ways_of_the_rest: int = len(FACES) ** (6 - rolled)
    return ways(kept, rolled, view.target) * ways_of_the_rest
