"""Ways for a bot to choose among the actions it was sent, which are all it knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from summitbook.v1.games_pb2 import LegalAction

Policy = Callable[[Sequence[LegalAction], Random], LegalAction]

GIVES_UP_ONE_TIME_IN = 50


def at_random(actions: Sequence[LegalAction], luck: Random) -> LegalAction:
    """Any action; giving up, or undoing what was done, 1 time in 50 where one can do anything else."""
    leading_nowhere = [action for action in actions if action.gives_up or action.undoes]
    going_on = [action for action in actions if not (action.gives_up or action.undoes)]
    if leading_nowhere and going_on:
        actions = going_on if luck.randrange(GIVES_UP_ONE_TIME_IN) else leading_nowhere
    return luck.choice(actions)


POLICIES: Mapping[str, Policy] = {"random": at_random}
"""Every policy by its name."""
