"""The mountain: its path, its chart of troubles and its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Literal

import msgspec

from ..content import Content
from . import cards
from .cards import WHISTLE, Card
from .events import Kind

SpotKind = Literal["base", "path", "supply", "trouble", "summit"]
MOST_SEATS = 6
MOST_WAYS = 1_000
"""So many ways a mover may have from a spot: a seat is told each, and they double wherever the path parts."""


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot of the path; `up` are the spots one step up, `trouble` its number on the chart, 0 for none."""

    id: str
    kind: SpotKind
    up: tuple[str, ...]
    trouble: int = 0


class Trouble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the chart: it needs items, or sends the team back by so many spots."""

    name: str
    needs: tuple[str, ...] = ()
    back: int = 0
    reconstructed: bool = False


class Equipment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The equipment cards, each the list of its items."""

    cards: tuple[tuple[str, ...], ...]


class Mountain(Content, frozen=True, kw_only=True, dict=True):
    """The content of one edition: docs/rules/mountaineering.md, "Content"."""

    game: Literal["mountaineering"]
    starting_cards: int
    supply_draw: int
    abandon_draw: int
    movers: dict[str, int]
    equipment: Equipment
    troubles: dict[str, Trouble]
    spots: tuple[Spot, ...]

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card by its id, ids rising within each kind."""
        every = (*cards.movers(self.movers), *cards.equipment(self.equipment.cards))
        return {card.id: card for card in every}

    @cached_property
    def path(self) -> Mapping[str, Spot]:
        """Every spot by its id."""
        return {spot.id: spot for spot in self.spots}

    @cached_property
    def down(self) -> Mapping[str, tuple[str, ...]]:
        """The spots one step down from each, in the content's order."""
        found: dict[str, list[str]] = {spot.id: [] for spot in self.spots}
        for spot in self.spots:
            for above in spot.up:
                found[above].append(spot.id)
        return {spot: tuple(below) for spot, below in found.items()}

    @cached_property
    def spots_of(self) -> Mapping[str, int]:
        """How many spots each mover goes, by its id; equipment is not among them."""
        return {card.id: card.spots for card in self.cards.values() if card.kind == "movers"}

    @cached_property
    def farthest_up(self) -> Mapping[str, int]:
        """How many steps the longest way up from each spot has."""
        return _farthest({spot.id: spot.up for spot in self.spots})

    @cached_property
    def farthest_down(self) -> Mapping[str, int]:
        """How many steps the longest way down from each spot has."""
        return _farthest(self.down)

    @cached_property
    def base(self) -> str:
        """The spot that every climb starts from."""
        return next(spot.id for spot in self.spots if spot.kind == "base")

    @cached_property
    def whistle(self) -> str | None:
        """The card that calls for rescue, where there is one."""
        return next((card.id for card in self.cards.values() if WHISTLE in card.items), None)

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """The ids of all cards of a kind, rising."""
        return self._mover_ids if kind == "movers" else self._equipment_ids

    @cached_property
    def _mover_ids(self) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards.values() if card.kind == "movers")

    @cached_property
    def _equipment_ids(self) -> tuple[str, ...]:
        return tuple(card.id for card in self.cards.values() if card.kind == "equipment")

    def trouble_at(self, spot: str) -> Trouble:
        """The trouble that a spot of kind `trouble` brings."""
        return self.troubles[str(self.path[spot].trouble)]

    def problems(self) -> list[str]:
        """What is wrong with this mountain, each as `key: reason`."""
        found = super().problems()
        if self.max_seats > MOST_SEATS:
            found.append(f"max_seats: at most {MOST_SEATS}")
        return found or (
            _movers_wrong(self.movers)
            + _equipment_wrong(self.equipment.cards)
            + _numbers_wrong(self)
            + _troubles_wrong(self)
            + _spots_wrong(self)
            + _ways_wrong(self)
            or _ways_too_many(self)
        )


def _farthest(ahead: Mapping[str, tuple[str, ...]]) -> Mapping[str, int]:
    """The steps of the longest way from each spot, given the spots that are one step ahead of each."""
    found: dict[str, int] = {}
    for spot in TopologicalSorter(ahead).static_order():
        found[spot] = max((found[each] + 1 for each in ahead[spot]), default=0)
    return found


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and text[0] != "0" and len(text) < len("1000")


def _movers_wrong(counts: Mapping[str, int]) -> list[str]:
    found = [
        f"movers.{key}: spots are a number from 1 to 999, and of each there is at least one card"
        for key, count in counts.items()
        if not _is_number(key) or count < 1
    ]
    if not 1 <= sum(counts.values()) <= cards.MOST:
        found.append(f"movers: from 1 to {cards.MOST} cards in all")
    return found


def _equipment_wrong(lists: tuple[tuple[str, ...], ...]) -> list[str]:
    found = [
        f"equipment.cards[{n}]: a card holds one item or more, each once"
        for n, items in enumerate(lists)
        if not items or len(set(items)) < len(items)
    ]
    if not 1 <= len(lists) <= cards.MOST:
        found.append(f"equipment.cards: from 1 to {cards.MOST} cards")
    whistles = [items for items in lists if WHISTLE in items]
    if whistles and whistles != [(WHISTLE,)]:
        found.append(f"equipment.cards: there is at most one {WHISTLE}, on a card of its own")
    return found


def _numbers_wrong(mountain: Mountain) -> list[str]:
    every = sum(mountain.movers.values()) + len(mountain.equipment.cards)
    return [
        f"{key}: must be from 1 to the {every} cards there are"
        for key in ("starting_cards", "supply_draw", "abandon_draw")
        if not 1 <= getattr(mountain, key) <= every
    ]


def _troubles_wrong(mountain: Mountain) -> list[str]:
    items = {item for card in mountain.equipment.cards for item in card}
    found = []
    for key, trouble in mountain.troubles.items():
        if not _is_number(key):
            found.append(f"troubles.{key}: troubles are numbered from 1 to 999")
        if bool(trouble.needs) == bool(trouble.back) or trouble.back < 0:
            found.append(f"troubles.{key}: has either needs, or back of at least 1")
        if len(set(trouble.needs)) < len(trouble.needs):
            found.append(f"troubles.{key}.needs: an item is needed once")
        found += [
            f"troubles.{key}.needs: no card holds {each!r}" for each in trouble.needs if each not in items
        ]
    return found


def _spots_wrong(mountain: Mountain) -> list[str]:
    found = []
    known = {spot.id for spot in mountain.spots}
    for n, spot in enumerate(mountain.spots):
        if not spot.id:
            found.append(f"spots[{n}].id: must not be empty")
        if (spot.kind == "trouble") != bool(spot.trouble):
            found.append(f"spots[{n}].trouble: belongs to spots of kind trouble, and to each of them")
        elif spot.trouble and str(spot.trouble) not in mountain.troubles:
            found.append(f"spots[{n}].trouble: there is no trouble {spot.trouble}")
        if not known.issuperset(spot.up) or len(set(spot.up)) < len(spot.up):
            found.append(f"spots[{n}].up: names spots there are, each once")
    found += [f"spots: two are called {each!r}" for each in _repeated(spot.id for spot in mountain.spots)]
    return found


def _repeated(ids: Iterable[str]) -> list[str]:
    return [each for each, times in Counter(ids).items() if times > 1]


def _ways_wrong(mountain: Mountain) -> list[str]:
    """Every way must lead from the one base camp to the one summit, and nowhere round in circles."""
    led_to = {above for spot in mountain.spots for above in spot.up}
    ends = {
        "base": [spot.id for spot in mountain.spots if spot.id not in led_to],
        "summit": [spot.id for spot in mountain.spots if not spot.up],
    }
    found = []
    for kind, stops in ends.items():
        of_kind = [spot.id for spot in mountain.spots if spot.kind == kind]
        if stops != of_kind or len(stops) != 1:
            why = _ends_wrong(kind, stops, of_kind)
            found.append(f"spots: the path has one end of kind {kind}, and no other; {why}")
    try:
        TopologicalSorter({spot.id: spot.up for spot in mountain.spots}).prepare()
    except CycleError as error:
        found.append(f"spots: the path leads round in a circle: {' to '.join(error.args[1])}")
    return found


def _ways_too_many(mountain: Mountain) -> list[str]:
    """The first mover with too many ways from some spot, up or down; the path leads where it must."""
    movers = {int(spots) for spots in mountain.movers}
    for ahead in ({spot.id: spot.up for spot in mountain.spots}, mountain.down):
        ways = dict.fromkeys(ahead, 1)
        for far in range(1, max(movers) + 1):
            ways = {spot: sum(map(ways.__getitem__, ahead[spot])) for spot in ahead}
            spot = max(ways, key=ways.__getitem__)
            if not ways[spot]:
                break
            if ways[spot] > MOST_WAYS:
                if far in movers:
                    return [f"spots: from {spot!r} a mover of {far} has more than {MOST_WAYS:,} ways"]
                # sums of hundreds of digits would say no more
                ways = {each: min(many, MOST_WAYS + 1) for each, many in ways.items()}
    return []


def _ends_wrong(kind: str, stops: list[str], of_kind: list[str]) -> str:
    """The spots that are the trouble with an end of the path."""
    side = {"base": "leads up to", "summit": "lies above"}[kind]
    if dangling := [each for each in stops if each not in of_kind]:
        return f"nothing {side} {', '.join(dangling)}"
    if passed := [each for each in of_kind if each not in stops]:
        return f"something {side} {', '.join(passed)}"
    return f"of this kind are {', '.join(of_kind) or 'none'}"
