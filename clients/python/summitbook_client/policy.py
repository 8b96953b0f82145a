"""Ways for a bot to choose among the actions it was sent, which are all it knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from summitbook.v1.games_pb2 import LegalAction

Policy = Callable[[Sequence[LegalAction], Random], LegalAction]

GIVES_UP_ONE_TIME_IN = 50


def at_random(actions: Sequence[LegalAction], luck: Random) -> LegalAction:
    """Any action; where one can give up or go on, giving up is chosen 1 time in 50."""
    giving_up = [action for action in actions if action.gives_up]
    going_on = [action for action in actions if not action.gives_up]
    if giving_up and going_on:
        actions = going_on if luck.randrange(GIVES_UP_ONE_TIME_IN) else giving_up
    return luck.choice(actions)


POLICIES: Mapping[str, Policy] = {"random": at_random}
"""Every policy by its name."""
