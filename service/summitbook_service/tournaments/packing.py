"""What the service says of tournaments, as messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from summitbook.v1 import tournament_pb2 as pb
from summitbook.v1 import tournament_service_pb2 as service_pb
from summitbook_domain.games import GAMES
from summitbook_domain.message import from_args
from summitbook_domain.tournament.commands import Kind
from summitbook_domain.tournament.standings import by_round, standings
from summitbook_domain.tournament.state import Fixture, Phase, Round, Tournament

from ..wire import pack_decision, pack_finished, pack_options, pack_standing
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
        games_open=len(state.open_fixtures),
        version=shown.head.n,
        record_hash=bytes.fromhex(shown.head.hash),
        commitment=bytes.fromhex(birth.commitment),
    )


def pack_whole(shown: Shown) -> service_pb.GetTournamentResponse:
    """A tournament with all that has happened in it, and how everyone stands."""
    state = shown.state
    return service_pb.GetTournamentResponse(
        tournament=pack_tournament(shown),
        contestants=[
            pb.Contestant(contestant=number, name=each.name, left=each.left, excluded=each.excluded)
            for number, each in enumerate(state.contestants)
        ],
        rounds=[_pack_round(state, *each) for each in zip(state.rounds, by_round(state), strict=True)],
        matches=_pack_games(state.fixtures_of(0)),
        decisions=[pack_decision(each) for each in state.decisions],
        standings=[pack_standing(each) for each in standings(state)],
    )


def _pack_round(state: Tournament, played: Round, given: Mapping[int, int]) -> pb.TournamentRound:
    seed: dict[str, Any] = {} if played.seed is None else {"seed": bytes.fromhex(played.seed)}
    return pb.TournamentRound(
        round=played.number,
        deal=played.deal,
        commitment=bytes.fromhex(played.commitment),
        games=_pack_games(state.fixtures_of(played.number)),
        byes=played.byes,
        points=[given.get(number, 0) for number in range(len(state.contestants))],
        **seed,
    )


def _pack_games(fixtures: Iterable[Fixture]) -> list[pb.TournamentGame]:
    return [
        pb.TournamentGame(
            game_id=each.game_id,
            contestants=each.contestants,
            finished=pack_finished(each.finish) if each.finish else None,
        )
        for each in fixtures
    ]
