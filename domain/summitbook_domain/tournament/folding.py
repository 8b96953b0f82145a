"""How each record of its log changes a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from ..message import Event
from . import events as e
from .ladder import RATED, after_game
from .rating import UNRATED
from .seating import firsts_of, sat_once_more
from .sharing import Row
from .state import Contestant, Fixture, Round, Tournament


def evolve(state: Tournament, event: Event) -> Tournament:
    """Fold the next record's event."""
    if state.rated is None and RATED in state.memo:
        state = replace(state, rated=state.memo[RATED])
    return replace(_FOLDS[type(event)](state, event), n=state.n + 1)


def _created(state: Tournament, event: e.TournamentCreated) -> Tournament:
    return replace(state, created=event)


def _entered(state: Tournament, event: e.ContestantEntered) -> Tournament:
    return replace(
        state,
        contestants=state.contestants.and_(Contestant(event.name)),
        names=state.names.and_({event.name: event.contestant}),
        rated=None if state.rated is None else state.rated.and_(UNRATED),
    )


def _left(state: Tournament, event: e.ContestantLeft) -> Tournament:
    return _with_contestant(state, event.contestant, left=True)


def _with_contestant(state: Tournament, number: int, **changes: Any) -> Tournament:
    return replace(state, contestants=_changed(state.contestants, number, **changes))


def _changed(contestants: Row[Contestant], number: int, **changes: Any) -> Row[Contestant]:
    return contestants.but(number, replace(contestants[number], **changes))


def _started(state: Tournament, event: e.TournamentStarted) -> Tournament:
    return replace(state, phase="running")


def _published(state: Tournament, event: e.RoundPublished) -> Tournament:
    opened = Round(
        event.round, event.deal, event.commitment, event.byes, len(state.fixtures), len(event.games)
    )
    games = [Fixture(event.round, each.game_id, each.contestants) for each in event.games]
    state = _with_games(replace(state, rounds=(*state.rounds, opened)), games)
    contestants = state.contestants
    for number in event.byes:
        contestants = _changed(contestants, number, byes=contestants[number].byes + 1)
    players = (number for each in event.games for number in each.contestants)
    least = min((firsts_of(state, number) for number in players), default=0)
    return replace(state, contestants=contestants, floor=max(state.floor, least))


def _matched(state: Tournament, event: e.MatchMade) -> Tournament:
    return _with_games(state, [Fixture(0, event.game_id, event.contestants, commitment=event.commitment)])


def _with_games(state: Tournament, games: Iterable[Fixture]) -> Tournament:
    """With games that begin, and everyone in a seat."""
    fixtures, contestants, places = state.fixtures, state.contestants, dict[str, int]()
    for place, game in enumerate(games, len(fixtures)):
        fixtures, places[game.game_id] = fixtures.and_(game), place
        for seat, number in enumerate(game.contestants):
            sat = sat_once_more(contestants[number].sat, seat)
            firsts = firsts_of(state, number) + (seat == 0)
            contestants = _changed(contestants, number, sat=sat, firsts=firsts, playing=place)
    return replace(
        state,
        fixtures=fixtures,
        contestants=contestants,
        games=state.games.and_(places),
        going_on=state.going_on + len(places),
    )


def _finished(state: Tournament, event: e.GameFinished) -> Tournament:
    place = state.games.get(event.game_id)
    if place is None:
        raise AssertionError("only games of the tournament are counted")
    fixture, contestants = state.fixtures[place], state.contestants
    for number in fixture.contestants:
        contestants = _changed(contestants, number, playing=None)
    rated = state.rated
    if state.birth.kind == "ladder" and rated is not None:
        rated = after_game(rated, event.results)
    return replace(
        state,
        fixtures=state.fixtures.but(place, replace(fixture, finish=event)),
        contestants=contestants,
        going_on=state.going_on - 1,
        rated=rated,
    )


def _decided(state: Tournament, event: e.DecisionMade) -> Tournament:
    state = replace(state, decisions=state.decisions.and_(event))
    if event.ruling == "strike":
        return replace(state, rated=None)
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
