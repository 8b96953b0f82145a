"""The table as anyone may see it: hands are open, only the order of the face-down piles is hidden."""

from __future__ import annotations

import msgspec

from ..message import View
from .cards import Card
from .events import Course, Kind, Outcome
from .mountain import Spot, SpotKind
from .state import KINDS, Climb, Phase
from .team import all_items, is_stuck, laid_items


class ChartRow(msgspec.Struct, frozen=True):
    """A trouble of the chart: it needs items, or sends the team `back` by so many spots."""

    number: int
    name: str
    needs: tuple[str, ...]
    back: int


class SpotShown(msgspec.Struct, frozen=True):
    """A spot, the spots one step up (two or more where the path forks), and the trouble it brings, if any."""

    id: str
    kind: SpotKind
    up: tuple[str, ...]
    trouble: ChartRow | None


class Hand(msgspec.Struct, frozen=True):
    """What a seat holds; a retired seat has left its cards to another."""

    seat: int
    cards: tuple[Card, ...]
    retired: bool


class LaidCard(msgspec.Struct, frozen=True):
    """A card that lies for the unsolved troubles, and the seat that may take it back."""

    seat: int
    card: Card


class Unsolved(msgspec.Struct, frozen=True):
    """
    A trouble to overcome, and where it was met.

    `missing` are the needs that no laid card covers, `lacking` those that no card in any
    hand covers either.
    """

    spot: str
    trouble: ChartRow
    missing: tuple[str, ...]
    lacking: tuple[str, ...]


class PileShown(msgspec.Struct, frozen=True):
    """The piles of one kind: how many cards lie face down, and those face up, the latest last."""

    kind: Kind
    face_down: int
    face_up: tuple[Card, ...]


class ClimbView(View, frozen=True, kw_only=True):
    """Everything on the table, with what follows from it by the rules."""

    phase: Phase
    course: Course
    out_of_turn: bool
    turn: int
    due: tuple[int, ...]
    """The seats that draw a card each, in order; while there is one nothing else is done."""
    descending: bool
    marker: str
    trail: tuple[str, ...]
    """The spots walked, the marker's last: what the team can go back along."""
    spots: tuple[SpotShown, ...]
    """The path from base camp up."""
    hands: tuple[Hand, ...]
    laid: tuple[LaidCard, ...]
    """In the order laid."""
    unsolved: tuple[Unsolved, ...]
    """The oldest first."""
    piles: tuple[PileShown, ...]
    gone: tuple[Card, ...]
    """The cards that left the game."""
    stuck: bool
    """Whether equipment may now be abandoned and the whistle blown."""
    outcome: Outcome | None
    """How the climb ended; absent while it goes on."""


def view(state: Climb) -> ClimbView:
    """What the table shows."""
    return ClimbView(
        phase=state.phase,
        course=state.course,
        out_of_turn=state.out_of_turn,
        turn=state.turn,
        due=state.due,
        descending=state.descending,
        marker=state.marker,
        trail=state.trail,
        spots=tuple(
            SpotShown(spot.id, spot.kind, spot.up, _chart_row(state, spot)) for spot in state.mountain.spots
        ),
        hands=tuple(
            Hand(seat, _cards(state, hand), seat in state.retired) for seat, hand in enumerate(state.hands)
        ),
        laid=tuple(LaidCard(each.seat, state.mountain.cards[each.card]) for each in state.laid),
        unsolved=_unsolved(state),
        piles=tuple(
            PileShown(kind, state.pile(kind).face_down, _cards(state, state.pile(kind).face_up))
            for kind in KINDS
        ),
        gone=_cards(state, state.gone),
        stuck=state.phase == "climbing" and is_stuck(state),
        outcome=state.ending,
    )


def _cards(state: Climb, ids: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(state.mountain.cards[each] for each in ids)


def _chart_row(state: Climb, spot: Spot) -> ChartRow | None:
    if not spot.trouble:
        return None
    trouble = state.mountain.trouble_at(spot.id)
    return ChartRow(spot.trouble, trouble.name, trouble.needs, trouble.back)


def _unsolved(state: Climb) -> tuple[Unsolved, ...]:
    laid, every = laid_items(state), all_items(state)
    rows = [(spot, _chart_row(state, state.mountain.path[spot])) for spot in state.unsolved]
    return tuple(
        Unsolved(spot, row, _not_in(laid, row.needs), _not_in(every, row.needs)) for spot, row in rows if row
    )


def _not_in(items: frozenset[str], needs: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for each in needs if each not in items)
