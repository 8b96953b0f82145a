"""What a seat may ask for: docs/rules/mountaineering.md, "Commands"."""

from __future__ import annotations

from ..message import Command
from .events import Choice, Kind


class DrawCard(Command, frozen=True):
    """Take the card that is due, from a pile of one's choice."""

    kind: Kind


class PlayMover(Command, frozen=True):
    """Move the marker along `route`, as many spots as the card has, ahead or back."""

    card: str
    route: tuple[str, ...]


class PlayEquipment(Command, frozen=True):
    """Lay a card of one's own for the unsolved troubles."""

    card: str


class TakeBackEquipment(Command, frozen=True):
    """Take a card that one has laid into the hand again."""

    card: str


class Abandon(Command, frozen=True):
    """Give an equipment card up for good, and draw instead."""

    card: str


class Donate(Command, frozen=True):
    """Give a card to a seat whose hand is empty."""

    card: str
    to: int


class BlowWhistle(Command, frozen=True):
    """Call for rescue: be freed of all troubles and climb on, or go home."""

    choice: Choice


COMMANDS = (DrawCard, PlayMover, PlayEquipment, TakeBackEquipment, Abandon, Donate, BlowWhistle)
CODES = (
    "WRONG_PHASE",
    "CARD_NOT_HELD",
    "WRONG_KIND",
    "HAND_NOT_EMPTY",
    "BAD_ROUTE",
    "TROUBLE_UNSOLVED",
    "BACK_NOT_ALLOWED",
    "NO_TROUBLE",
    "NOT_LAID",
    "NOT_STUCK",
    "PILE_EMPTY",
)
