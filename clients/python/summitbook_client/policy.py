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
    leading_on = going_on(actions)
    if leading_nowhere and leading_on:
        actions = leading_on if luck.randrange(GIVES_UP_ONE_TIME_IN) else leading_nowhere
    return luck.choice(actions)


def going_on(actions: Sequence[LegalAction]) -> Sequence[LegalAction]:
    """Those that neither give up nor undo what was done: all that a bot among people does."""
    return [action for action in actions if not (action.gives_up or action.undoes)]


POLICIES: Mapping[str, Policy] = {"random": at_random}
"""Every policy by its name."""
