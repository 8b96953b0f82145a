"""What the seat whose turn it is may ask for: docs/rules/dicey_peaks.md, "Commands"."""

from __future__ import annotations

from ..message import Command
from .events import Intent


class RollDice(Command, frozen=True):
    """Roll so many dice of each colour: five in all at first, three later."""

    white: int
    light_blue: int
    dark_blue: int


class Announce(Command, frozen=True):
    """Say what the turn is for, after its first roll."""

    intent: Intent


class Stop(Command, frozen=True):
    """Climb or rest by what is set aside."""


class ChooseSummitTile(Command, frozen=True):
    """Look for the flag under this summit tile, from 0, still face down."""

    tile: int


class TurnOver(Command, frozen=True):
    """Turn these tiles over, face down below the summit, in this order."""

    positions: tuple[int, ...]


COMMANDS = (RollDice, Announce, Stop, ChooseSummitTile, TurnOver)
CODES = ("WRONG_PHASE", "BAD_DICE_COUNT", "NOT_ENOUGH_DICE", "MUST_REST", "MUST_CLIMB", "BAD_TILE")
