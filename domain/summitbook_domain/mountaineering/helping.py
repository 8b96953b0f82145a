"""What a seat that the game does not wait for does well to do all the same, all being one team."""

from __future__ import annotations

from ..message import Command
from . import commands as c
from .legal import legal
from .state import Climb
from .team import missing


def undoes(command: Command) -> bool:
    """Whether a command can undo what another did: cards go to and fro."""
    return isinstance(command, (c.TakeBackEquipment, c.Donate))


def helps(state: Climb, listed: tuple[Command, ...]) -> tuple[Command, ...]:
    """What others may well do: anything where who has the turn cannot go on, else lay what is missing."""
    if state.draws or not all(map(undoes, legal(state, state.turn))):
        return tuple(each for each in listed if _lays_what_is_missing(state, each))
    return listed


def _lays_what_is_missing(state: Climb, command: Command) -> bool:
    if not isinstance(command, c.PlayEquipment):
        return False
    return not missing(state).isdisjoint(state.mountain.cards[command.card].items)
