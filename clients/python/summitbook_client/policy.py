"""Ways for a bot to choose among the actions it was sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import NamedTuple

from summitbook.v1.games_pb2 import LegalAction, View

from .table import Seat

GIVES_UP_ONE_TIME_IN = 50


class Asked(NamedTuple):
    """The seat that is to act, what it sees, and what it may do: one action at least."""

    seat: Seat
    view: View
    actions: Sequence[LegalAction]


Policy = Callable[[Asked, Random], Awaitable[LegalAction | None]]
"""Chooses one of the actions, with luck of its own; None leaves it to the other seats."""


async def by_chance(asked: Asked, luck: Random) -> LegalAction | None:
    """Any action, which is all that can be chosen without knowing a rule; none where all do is undo."""
    gets_on = any(not action.undoes for action in asked.actions)
    return at_random(asked.actions, luck) if gets_on else None


def at_random(actions: Sequence[LegalAction], luck: Random) -> LegalAction:
    """Any action; giving up, or undoing what was done, 1 time in 50 where one can do anything else."""
    leading_nowhere = [action for action in actions if action.gives_up or action.undoes]
    leading_on = going_on(actions)
    if leading_nowhere and leading_on:
        actions = leading_on if luck.randrange(GIVES_UP_ONE_TIME_IN) else leading_nowhere
    return luck.choice(actions)


def going_on(actions: Sequence[LegalAction]) -> Sequence[LegalAction]:
    """Those that neither give up nor undo what was done: all that a bot among people does."""
    return [action for action in actions if not (action.gives_up or action.undoes)]
