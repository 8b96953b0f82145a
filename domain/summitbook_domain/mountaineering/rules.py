"""What each command leads to: docs/rules/mountaineering.md, "Commands"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..chance import Chance
from ..game import Story
from ..message import Command, Events
from ..refusal import BAD_SEAT, NOT_YOUR_TURN, Refused
from . import commands as c
from . import events as e
from .aftermath import follow, land
from .cards import Card
from .piles import draw_card
from .state import Climb, Laid, evolve
from .team import is_stuck
from .ways import leads_ahead, movers_ahead, route_back


def begin(state: Climb, chance: Chance) -> Events:
    """The team sets out, and the first cards are due."""
    return (e.ExpeditionSetOut(course=state.course, out_of_turn=state.out_of_turn),)


def decide(state: Climb, seat: int, command: Command, chance: Chance) -> Events:
    """Refuse the command or say what happens."""
    if not 0 <= seat < len(state.hands) or seat in state.retired:
        raise Refused(NOT_YOUR_TURN, "only a seat that has not retired may act", seat=seat)
    if bool(state.draws) != isinstance(command, c.DrawCard):
        asked = "draw the card that is due first" if state.draws else "no draw is due"
        raise Refused("WRONG_PHASE", asked, phase=state.phase, due=list(state.due))
    story = Story(state, evolve)
    story.tell(*_RULES[type(command)](state, seat, command, chance))
    if isinstance(command, c.PlayMover):
        land(story)
    if story.state.outcome is None:
        follow(story, turn_is_over=isinstance(command, c.PlayMover) and seat == state.turn)
    return story.events


def time_out(state: Climb, seat: int, chance: Chance) -> Events:
    """The draw that is due is made, a mover if there is one; if none is, the turn passes on."""
    story = Story(state, evolve)
    if state.draws:
        story.tell(*draw_card(state, state.drawable()[0], chance))
    follow(story, turn_is_over=not state.draws)
    return story.events


def retire(state: Climb, seat: int, chance: Chance) -> Events:
    """The game goes on without the seat; somebody else has the turn now."""
    story = Story(state, evolve)
    if state.outcome is None:
        follow(story, turn_is_over=seat == state.turn)
    return story.events


def _draw(state: Climb, seat: int, command: c.DrawCard, chance: Chance) -> Events:
    if seat != state.drawer:
        raise Refused(NOT_YOUR_TURN, "the draw is another seat's", due=list(state.due))
    if not state.pile(command.kind).drawable:
        raise Refused("PILE_EMPTY", "both piles of this kind are empty; draw the other", kind=command.kind)
    return draw_card(state, command.kind, chance)


def _play_mover(state: Climb, seat: int, command: c.PlayMover, chance: Chance) -> Events:
    if not (state.out_of_turn or seat == state.turn):
        raise Refused(NOT_YOUR_TURN, "only the seat that has the turn moves the marker", turn=state.turn)
    card = _own(state, seat, command.card, "movers")
    moved = e.MarkerMoved(
        seat=seat,
        card=card.id,
        start=state.marker,
        end=(state.marker, *command.route)[-1],
        route=command.route,
        direction=_direction(state, card.spots, command.route),
    )
    return (moved,)


def _direction(state: Climb, spots: int, route: tuple[str, ...]) -> e.Direction:
    if len(route) == spots and leads_ahead(state, route):
        if state.unsolved:
            raise Refused("TROUBLE_UNSOLVED", "overcome it, or go back", spots=list(state.unsolved))
        return "ahead"
    if len(route) == spots and route == route_back(state, spots):
        if movers_ahead(state):
            raise Refused("BACK_NOT_ALLOWED", "back only from a trouble, or when no mover can go ahead")
        return "back"
    raise Refused(
        "BAD_ROUTE",
        "name as many spots as the card has, each one step on from the last: ahead, or back along the trail",
        marker=state.marker,
        spots=spots,
    )


def _play_equipment(state: Climb, seat: int, command: c.PlayEquipment, chance: Chance) -> Events:
    card = _own(state, seat, command.card, "equipment")
    if not state.unsolved:
        raise Refused("NO_TROUBLE", "there is no trouble to lay a card for")
    return (e.EquipmentPlayed(seat=seat, card=card.id),)


def _take_back(state: Climb, seat: int, command: c.TakeBackEquipment, chance: Chance) -> Events:
    if Laid(seat, command.card) not in state.laid:
        raise Refused("NOT_LAID", "take back a card that this seat has laid", card=command.card)
    return (e.EquipmentTakenBack(seat=seat, card=command.card),)


def _abandon(state: Climb, seat: int, command: c.Abandon, chance: Chance) -> Events:
    card = _own(state, seat, command.card, "equipment")
    _check_stuck(state)
    return (e.CardAbandoned(seat=seat, card=card.id),)


def _donate(state: Climb, seat: int, command: c.Donate, chance: Chance) -> Events:
    card, to = _own(state, seat, command.card), command.to
    if to == seat or to not in state.active:
        raise Refused(BAD_SEAT, "give the card to another seat that plays on", to=to)
    if state.hands[to]:
        raise Refused("HAND_NOT_EMPTY", "only a seat without cards is given one", to=to)
    return (e.CardDonated(seat=seat, to=to, card=card.id),)


def _blow_whistle(state: Climb, seat: int, command: c.BlowWhistle, chance: Chance) -> Events:
    if state.mountain.whistle not in state.hands[seat]:
        raise Refused("CARD_NOT_HELD", "the Whistle is not in this seat's hand")
    _check_stuck(state)
    blown = e.WhistleBlown(seat=seat, choice=command.choice)
    return (blown, e.ExpeditionEnded(outcome="rescued")) if command.choice == "go_home" else (blown,)


def _own(state: Climb, seat: int, card: str, kind: e.Kind | None = None) -> Card:
    """The card, of this kind where one is asked for, in the seat's own hand."""
    if card not in state.hands[seat]:
        raise Refused("CARD_NOT_HELD", "the card is not in this seat's hand", card=card)
    held = state.mountain.cards[card]
    if kind is not None and held.kind != kind:
        raise Refused("WRONG_KIND", f"the card must be of the kind {kind}", card=card)
    return held


def _check_stuck(state: Climb) -> None:
    if not is_stuck(state):
        raise Refused("NOT_STUCK", "only a team that can neither move nor solve its troubles does this")


_RULES: dict[type[Command], Callable[[Climb, Any, Any, Chance], Events]] = {
    c.DrawCard: _draw,
    c.PlayMover: _play_mover,
    c.PlayEquipment: _play_equipment,
    c.TakeBackEquipment: _take_back,
    c.Abandon: _abandon,
    c.Donate: _donate,
    c.BlowWhistle: _blow_whistle,
}
