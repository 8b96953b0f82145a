"""Where movers lead, and which of them can be played: docs/rules/mountaineering.md, "Moving"."""

from __future__ import annotations

from itertools import pairwise

from ..game import asked_again
from .state import Climb

Route = tuple[str, ...]
"""The spots passed, the last of them where the marker lands."""


def ahead_of(state: Climb, spot: str) -> tuple[str, ...]:
    """The spots one step ahead: up, and down once the descent has begun."""
    mountain = state.mountain
    return mountain.down[spot] if state.descending else mountain.path[spot].up


def routes_ahead(state: Climb, spots: int) -> tuple[Route, ...]:
    """Every way of exactly so many spots ahead; none where the end is nearer."""
    ways: list[Route] = [(state.marker,)]
    for _ in range(spots):
        ways = [(*way, spot) for way in ways for spot in ahead_of(state, way[-1])]
    return tuple(way[1:] for way in ways)


def route_back(state: Climb, spots: int) -> Route:
    """So many spots of the team's own trail, last walked first; all of a shorter one."""
    return state.trail[-2::-1][:spots]


def leads_ahead(state: Climb, route: Route) -> bool:
    """Whether each spot of the route is one step ahead of the one before."""
    return all(spot in ahead_of(state, before) for before, spot in pairwise((state.marker, *route)))


@asked_again
def movers_ahead(state: Climb) -> frozenset[int]:
    """The movers in all hands that can go ahead now, by their spots."""
    if state.unsolved:
        return frozenset()
    mountain = state.mountain
    farthest = (mountain.farthest_down if state.descending else mountain.farthest_up)[state.marker]
    return frozenset(spots for spots in _movers_held(state) if spots <= farthest)


@asked_again
def movers_back(state: Climb) -> frozenset[int]:
    """The movers in all hands that can go back now: none while one can go ahead."""
    if movers_ahead(state):
        return frozenset()
    return frozenset(spots for spots in _movers_held(state) if spots < len(state.trail))


def playable(state: Climb) -> frozenset[int]:
    """The movers in all hands that can be played now, by their spots."""
    return movers_ahead(state) or movers_back(state)


def can_move(state: Climb, seat: int) -> bool:
    """Whether the seat holds a mover that can be played, its turn or not."""
    return not playable(state).isdisjoint(state.spots_held(seat))


def _movers_held(state: Climb) -> set[int]:
    spots_of = state.mountain.spots_of
    return {spots_of[card] for hand in state.hands for card in hand if card in spots_of}
