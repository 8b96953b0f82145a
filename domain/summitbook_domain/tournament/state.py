"""A tournament under way; how each record of its log changes it stands in `folding`."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import msgspec

from . import events as e
from .commands import BROKEN
from .rating import Rated
from .sharing import Index, Row

Phase = Literal["open", "running", "closed"]


class Contestant(msgspec.Struct, frozen=True):
    """A player or a team, by the number that is its place in the row."""

    name: str
    left: bool = False
    excluded: bool = False
    sat: tuple[int, ...] = ()
    """How often in each seat."""
    firsts: int = 0
    """How often first as the rotation counted it when it last was: see `seating.firsts_of`."""
    byes: int = 0
    playing: int | None = None
    """Its game that goes on, by its place among all."""

    @property
    def active(self) -> bool:
        """Whether it is still to be paired."""
        return not (self.left or self.excluded)


class Fixture(msgspec.Struct, frozen=True):
    """
    A game of the tournament, seat 0 first; `round` is 0 on a ladder, `finish` None while it goes on.

    `commitment` is that of its own deal on a ladder, else empty: its round has one for all.
    """

    round: int
    game_id: str
    contestants: tuple[int, ...]
    finish: e.GameFinished | None = None
    commitment: str = ""

    @property
    def set_aside(self) -> bool:
        """Whether its log is broken, so that nothing is known of it."""
        return self.finish is not None and self.finish.outcome == BROKEN


class Round(msgspec.Struct, frozen=True):
    """A round on one deal, with so many games from the `first` on; its seed is None while it is open."""

    number: int
    deal: str
    commitment: str
    byes: tuple[int, ...]
    first: int
    games: int
    seed: str | None = None


class Tournament(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a log says so far; `n` is the number of its last record."""

    n: int = 0
    phase: Phase = "open"
    created: e.TournamentCreated | None = None
    contestants: Row[Contestant] = Row()
    names: Index[str, int] = Index()
    rounds: tuple[Round, ...] = ()
    fixtures: Row[Fixture] = Row()
    games: Index[str, int] = Index()
    """The place of each game in the row, by its id."""
    going_on: int = 0
    """How many games go on."""
    decisions: Row[e.DecisionMade] = Row()
    floor: int = 0
    """Whoever has sat first less often is counted as having done so as often as this."""
    rated: Row[Rated] | None = Row()
    """What each is rated on a ladder; None where a result was struck, so that all is to be reckoned anew."""

    @property
    def birth(self) -> e.TournamentCreated:
        """The first event; without one there is no tournament yet."""
        if self.created is None:
            raise AssertionError("the log has no first record yet")
        return self.created

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The contestants that are still to be paired, rising."""
        return tuple(number for number, each in enumerate(self.contestants) if each.active)

    @property
    def open_round(self) -> Round | None:
        """The round that goes on."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].seed is None else None

    @cached_property
    def open_fixtures(self) -> tuple[Fixture, ...]:
        """The games that go on, in the order they were made."""
        places = {each.playing for each in self.contestants if each.playing is not None}
        return tuple(self.fixtures[place] for place in sorted(places))

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What others have worked out from this state, so that it is worked out once."""
        return {}

    def is_active(self, number: int) -> bool:
        """Whether there is such a contestant, and it is still to be paired."""
        return 0 <= number < len(self.contestants) and self.contestants[number].active

    def is_cancelled(self, game_id: str) -> bool:
        """Whether a referee has cancelled the game, ended or not."""
        return any(each.ruling == "cancel" and each.game_id == game_id for each in self.decisions)

    def fixture(self, game_id: str) -> Fixture | None:
        """The game of this id; None where it is none of this tournament's."""
        place = self.games.get(game_id)
        return None if place is None else self.fixtures[place]

    def places_of(self, number: int) -> range:
        """The places of the games of a round in the row; for 0 those of a ladder's."""
        if self.birth.kind == "ladder":
            return range(0 if number else len(self.fixtures))
        if not 0 < number <= len(self.rounds):
            return range(0)
        played = self.rounds[number - 1]
        return range(played.first, played.first + played.games)

    def fixtures_of(self, number: int) -> tuple[Fixture, ...]:
        """The games of a round; for 0 those of a ladder."""
        return tuple(self.fixtures[place] for place in self.places_of(number))
