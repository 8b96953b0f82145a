"""What happens on an expedition: docs/rules/everest1924.md, "Events"."""

from __future__ import annotations

from typing import Annotated, Literal

from ..canonical import Integer
from ..message import Event, from_content

Op = Literal["increment", "decrement", "add", "subtract"]
PerishCause = Literal["off_sheet", "marked", "crossing"]


class ExpeditionStarted(Event, frozen=True):
    """The climber stands on row 0's first square."""

    row: Integer
    column: Integer
    dice: Integer
    camps: Integer


class DiceRolled(Event, frozen=True):
    """All dice owned were rolled; values in the order of the dice."""

    turn: Integer
    values: tuple[Integer, ...]
    draw: str


class DiceCombined(Event, frozen=True):
    """The kept die shows a new value, the other is discarded."""

    keep: Integer
    discard: Integer
    op: Op
    value: Integer


class DiceRerolled(Event, frozen=True):
    """The named dice, rising, are live again with new values."""

    dice: tuple[Integer, ...]
    values: tuple[Integer, ...]
    draw: str


class Ascended(Event, frozen=True):
    """Up a row, by the best straight (its values rising) and its worth."""

    row: Integer
    column: Integer
    straight: tuple[Integer, ...]
    value: Integer
    camp: bool


class DieUnlocked(Event, frozen=True):
    """One more die for good; `dice` are now owned."""

    dice: Integer


class Traversed(Event, frozen=True):
    """Along the row by one square."""

    row: Integer
    column: Integer


class Fell(Event, frozen=True):
    """Down a row after a failed reroll."""

    row: Integer
    column: Integer


class SummitReached(Event, frozen=True):
    """The top row is reached and the game is over."""


class PartyPerished(Event, frozen=True):
    """A required move could not be made; the first cause that applies."""

    cause: PerishCause


class ExpeditionAbandoned(Event, frozen=True):
    """The climber turned back before a roll."""


class ExpeditionScored(Event, frozen=True):
    """The final score, its parts, and the legend it equals."""

    score: Integer
    highest_target: Integer
    squares_marked: Integer
    camps_left: Integer
    summit: bool
    legend: Annotated[str, from_content("legends.*.name")]


EVENTS = (
    ExpeditionStarted,
    DiceRolled,
    DiceCombined,
    DiceRerolled,
    Ascended,
    DieUnlocked,
    Traversed,
    Fell,
    SummitReached,
    PartyPerished,
    ExpeditionAbandoned,
    ExpeditionScored,
)
