"""
Pasts of Mountaineering, as its tests tell them.

    team("m01 e12", "e19", trail="base a1 a2", met="a2").when(PlayEquipment("e12"))

Movers m01 to m20 have 1 spot, m21 to m27 2, m28 to m30 3. With m19 and m20 the team has
walked to where it stands. Of the equipment e01 to e08 are a Team each and e09 is the Whistle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from given import Given, Luck, given
from summitbook_domain import mountaineering
from summitbook_domain.message import Event
from summitbook_domain.mountaineering.events import (
    CardDrawn,
    ClimbBegun,
    DescentBegun,
    EquipmentPlayed,
    ExpeditionSetOut,
    Kind,
    MarkerMoved,
    PileReshuffled,
    TroubleMet,
    TurnPassed,
)
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.state import Climb, ClimbOptions

CLIMB = mountaineering.GAME
MOUNTAIN: Mountain = CLIMB.editions["reconstructed"].content
UP_WALKER, DOWN_WALKER = "m20", "m19"


def names(text: str) -> tuple[str, ...]:
    """The spots or cards that a text names."""
    return tuple(text.split())


def way_to(end: str, *, kindly: bool = False) -> str:
    """The trail from base camp up to a spot by the short branches, or by the long and kinder ones."""
    trail = [end]
    while below := MOUNTAIN.down[trail[0]]:
        trail.insert(0, below[-1 if kindly else 0])
    return " ".join(trail)


def team(
    *hands: str,
    trail: str = "base",
    met: str = "",
    laid: str = "",
    turn: int = 0,
    content: Mountain = MOUNTAIN,
    **options: Any,
) -> Given:
    """
    A climb under way: what each seat holds, the trail, the spots of unsolved troubles.

    `laid` are cards of seat 0. A trail that begins at the summit is walked on the descent.
    """
    walkers = [UP_WALKER] * (trail != "base") + [DOWN_WALKER] * trail.startswith("summit ")
    seats = [[*laid.split(), *walkers, *hands[0].split()], *(hand.split() for hand in hands[1:])]
    drawn = tuple(_first_draws(seats))
    past = (
        ExpeditionSetOut(course="beginner", out_of_turn=True),
        *drawn,
        ClimbBegun(),
        *_walk(trail),
        *(trouble(spot, content) for spot in met.split()),
        *(EquipmentPlayed(seat=0, card=card) for card in laid.split()),
        *((TurnPassed(seat=turn),) if turn else ()),
    )
    content = replace(content, starting_cards=len(drawn))
    return given(CLIMB, *past, content=content, options=ClimbOptions(**options), seats=len(hands))


def drawing(*hands: str, due: int = 1, **more: Any) -> Given:
    """A climb in which so many more cards are due, the first to seat 0."""
    table = team(*hands, **more)
    return Given(CLIMB, replace(table.state, drawer=0, draws=due))


def _first_draws(seats: Sequence[Sequence[str]]) -> Iterator[CardDrawn]:
    places = {"movers": 0, "equipment": 0}
    for seat, cards in enumerate(seats):
        for card in cards:
            kind = kind_of(card)
            yield CardDrawn(seat=seat, kind=kind, card=card, draw=f"pile/{kind}/0", place=places[kind])
            places[kind] += 1


def _walk(trail: str) -> Iterator[Event]:
    spots = trail.split()
    if spots[0] == "summit":
        yield moved(0, UP_WALKER, way_to("summit"))
        yield DescentBegun()
        if len(spots) > 1:
            yield moved(0, DOWN_WALKER, trail)
    elif len(spots) > 1:
        yield moved(0, UP_WALKER, trail)


def kind_of(card: str) -> Kind:
    return "movers" if card.startswith("m") else "equipment"


def moved(seat: int, card: str, spots: str, direction: str = "ahead") -> MarkerMoved:
    """A mover that took the marker from the first of these spots along the others."""
    start, *passed = spots.split()
    return MarkerMoved(
        seat=seat, card=card, start=start, end=passed[-1], route=tuple(passed), direction=direction
    )


def trouble(spot: str, content: Mountain = MOUNTAIN) -> TroubleMet:
    """The trouble that lies at a spot is met."""
    met = content.trouble_at(spot)
    return TroubleMet(spot=spot, trouble=content.path[spot].trouble, name=met.name, needs=met.needs)


def lucky(table: Given, card: str) -> tuple[Luck, tuple[Event, ...]]:
    """
    Luck in which this card is the next of its kind to be drawn.

    With it come the events of that draw: the refill, where there must be one, and the card
    for the seat to which it is due.
    """
    state: Climb = table.state
    kind = kind_of(card)
    pile = state.pile(kind)
    refilled = not pile.face_down
    cards = tuple(sorted(pile.face_up)) if refilled else pile.cards
    label = f"pile/{kind}/{pile.shuffle + refilled}"
    place = 0 if refilled else pile.drawn
    drawn = CardDrawn(seat=state.drawer, kind=kind, card=card, draw=label, place=place)
    told = (PileReshuffled(kind=kind, cards=cards, draw=label), drawn) if refilled else (drawn,)
    return Luck({label: _words(cards, card, place)}), told


def _words(cards: Sequence[str], card: str, place: int) -> list[int]:
    """The words with which a shuffle of these cards puts this card at this place."""
    wanted = [each for each in cards if each != card]
    wanted.insert(place, card)
    pool, words = list(cards), []
    for i in range(len(pool) - 1, 0, -1):
        j = pool.index(wanted[i])
        words.append(j)
        pool[i], pool[j] = pool[j], pool[i]
    return words
