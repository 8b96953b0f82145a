"""What happens on a climb: docs/rules/mountaineering.md, "Events"."""

from __future__ import annotations

from typing import Annotated, Literal

from ..canonical import Integer
from ..message import Event, from_content

Course = Literal["beginner", "advanced"]
Kind = Literal["movers", "equipment"]
Direction = Literal["ahead", "back"]
Choice = Literal["climb_on", "go_home"]
Outcome = Literal["summit", "returned", "rescued", "stranded"]


class ExpeditionSetOut(Event, frozen=True):
    """The marker stands at base camp and the first cards are to be drawn."""

    course: Course
    out_of_turn: bool


class CardDrawn(Event, frozen=True):
    """The seat took the front card of a pile: place `place` of the shuffle `draw`."""

    seat: Integer
    kind: Kind
    card: str
    draw: str
    place: Integer


class PileReshuffled(Event, frozen=True):
    """A pile's face-up cards, told by id, are its face-down cards again."""

    kind: Kind
    cards: tuple[str, ...]
    draw: str


class ClimbBegun(Event, frozen=True):
    """The first cards are out."""


class MarkerMoved(Event, frozen=True):
    """A mover took the marker along `route`, which ends at `end`."""

    seat: Integer
    card: str
    start: str
    end: Annotated[str, from_content("spots.*.id")]
    route: tuple[str, ...]
    direction: Direction


class SuppliesReached(Event, frozen=True):
    """Cards are due to the mover's seat and those to its left."""

    spot: str


class TroubleMet(Event, frozen=True):
    """The trouble of this number is unsolved until its needs are laid."""

    spot: str
    trouble: Integer
    name: str
    needs: tuple[str, ...]


class SentBack(Event, frozen=True):
    """The marker retraced spots of its trail, `end` the last of them."""

    start: str
    end: str
    route: tuple[str, ...]


class EquipmentPlayed(Event, frozen=True):
    """A card lies face up for the unsolved troubles."""

    seat: Integer
    card: str


class EquipmentTakenBack(Event, frozen=True):
    """A laid card is in the hand again."""

    seat: Integer
    card: str


class TroubleOvercome(Event, frozen=True):
    """All laid cards, in the order laid, were spent on this trouble."""

    spot: str
    trouble: Integer
    cards: tuple[str, ...]


class CardAbandoned(Event, frozen=True):
    """A card left the game; cards are due to the seat and those to its left."""

    seat: Integer
    card: str


class CardDonated(Event, frozen=True):
    """A card went to a seat that had none."""

    seat: Integer
    to: Integer
    card: str


class WhistleBlown(Event, frozen=True):
    """The Whistle left the game; the team climbs on without its troubles, or goes home."""

    seat: Integer
    choice: Choice


class DescentBegun(Event, frozen=True):
    """The summit is reached and the way leads down, with a fresh trail."""


class TurnPassed(Event, frozen=True):
    """The seat that has the turn from now on."""

    seat: Integer


class ExpeditionEnded(Event, frozen=True):
    """The climb is over."""

    outcome: Outcome


EVENTS = (
    ExpeditionSetOut,
    CardDrawn,
    PileReshuffled,
    ClimbBegun,
    MarkerMoved,
    SuppliesReached,
    TroubleMet,
    SentBack,
    EquipmentPlayed,
    EquipmentTakenBack,
    TroubleOvercome,
    CardAbandoned,
    CardDonated,
    WhistleBlown,
    DescentBegun,
    TurnPassed,
    ExpeditionEnded,
)
