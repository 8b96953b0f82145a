"""What the service says of tournaments, as messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from summitbook.v1 import tournament_pb2 as pb
from summitbook_domain.games import GAMES
from summitbook_domain.message import from_args
from summitbook_domain.tournament.commands import Kind
from summitbook_domain.tournament.state import Contestant, Fixture, Phase, Round, Tournament

from ..wire import pack_finished, pack_options
from .kept import Shown

STATUSES: dict[Phase, pb.TournamentStatus] = {
    "open": pb.TOURNAMENT_STATUS_OPEN,
    "running": pb.TOURNAMENT_STATUS_RUNNING,
    "closed": pb.TOURNAMENT_STATUS_CLOSED,
}
KINDS: dict[Kind, pb.TournamentKind] = {
    "duplicate": pb.TOURNAMENT_KIND_DUPLICATE,
    "tables": pb.TOURNAMENT_KIND_TABLES,
    "ladder": pb.TOURNAMENT_KIND_LADDER,
}


def pack_tournament(shown: Shown) -> pb.Tournament:
    """A tournament as a list shows it."""
    state, birth = shown.state, shown.state.birth
    game = GAMES[birth.game, birth.rules]
    return pb.Tournament(
        tournament_id=birth.tournament_id,
        name=birth.name,
        kind=KINDS[birth.kind],
        status=STATUSES[state.phase],
        game=birth.game,
        title=game.title,
        rules=birth.rules,
        edition=birth.content.edition,
        content_sha256=bytes.fromhex(birth.content.sha256),
        options=pack_options(from_args(game.options, birth.options)),
        seats=birth.seats,
        rounds=birth.rounds,
        round=len(state.rounds),
        round_open=state.open_round is not None,
        contestants=len(state.contestants),
        games=len(state.fixtures),
        games_open=state.going_on,
        version=shown.head.n,
        record_hash=bytes.fromhex(shown.head.hash),
        commitment=bytes.fromhex(birth.commitment),
    )


def pack_contestant(number: int, contestant: Contestant) -> pb.Contestant:
    """A contestant under its number."""
    return pb.Contestant(
        contestant=number, name=contestant.name, left=contestant.left, excluded=contestant.excluded
    )


def pack_round(state: Tournament, played: Round, given: Mapping[int, int]) -> pb.TournamentRound:
    """A round without its games; `given` are the points it gives."""
    seed: dict[str, Any] = {} if played.seed is None else {"seed": bytes.fromhex(played.seed)}
    return pb.TournamentRound(
        round=played.number,
        deal=played.deal,
        commitment=bytes.fromhex(played.commitment),
        byes=played.byes,
        points=[given.get(number, 0) for number in range(len(state.contestants))],
        **seed,
    )


def pack_fixture(fixture: Fixture) -> pb.TournamentGame:
    """A game of a round, or a match."""
    return pb.TournamentGame(
        game_id=fixture.game_id,
        contestants=fixture.contestants,
        finished=pack_finished(fixture.finish) if fixture.finish else None,
    )
