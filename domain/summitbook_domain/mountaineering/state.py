"""A climb under way, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ..game import fold_by
from ..message import Event, Options
from ..table.events import GameClosed, SeatRetired
from . import events as e
from .mountain import Mountain

Phase = Literal["setup", "drawing", "climbing", "over"]
KINDS: tuple[e.Kind, ...] = ("movers", "equipment")


class ClimbOptions(Options, frozen=True):
    """How far the climb goes, and who may move the marker."""

    course: Annotated[
        e.Course,
        Meta(description="beginner: up to the summit; advanced: up and down again."),
    ] = "beginner"
    out_of_turn: Annotated[
        bool,
        Meta(description="Whether a seat may play a mover when it is not its turn."),
    ] = True


class Pile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    The cards of one kind that nobody holds.

    `cards` are those that shuffle number `shuffle` started from, by id, and `drawn`
    how many of them are out: the order of the rest is known to nobody, not even here.
    """

    cards: tuple[str, ...]
    shuffle: int = 0
    drawn: int = 0
    face_up: tuple[str, ...] = ()

    @property
    def face_down(self) -> int:
        """How many cards lie face down."""
        return len(self.cards) - self.drawn

    @property
    def drawable(self) -> bool:
        """Whether a card can be drawn, from the face-down pile or after a refill."""
        return len(self.cards) > self.drawn or bool(self.face_up)


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card that a seat has laid for the unsolved troubles."""

    seat: int
    card: str


class Climb(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    All that the rules need to know of one game.

    `draws` cards are due, the next of them to `drawer`; `mover` is the seat that moved
    the marker last, `gone` the cards that left the game. Hands are kept in the order of ids.
    """

    mountain: Mountain
    course: e.Course
    out_of_turn: bool
    hands: tuple[tuple[str, ...], ...]
    movers: Pile
    equipment: Pile
    trail: tuple[str, ...]
    retired: tuple[int, ...] = ()
    begun: bool = False
    descending: bool = False
    turn: int = 0
    mover: int = 0
    drawer: int = 0
    draws: int = 0
    laid: tuple[Laid, ...] = ()
    unsolved: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    ending: e.Outcome | None = None
    outcome: str | None = None

    @property
    def phase(self) -> Phase:
        """What the team is about."""
        if self.outcome:
            return "over"
        if not self.begun:
            return "setup"
        return "drawing" if self.draws else "climbing"

    @property
    def marker(self) -> str:
        """The spot where the team stands."""
        return self.trail[-1]

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that draw, in order."""
        seats = self.seats_from(self.drawer)
        return tuple(seats[n % len(seats)] for n in range(self.draws))

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not retired, rising."""
        return _round(len(self.hands), self.retired, 0)

    def seats_from(self, seat: int) -> tuple[int, ...]:
        """The seats that have not retired, round the table to the left, beginning with this one."""
        return _round(len(self.hands), self.retired, seat)

    def left_of(self, seat: int) -> int:
        """The next seat to the left that has not retired."""
        return self.seats_from(seat + 1)[0]

    def pile(self, kind: e.Kind) -> Pile:
        """The pile of a kind."""
        return self.movers if kind == "movers" else self.equipment

    def drawable(self) -> tuple[e.Kind, ...]:
        """The kinds of which a card can be drawn."""
        return tuple(kind for kind in KINDS if self.pile(kind).drawable)

    def is_equipment(self, card: str) -> bool:
        """Whether this card is equipment and not a mover."""
        return card not in self.mountain.spots_of

    def spots_held(self, seat: int) -> frozenset[int]:
        """The movers in the seat's hand, by their spots."""
        spots_of = self.mountain.spots_of
        return frozenset(spots_of[card] for card in self.hands[seat] if card in spots_of)


@lru_cache
def _round(seats: int, retired: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Of so many seats those that have not retired, to the left, beginning with this one."""
    active = (seat for seat in range(seats) if seat not in retired)
    return tuple(sorted(active, key=lambda seat: (seat < first, seat)))


def setup(mountain: Mountain, options: ClimbOptions, seats: int) -> Climb:
    """The marker at base camp and all cards in their piles."""
    return Climb(
        mountain=mountain,
        course=options.course,
        out_of_turn=options.out_of_turn,
        hands=((),) * seats,
        movers=Pile(cards=mountain.ids("movers")),
        equipment=Pile(cards=mountain.ids("equipment")),
        trail=(mountain.base,),
    )


def _set_out(state: Climb, event: e.ExpeditionSetOut) -> Climb:
    return _due(state, 0, state.mountain.starting_cards)


def _due(state: Climb, seat: int, cards: int) -> Climb:
    """So many cards are due from this seat round to the left; where there is nothing to draw they lapse."""
    drawable = state.movers.drawable or state.equipment.drawable
    return replace(state, drawer=seat, draws=cards if drawable else 0)


def _drawn(state: Climb, event: e.CardDrawn) -> Climb:
    pile = state.pile(event.kind)
    state = _with_pile(state, event.kind, replace(pile, drawn=pile.drawn + 1))
    drawable = state.movers.drawable or state.equipment.drawable
    return replace(
        state,
        hands=_hands(state, event.seat, (*state.hands[event.seat], event.card)),
        drawer=state.left_of(event.seat),
        draws=state.draws - 1 if drawable else 0,
    )


def _reshuffled(state: Climb, event: e.PileReshuffled) -> Climb:
    return _with_pile(state, event.kind, Pile(cards=event.cards, shuffle=state.pile(event.kind).shuffle + 1))


def _with_pile(state: Climb, kind: e.Kind, pile: Pile) -> Climb:
    return replace(state, movers=pile) if kind == "movers" else replace(state, equipment=pile)


def _handed(state: Climb, seat: int, *cards: str) -> Climb:
    return _holding(state, seat, (*state.hands[seat], *cards))


def _parted(state: Climb, seat: int, card: str) -> Climb:
    return _holding(state, seat, [each for each in state.hands[seat] if each != card])


def _holding(state: Climb, seat: int, cards: Iterable[str]) -> Climb:
    return replace(state, hands=_hands(state, seat, cards))


def _hands(state: Climb, seat: int, cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """All hands, the seat holding these cards."""
    hands = state.hands
    return (*hands[:seat], tuple(sorted(cards)), *hands[seat + 1 :])


def _begun(state: Climb, event: e.ClimbBegun) -> Climb:
    return replace(state, begun=True)


def _moved(state: Climb, event: e.MarkerMoved) -> Climb:
    pile = replace(state.movers, face_up=(*state.movers.face_up, event.card))
    state = replace(_parted(state, event.seat, event.card), movers=pile, mover=event.seat)
    if event.direction == "back":
        return _retraced(state, event)
    return replace(state, trail=(*state.trail, *event.route))


def _retraced(state: Climb, event: e.MarkerMoved | e.SentBack) -> Climb:
    return replace(state, trail=state.trail[: -len(event.route)])


def _supplied(state: Climb, event: e.SuppliesReached) -> Climb:
    return _due(state, state.mover, state.mountain.supply_draw)


def _met(state: Climb, event: e.TroubleMet) -> Climb:
    return replace(state, unsolved=(*state.unsolved, event.spot))


def _laid(state: Climb, event: e.EquipmentPlayed) -> Climb:
    laid = (*state.laid, Laid(event.seat, event.card))
    return replace(_parted(state, event.seat, event.card), laid=laid)


def _taken_back(state: Climb, event: e.EquipmentTakenBack) -> Climb:
    laid = tuple(each for each in state.laid if each.card != event.card)
    return replace(_handed(state, event.seat, event.card), laid=laid)


def _overcome(state: Climb, event: e.TroubleOvercome) -> Climb:
    first = state.unsolved.index(event.spot)
    return replace(
        state,
        unsolved=(*state.unsolved[:first], *state.unsolved[first + 1 :]),
        equipment=replace(state.equipment, face_up=(*state.equipment.face_up, *event.cards)),
        laid=(),
    )


def _abandoned(state: Climb, event: e.CardAbandoned) -> Climb:
    state = replace(_parted(state, event.seat, event.card), gone=(*state.gone, event.card))
    return _due(state, event.seat, state.mountain.abandon_draw)


def _donated(state: Climb, event: e.CardDonated) -> Climb:
    return _handed(_parted(state, event.seat, event.card), event.to, event.card)


def _whistled(state: Climb, event: e.WhistleBlown) -> Climb:
    whistle = state.mountain.whistle or ""
    state = replace(_parted(state, event.seat, whistle), gone=(*state.gone, whistle))
    if event.choice == "go_home":
        return state
    for laid in state.laid:
        state = _handed(state, laid.seat, laid.card)
    return replace(state, laid=(), unsolved=())


def _descending(state: Climb, event: e.DescentBegun) -> Climb:
    return replace(state, descending=True, trail=state.trail[-1:])


def _passed(state: Climb, event: e.TurnPassed) -> Climb:
    return replace(state, turn=event.seat)


def _ended(state: Climb, event: e.ExpeditionEnded) -> Climb:
    return replace(state, ending=event.outcome, outcome="finished")


def _retired(state: Climb, event: SeatRetired) -> Climb:
    """The next seat to the left takes over the hand, and what the seat has laid counts as that seat's."""
    leaver = event.seat
    state = replace(state, retired=(*state.retired, leaver))
    if not state.active:
        return replace(state, draws=0, outcome="retired")
    heir = state.left_of(leaver)
    cards = state.hands[leaver]
    state = _handed(_holding(state, leaver, ()), heir, *cards)
    laid = tuple(Laid(heir, each.card) if each.seat == leaver else each for each in state.laid)
    return replace(state, laid=laid, drawer=state.seats_from(state.drawer)[0])


def _closed(state: Climb, event: GameClosed) -> Climb:
    """Whatever closes the game, nothing is waited for any more."""
    return replace(state, draws=0, outcome=event.outcome)


_FOLDS: dict[type[Event], Callable[[Climb, Any], Climb]] = {
    e.ExpeditionSetOut: _set_out,
    e.CardDrawn: _drawn,
    e.PileReshuffled: _reshuffled,
    e.ClimbBegun: _begun,
    e.MarkerMoved: _moved,
    e.SuppliesReached: _supplied,
    e.TroubleMet: _met,
    e.SentBack: _retraced,
    e.EquipmentPlayed: _laid,
    e.EquipmentTakenBack: _taken_back,
    e.TroubleOvercome: _overcome,
    e.CardAbandoned: _abandoned,
    e.CardDonated: _donated,
    e.WhistleBlown: _whistled,
    e.DescentBegun: _descending,
    e.TurnPassed: _passed,
    e.ExpeditionEnded: _ended,
    SeatRetired: _retired,
    GameClosed: _closed,
}

evolve = fold_by(_FOLDS)
"""Fold one event; events of other aggregates change nothing."""
