"""What happens on the mountain: docs/rules/dicey_peaks.md, "Events"."""

from __future__ import annotations

from typing import Annotated, Literal

from ..canonical import Integer
from ..message import Event, from_content
from .mountain import Colour, Face

Intent = Literal["climb", "rest"]
BustCause = Literal["hyperventilate", "avalanche", "overfill", "yeti_attack"]


class MountainBuilt(Event, frozen=True):
    """Everything lies face down; `draw` is null unless the beginner was drawn."""

    first_seat: Integer
    draw: str | None


class TurnStarted(Event, frozen=True):
    """A seat is to roll; turns count all seats', from 1."""

    seat: Integer
    turn: Integer


class DiceRolled(Event, frozen=True):
    """Colours, white before light blue before dark blue, and the face that each of these dice shows."""

    dice: tuple[Colour, ...]
    faces: tuple[Face, ...]
    draw: str


class IntentAnnounced(Event, frozen=True):
    """What the turn is for."""

    intent: Intent


class DiceSetAside(Event, frozen=True):
    """What the sorting kept of this roll, in the order rolled; maybe nothing."""

    dice: tuple[Colour, ...]
    faces: tuple[Face, ...]


class Busted(Event, frozen=True):
    """The turn comes to nothing; the first cause that applies."""

    cause: BustCause


class Rested(Event, frozen=True):
    """Oxygen was gained, maybe none; `oxygen` is what the climber has now."""

    gained: Integer
    oxygen: Integer


class Climbed(Event, frozen=True):
    """Oxygen was paid for every pickaxe; on the summit from the summit to the summit."""

    start: Integer
    end: Integer
    oxygen: Integer


class TileTurned(Event, frozen=True):
    """A tile is face up: its kind, and its place in its level's shuffled pile."""

    position: Integer
    tile: Annotated[str, from_content("levels.*.tiles.*")]
    draw: str
    place: Integer


class ClimberMoved(Event, frozen=True):
    """A tile of this kind moved the climber that climbed onto it."""

    start: Integer
    end: Integer
    tile: str


class OxygenChanged(Event, frozen=True):
    """A tile of this kind gave or took oxygen: what really changed, signed, maybe 0."""

    change: Integer
    oxygen: Integer
    tile: str


class SummitTileTurned(Event, frozen=True):
    """A summit tile is face up; `place` is that in the summit's shuffled pile."""

    tile: Integer
    flag: bool
    draw: str
    place: Integer


class ClimbersFrightened(Event, frozen=True):
    """These seats' climbers, rising, moved one position up."""

    seats: tuple[Integer, ...]


class ClimberStranded(Event, frozen=True):
    """A climber is on the summit without oxygen, and out of the game."""

    seat: Integer


class TurnEnded(Event, frozen=True):
    """The turn of a seat is over."""

    seat: Integer


class GameWon(Event, frozen=True):
    """The seat turned over the flag, or is the only one that has not retired."""

    seat: Integer


class GameDrawn(Event, frozen=True):
    """Nobody is left to search for the flag."""


EVENTS = (
    MountainBuilt,
    TurnStarted,
    DiceRolled,
    IntentAnnounced,
    DiceSetAside,
    Busted,
    Rested,
    Climbed,
    TileTurned,
    ClimberMoved,
    OxygenChanged,
    SummitTileTurned,
    ClimbersFrightened,
    ClimberStranded,
    TurnEnded,
    GameWon,
    GameDrawn,
)
