"""A tournament under way, and how each record of its log changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from ..message import Event
from . import events as e

Phase = Literal["open", "running", "closed"]


class Contestant(msgspec.Struct, frozen=True):
    """A player or a team, by the number that is its index."""

    name: str
    left: bool = False
    excluded: bool = False

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


class Round(msgspec.Struct, frozen=True):
    """A round on one deal; its seed is None while the round is open."""

    number: int
    deal: str
    commitment: str
    byes: tuple[int, ...]
    seed: str | None = None


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """What a log says so far; `n` is the number of its last record."""

    n: int = 0
    phase: Phase = "open"
    created: e.TournamentCreated | None = None
    contestants: tuple[Contestant, ...] = ()
    rounds: tuple[Round, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    decisions: tuple[e.DecisionMade, ...] = ()

    @property
    def birth(self) -> e.TournamentCreated:
        """The first event; without one there is no tournament yet."""
        if self.created is None:
            raise AssertionError("the log has no first record yet")
        return self.created

    @property
    def active(self) -> tuple[int, ...]:
        """The contestants that are still to be paired, rising."""
        return tuple(number for number, each in enumerate(self.contestants) if each.active)

    @property
    def open_round(self) -> Round | None:
        """The round that goes on."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].seed is None else None

    @property
    def open_fixtures(self) -> tuple[Fixture, ...]:
        """The games that go on, in the order they were made."""
        return tuple(each for each in self.fixtures if each.finish is None)

    def fixture(self, game_id: str) -> Fixture | None:
        """The game of this id; None where it is none of this tournament's."""
        return next((each for each in self.fixtures if each.game_id == game_id), None)

    def fixtures_of(self, number: int) -> tuple[Fixture, ...]:
        """The games of a round."""
        return tuple(each for each in self.fixtures if each.round == number)


def evolve(state: Tournament, event: Event) -> Tournament:
    """Fold the next record's event."""
    return _FOLDS[type(event)](replace(state, n=state.n + 1), event)


def _created(state: Tournament, event: e.TournamentCreated) -> Tournament:
    return replace(state, created=event)


def _entered(state: Tournament, event: e.ContestantEntered) -> Tournament:
    return replace(state, contestants=(*state.contestants, Contestant(event.name)))


def _left(state: Tournament, event: e.ContestantLeft) -> Tournament:
    return _with_contestant(state, event.contestant, left=True)


def _with_contestant(state: Tournament, number: int, **changes: Any) -> Tournament:
    changed = replace(state.contestants[number], **changes)
    return replace(
        state, contestants=(*state.contestants[:number], changed, *state.contestants[number + 1 :])
    )


def _started(state: Tournament, event: e.TournamentStarted) -> Tournament:
    return replace(state, phase="running")


def _published(state: Tournament, event: e.RoundPublished) -> Tournament:
    opened = Round(event.round, event.deal, event.commitment, event.byes)
    games = (Fixture(event.round, each.game_id, each.contestants) for each in event.games)
    return replace(state, rounds=(*state.rounds, opened), fixtures=(*state.fixtures, *games))


def _matched(state: Tournament, event: e.MatchMade) -> Tournament:
    match = Fixture(0, event.game_id, event.contestants, commitment=event.commitment)
    return replace(state, fixtures=(*state.fixtures, match))


def _finished(state: Tournament, event: e.GameFinished) -> Tournament:
    fixtures = (
        replace(each, finish=event) if each.game_id == event.game_id else each for each in state.fixtures
    )
    return replace(state, fixtures=tuple(fixtures))


def _decided(state: Tournament, event: e.DecisionMade) -> Tournament:
    state = replace(state, decisions=(*state.decisions, event))
    if event.ruling == "exclude" and event.contestant is not None:
        return _with_contestant(state, event.contestant, excluded=True)
    return state


def _round_closed(state: Tournament, event: e.RoundClosed) -> Tournament:
    return replace(state, rounds=(*state.rounds[:-1], replace(state.rounds[-1], seed=event.seed)))


def _closed(state: Tournament, event: e.TournamentClosed) -> Tournament:
    return replace(state, phase="closed")


_FOLDS: dict[type[Event], Callable[[Tournament, Any], Tournament]] = {
    e.TournamentCreated: _created,
    e.ContestantEntered: _entered,
    e.ContestantLeft: _left,
    e.TournamentStarted: _started,
    e.RoundPublished: _published,
    e.MatchMade: _matched,
    e.GameFinished: _finished,
    e.DecisionMade: _decided,
    e.RoundClosed: _round_closed,
    e.TournamentClosed: _closed,
}
