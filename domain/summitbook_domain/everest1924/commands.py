"""What the climber may ask for: docs/rules/everest1924.md, "Commands"."""

from __future__ import annotations

from ..message import Command
from .events import Op


class RollDice(Command, frozen=True):
    """Begin a turn by rolling all dice owned."""


class CombineDice(Command, frozen=True):
    """Change the kept die by the other one, which is discarded; indices from 0."""

    keep: int
    discard: int
    op: Op


class RerollDice(Command, frozen=True):
    """Roll these dice again, live or discarded, once a turn; distinct indices from 0."""

    dice: tuple[int, ...]


class Advance(Command, frozen=True):
    """Move as the dice decide; a camp is made only by choice."""

    make_camp: bool = False


class Abandon(Command, frozen=True):
    """Turn back, before a roll."""


COMMANDS = (RollDice, CombineDice, RerollDice, Advance, Abandon)
CODES = (
    "WRONG_PHASE",
    "DIE_NOT_LIVE",
    "ILLEGAL_COMBINATION",
    "ALREADY_REROLLED",
    "BAD_DICE",
    "NO_CAMP_LEFT",
    "CAMP_NOT_ALLOWED",
    "MUST_CAMP",
)
