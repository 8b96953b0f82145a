"""What each command of a tournament leads to: docs/tournaments.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET

from ..chance import Seed
from ..content import Edition
from ..game import Game
from ..message import Command, Events
from ..refusal import BAD_ARGS, Refused
from ..table.events import ContentRef
from ..table.rules import check_options
from . import commands as c
from . import events as e
from .decisions import judged
from .pairing import games_in, pair
from .results import results_of, set_aside
from .seating import seated
from .standings import standings
from .state import Tournament

FEWEST_RIVALS = 2


class Birth(msgspec.Struct, frozen=True, kw_only=True):
    """What a new tournament is given beside its command."""

    tournament_id: str
    commitment: str
    edition: Edition[Any]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """
    What some commands are given from outside: identities and deals, no choice of anyone's.

    For PublishRound `deal`, `commitment` and as many `game_ids` as `games_due` says; for
    MakeMatch one game id, which is its deal's too, and the commitment; for CloseRound the
    `seed` of the round's deal.
    """

    deal: str = ""
    commitment: str = ""
    game_ids: tuple[str, ...] = ()
    seed: Seed | None = None


NOTHING = Terms()


def create(game: Game[Any, Any, Any], command: c.CreateTournament, birth: Birth) -> e.TournamentCreated:
    """The first event of a tournament, or Refused with BAD_ARGS."""
    content = birth.edition.content
    if (command.game, command.rules, command.edition) != (game.name, game.rules, content.edition):
        raise Refused(BAD_ARGS, "game, rules and edition do not go together", field="game")
    _check_kind(game, command)
    sizes = _sizes(game, command, content.min_seats, content.max_seats)
    options = [check_options(game, command.options, seats) for seats in sizes]
    shipped = game.editions.get(content.edition) == birth.edition
    return e.TournamentCreated(
        format=e.FORMAT,
        tournament_id=birth.tournament_id,
        name=command.name,
        kind=command.kind,
        game=game.name,
        rules=game.rules,
        content=ContentRef(content.edition, birth.edition.sha256, UNSET if shipped else birth.edition.data),
        options=msgspec.to_builtins(options[0]),
        seats=command.seats,
        rounds=command.rounds,
        commitment=birth.commitment,
    )


def kinds_of(game: Game[Any, Any, Any]) -> tuple[c.Kind, ...]:
    """The kinds of tournament that a game is played in, the usual one first."""
    return ("tables", "ladder") if game.rivals else ("duplicate",)


def _check_kind(game: Game[Any, Any, Any], command: c.CreateTournament) -> None:
    if command.kind not in kinds_of(game):
        raise Refused(BAD_ARGS, f"{game.title} is played as {' or '.join(kinds_of(game))}", field="kind")
    if (command.rounds == 0) != (command.kind == "ladder"):
        raise Refused(BAD_ARGS, "a ladder has no rounds, and any other kind at least one", field="rounds")


def _sizes(game: Game[Any, Any, Any], command: c.CreateTournament, fewest: int, most: int) -> range:
    """For how many seats there may be games: a table may be left with two."""
    least = command.seats if command.kind == "duplicate" else FEWEST_RIVALS
    if not fewest <= least <= command.seats <= most:
        first = fewest if command.kind == "duplicate" else FEWEST_RIVALS
        span = f"{first}" if first == most else f"from {first} to {most}"
        reason = f"seats must be {span} for {game.title} in a tournament of this kind"
        raise Refused(BAD_ARGS, reason, field="seats")
    return range(least, command.seats + 1)


def games_due(state: Tournament) -> int:
    """How many games the next round would have, as things stand."""
    return games_in(state.birth.kind, len(state.active), state.birth.seats)


def decide(
    state: Tournament, contestant: int | None, command: Command, seed: Seed, terms: Terms = NOTHING
) -> Events:
    """
    Refuse the command of a contestant (None: the host or the service) or say what happens.

    `seed` is the tournament's own.
    """
    if state.phase == "closed":
        raise Refused(c.TOURNAMENT_OVER, "the tournament is closed")
    own = isinstance(command, c.LeaveTournament) and command.contestant == contestant
    if contestant is not None and not own:
        raise Refused(c.BAD_CONTESTANT, "a contestant can only leave, and only for itself")
    _check_kind_of(state, command)
    _check_phase(state, command)
    return _RULES[type(command)](state, command, seed, terms)


_ROUNDS = (c.PublishRound, c.CloseRound)
_BEFORE = (c.StartTournament,)
_AFTER = (*_ROUNDS, c.MakeMatch, c.FinishGame)


def _check_kind_of(state: Tournament, command: Command) -> None:
    kind = state.birth.kind
    if isinstance(command, _ROUNDS) and kind == "ladder":
        raise Refused(c.WRONG_KIND, "a ladder has matches, no rounds", kind=kind)
    if isinstance(command, c.MakeMatch) and kind != "ladder":
        raise Refused(c.WRONG_KIND, "matches are made on a ladder; publish a round", kind=kind)


def _check_phase(state: Tournament, command: Command) -> None:
    if isinstance(command, _BEFORE) and state.phase != "open":
        raise Refused(c.TOURNAMENT_STARTED, "the tournament has started")
    if isinstance(command, _AFTER) and state.phase != "running":
        raise Refused(c.TOURNAMENT_NOT_STARTED, "start the tournament first")


def _create_again(state: Tournament, command: c.CreateTournament, seed: Seed, terms: Terms) -> Events:
    raise Refused(BAD_ARGS, "the tournament is already made", field="command")


def _enter(state: Tournament, command: c.EnterContestant, seed: Seed, terms: Terms) -> Events:
    if state.names.get(command.name) is not None:
        raise Refused(c.NAME_TAKEN, "somebody has entered under this name; choose another")
    if state.birth.rounds and len(state.rounds) == state.birth.rounds:
        raise Refused(c.ROUNDS_OVER, "the last round is published")
    if len(state.contestants) == c.MOST_CONTESTANTS:
        raise Refused(c.TOURNAMENT_FULL, f"{c.MOST_CONTESTANTS} have entered, and no more may")
    return (e.ContestantEntered(len(state.contestants), command.name),)


def _leave(state: Tournament, command: c.LeaveTournament, seed: Seed, terms: Terms) -> Events:
    if not state.is_active(command.contestant):
        raise Refused(
            c.BAD_CONTESTANT, "there is no such contestant, or it has left", contestant=command.contestant
        )
    return (e.ContestantLeft(command.contestant),)


def _start(state: Tournament, command: c.StartTournament, seed: Seed, terms: Terms) -> Events:
    _check_enough(state)
    return (e.TournamentStarted(),)


def _check_enough(state: Tournament) -> None:
    fewest = 1 if state.birth.kind == "duplicate" else FEWEST_RIVALS
    if len(state.active) < fewest:
        raise Refused(c.TOO_FEW, f"{fewest} or more must have entered first", contestants=len(state.active))


def _publish(state: Tournament, command: c.PublishRound, seed: Seed, terms: Terms) -> Events:
    if state.open_round:
        raise Refused(c.ROUND_OPEN, "close the round before", round=state.open_round.number)
    if len(state.rounds) == state.birth.rounds:
        raise Refused(c.ROUNDS_OVER, "every round has been played", rounds=state.birth.rounds)
    _check_enough(state)
    drawn = pair(state, seed.chance(state.birth.tournament_id, ()))
    games = tuple(e.Pairing(*each) for each in zip(terms.game_ids, drawn.games, strict=True))
    return (e.RoundPublished(len(state.rounds) + 1, terms.deal, terms.commitment, games, drawn.byes),)


def _match(state: Tournament, command: c.MakeMatch, seed: Seed, terms: Terms) -> Events:
    asked = command.contestants
    if len(set(asked)) != len(asked) or not FEWEST_RIVALS <= len(asked) <= state.birth.seats:
        reason = f"name {FEWEST_RIVALS} to {state.birth.seats} different contestants"
        raise Refused(BAD_ARGS, reason, field="contestants")
    for number in asked:
        if not state.is_active(number):
            raise Refused(c.BAD_CONTESTANT, "there is no such contestant, or it has left", contestant=number)
        if state.contestants[number].playing is not None:
            raise Refused(
                c.ALREADY_PLAYING, "a contestant plays one game of a ladder at a time", contestant=number
            )
    (game_id,) = terms.game_ids
    return (e.MatchMade(game_id, seated(state, tuple(sorted(asked))), game_id, terms.commitment),)


def _finish(state: Tournament, command: c.FinishGame, seed: Seed, terms: Terms) -> Events:
    fixture = state.fixture(command.game_id)
    if fixture is None or fixture.finish:
        raise Refused(c.BAD_GAME, "no game of this id goes on in this tournament", game_id=command.game_id)
    _check_broken(state, command)
    kind = state.birth.kind
    seats = state.birth.seats if kind == "duplicate" else len(fixture.contestants)
    if len(command.results) not in {0, seats}:
        raise Refused(BAD_ARGS, "one result a seat, or none at all", field="results")
    results = results_of(kind, fixture.contestants, command.results)
    return (e.GameFinished(command.game_id, command.n, command.hash, command.outcome, results),)


def _check_broken(state: Tournament, command: c.FinishGame) -> None:
    """A game is counted as broken only where a referee has cancelled it, and then without anything else."""
    if command.outcome != c.BROKEN and command.n:
        return
    if command != set_aside(command.game_id):
        raise Refused(BAD_ARGS, "a game whose log is broken, and no other, ends with no record", field="n")
    if not state.is_cancelled(command.game_id):
        raise Refused(
            c.BAD_GAME, "the game's log is broken, but no referee has cancelled it", game_id=command.game_id
        )


def _decision(state: Tournament, command: c.MakeDecision, seed: Seed, terms: Terms) -> Events:
    return (judged(state, command),)


def _close_round(state: Tournament, command: c.CloseRound, seed: Seed, terms: Terms) -> Events:
    opened = state.open_round
    if opened is None:
        raise Refused(c.NO_ROUND, "no round is open")
    _check_all_finished(state)
    if terms.seed is None or terms.seed.commitment != opened.commitment:
        raise AssertionError("the seed of the round's deal is given, and no other")
    return (e.RoundClosed(opened.number, terms.seed.reveal()),)


def _check_all_finished(state: Tournament) -> None:
    if state.going_on:
        told = "1 game goes on; wait for it or cancel it"
        if state.going_on > 1:
            told = f"{state.going_on} games go on; wait for them or cancel them"
        raise Refused(c.GAMES_OPEN, told, games=state.going_on)


def _close(state: Tournament, command: c.CloseTournament, seed: Seed, terms: Terms) -> Events:
    if state.open_round:
        raise Refused(c.ROUND_OPEN, "close the round before", round=state.open_round.number)
    _check_all_finished(state)
    return (e.TournamentClosed(standings(state), seed.reveal()),)


_RULES: dict[type[Command], Callable[[Tournament, Any, Seed, Terms], Events]] = {
    c.CreateTournament: _create_again,
    c.EnterContestant: _enter,
    c.LeaveTournament: _leave,
    c.StartTournament: _start,
    c.PublishRound: _publish,
    c.MakeMatch: _match,
    c.FinishGame: _finish,
    c.MakeDecision: _decision,
    c.CloseRound: _close_round,
    c.CloseTournament: _close,
}
