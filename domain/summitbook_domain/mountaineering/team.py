"""How the team stands: what it can still solve, whether it is stuck or lost."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ..game import asked_again
from . import events as e
from .state import Climb
from .ways import playable


def laid_items(state: Climb) -> frozenset[str]:
    """The items of all laid cards together."""
    return _items(state, [each.card for each in state.laid])


def all_items(state: Climb) -> frozenset[str]:
    """The items of all cards in hands and laid together."""
    return laid_items(state) | _items(state, (card for hand in state.hands for card in hand))


def _items(state: Climb, cards: Iterable[str]) -> frozenset[str]:
    known = state.mountain.cards
    return frozenset().union(*[known[card].items for card in cards])


def covered(state: Climb) -> str | None:
    """The spot of the oldest unsolved trouble whose needs are laid, or None."""
    if not state.unsolved:
        return None
    items = laid_items(state)
    return next((spot for spot in state.unsolved if items.issuperset(_needs(state, spot))), None)


def _needs(state: Climb, spot: str) -> tuple[str, ...]:
    return state.mountain.trouble_at(spot).needs


@asked_again
def is_stuck(state: Climb) -> bool:
    """Whether no mover can be played, or an unsolved trouble needs what the team does not have."""
    items = all_items(state)
    return not playable(state) or any(not items.issuperset(_needs(state, spot)) for spot in state.unsolved)


def missing(state: Climb) -> frozenset[str]:
    """The items that the troubles which the team can overcome still need laid."""
    everything = all_items(state)
    needs = (frozenset(_needs(state, spot)) for spot in state.unsolved)
    return frozenset().union(*(each for each in needs if each <= everything)) - laid_items(state)


def ending(state: Climb) -> e.Outcome | None:
    """How the climb has ended where the marker stands and with the cards there are, or None."""
    if state.course == "beginner" and state.mountain.path[state.marker].kind == "summit":
        return "summit"
    if state.descending and state.marker == state.mountain.base:
        return "returned"
    return "stranded" if _is_stranded(state) else None


def _is_stranded(state: Climb) -> bool:
    if state.draws or state.laid or any(map(state.is_equipment, chain.from_iterable(state.hands))):
        return False
    return not playable(state)
