"""What a seat may do now, and how to say it."""

from __future__ import annotations

from typing import get_args

from ..message import Command
from . import commands as c
from .events import Choice
from .state import Climb
from .team import is_stuck
from .ways import Route, movers_back, route_back, routes_ahead


def legal(state: Climb, seat: int) -> tuple[Command, ...]:
    """
    Every legal command, in a pinned order.

    Moving (card by card, ahead before back), laying, taking back, abandoning, donating,
    the whistle; while a draw is due, drawing and nothing else.
    """
    if state.outcome or seat not in state.active:
        return ()
    if state.draws:
        return tuple([c.DrawCard(kind=kind) for kind in state.drawable()]) if seat == state.drawer else ()
    return (
        *_moves(state, seat),
        *_laying(state, seat),
        *_running_short(state, seat),
        *_donations(state, seat),
        *_whistling(state, seat),
    )


def _moves(state: Climb, seat: int) -> tuple[Command, ...]:
    if not (state.out_of_turn or seat == state.turn):
        return ()
    spots_of = state.mountain.spots_of
    movers = [card for card in state.hands[seat] if card in spots_of]
    return tuple(
        [c.PlayMover(card=card, route=route) for card in movers for route in _routes(state, spots_of[card])]
    )


def _routes(state: Climb, spots: int) -> tuple[Route, ...]:
    if spots in movers_back(state):
        return (route_back(state, spots),)
    return () if state.unsolved else routes_ahead(state, spots)


def _laying(state: Climb, seat: int) -> tuple[Command, ...]:
    if not (state.unsolved or state.laid):
        return ()
    own = [each.card for each in state.laid if each.seat == seat]
    to_lay = _equipment(state, seat) if state.unsolved else ()
    return (
        *[c.PlayEquipment(card=card) for card in to_lay],
        *[c.TakeBackEquipment(card=card) for card in sorted(own)],
    )


def _running_short(state: Climb, seat: int) -> tuple[Command, ...]:
    return tuple([c.Abandon(card=card) for card in _equipment(state, seat)]) if is_stuck(state) else ()


def _donations(state: Climb, seat: int) -> tuple[Command, ...]:
    if all(state.hands):
        return ()
    empty = [to for to in state.active if to != seat and not state.hands[to]]
    return tuple([c.Donate(card=card, to=to) for card in state.hands[seat] for to in empty])


def _whistling(state: Climb, seat: int) -> tuple[Command, ...]:
    if state.mountain.whistle in state.hands[seat] and is_stuck(state):
        return tuple(c.BlowWhistle(choice=choice) for choice in get_args(Choice))
    return ()


def _equipment(state: Climb, seat: int) -> list[str]:
    return [card for card in state.hands[seat] if state.is_equipment(card)]


def describe(state: Climb, command: Command) -> str:
    """A legal command in a few words."""
    match command:
        case c.DrawCard(kind):
            return "Draw a mover" if kind == "movers" else "Draw equipment"
        case c.PlayMover(card, route):
            return f"{_move(state, card, route)} ({_what_lies_at(state, route[-1])})"
        case c.PlayEquipment(card):
            return f"Lay {_card(state, card)}"
        case c.TakeBackEquipment(card):
            return f"Take back {_card(state, card)}"
        case c.Abandon(card):
            return f"Abandon {_card(state, card)} for good and draw"
        case c.Donate(card, to):
            return f"Give {_card(state, card)} to seat {to}"
        case c.BlowWhistle(choice):
            return f"Blow the whistle and {choice.replace('_', ' ')}"
        case _:
            raise AssertionError(f"no such command here: {command!r}")


def _move(state: Climb, card: str, route: Route) -> str:
    """How far and where to; by which spots, where several ways lead there."""
    spots = len(route)
    if route == route_back(state, spots):
        return f"Move {spots} back to {route[-1]}"
    alike = [each for each in routes_ahead(state, spots) if each[-1] == route[-1]]
    by = f" by {', '.join(route[:-1])}" if len(alike) > 1 else ""
    return f"Move {spots} to {route[-1]}{by}"


def _what_lies_at(state: Climb, spot: str) -> str:
    kind = state.mountain.path[spot].kind
    return f"trouble: {state.mountain.trouble_at(spot).name}" if kind == "trouble" else kind


def _card(state: Climb, card: str) -> str:
    shown = state.mountain.cards[card]
    return ", ".join(shown.items) or f"a mover of {shown.spots}"
