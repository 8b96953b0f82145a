"""A simple team for offline play: lays what is needed, moves where it is kind, gives up what it must."""

from __future__ import annotations

from collections.abc import Iterable

from ..message import Command
from . import commands as c
from .cards import WHISTLE, Card
from .events import Kind
from .view import ClimbView, SpotShown, Unsolved
from .ways import Route

ENOUGH_MOVERS = 8
"""With so many movers in all hands the team would rather have equipment."""


def greedy(view: ClimbView, legal: tuple[Command, ...]) -> Command | None:
    """
    What the team should do next, where this seat is the one to do it; else it waits for the others.

    Needs nothing but what anyone may see.
    """
    planned = plan(view)
    return planned if planned in legal else None


def plan(view: ClimbView) -> Command:
    """What the team should do next, whichever seat is the one to do it."""
    if view.due:
        return c.DrawCard(kind=_wanted(view))
    solvable = [each for each in view.unsolved if not each.lacking]
    if solvable:
        return _solve(view, solvable[0])
    if view.stuck:
        return _run_short(view)
    return _move(view)


def _wanted(view: ClimbView) -> Kind:
    movers = sum(card.kind == "movers" for card in _held(view))
    wanted: Kind = "equipment" if view.unsolved or movers >= ENOUGH_MOVERS else "movers"
    there = [pile.kind for pile in view.piles if pile.face_down or pile.face_up]
    return wanted if wanted in there else there[0]


def _solve(view: ClimbView, trouble: Unsolved) -> Command:
    """Lay the card that covers most of what is missing, and of such cards the lightest."""
    missing = set(trouble.missing)
    best = max(_equipment(view), key=lambda card: (len(missing & set(card.items)), -len(card.items)))
    return c.PlayEquipment(card=best.id)


def _run_short(view: ClimbView) -> Command:
    """Abandon the lightest card that no trouble needs; the whistle is kept for when nothing else is left."""
    needs = {item for each in view.unsolved for item in each.trouble.needs}
    spare = [card for card in _equipment(view) if card.items != (WHISTLE,)]
    if spare:
        lightest = min(spare, key=lambda card: (len(needs & set(card.items)), len(card.items), card.id))
        return c.Abandon(card=lightest.id)
    if view.laid:
        return c.TakeBackEquipment(card=view.laid[0].card.id)
    return c.BlowWhistle(choice="climb_on") if _equipment(view) else _move(view)


def _move(view: ClimbView) -> Command:
    """The kindest landing ahead, the farthest of several; back only where nothing leads ahead."""
    seats = range(len(view.hands)) if view.out_of_turn else (view.turn,)
    movers = [card for seat in seats for card in view.hands[seat].cards if card.kind == "movers"]
    ahead = [] if view.unsolved else [(card, way) for card in movers for way in _ways(view, card.spots)]
    back = [(card, view.trail[-2::-1][: card.spots]) for card in movers if card.spots < len(view.trail)]
    spots = {spot.id: spot for spot in view.spots}
    items = {item for card in _equipment(view) for item in card.items}
    card, route = max(
        ahead or back, key=lambda move: (_welcome(view, spots[move[1][-1]], items), len(move[1]))
    )
    return c.PlayMover(card=card.id, route=route)


def _ways(view: ClimbView, steps: int) -> Iterable[Route]:
    ways: list[Route] = [(view.marker,)]
    for _ in range(steps):
        ways = [(*way, spot) for way in ways for spot in _ahead_of(view, way[-1])]
    return (way[1:] for way in ways)


def _ahead_of(view: ClimbView, spot: str) -> Iterable[str]:
    if view.descending:
        return (each.id for each in view.spots if spot in each.up)
    return next(each.up for each in view.spots if each.id == spot)


def _welcome(view: ClimbView, spot: SpotShown, items: set[str]) -> int:
    """How gladly the team lands there: its goal, supplies, a quiet spot, a trouble it can solve, others."""
    if spot.kind == ("base" if view.descending else "summit"):
        return 4
    if spot.trouble is None:
        return 3 if spot.kind == "supply" else 2
    return 1 if spot.trouble.needs and items.issuperset(spot.trouble.needs) else 0


def _held(view: ClimbView) -> list[Card]:
    return [card for hand in view.hands for card in hand.cards]


def _equipment(view: ClimbView) -> list[Card]:
    return [card for card in _held(view) if card.kind == "equipment"]
