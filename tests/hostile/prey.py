"""What is attacked: games of each kind in every phase, and every kind of token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import grpc

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import tournament_service_pb2 as tournaments_pb
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.tournament_service_pb2_grpc import TournamentServiceStub
from summitbook_domain.games import GAMES

CLAIM = b"the claim of whoever plays here"
PLAYED = 12
"""Commands at most that a game in play has had."""


class Game(NamedTuple):
    """A game and the tokens that were made for it, the host's first."""

    game_id: str
    tokens: tuple[str, ...]
    join_code: str = ""


class Prey(NamedTuple):
    """One wave's games, what was sent to make them, and words that the games use."""

    games: tuple[Game, ...]
    command_ids: tuple[str, ...]
    actions: tuple[bytes, ...]
    """Commands that were legal somewhere in these games, serialised."""
    tournaments: tuple[Game, ...] = ()
    """Tournaments by their ids, with the tokens of organiser, contestants and seats."""


class Keeper:
    """Raises prey, over an honest connection."""

    def __init__(self, channel: grpc.aio.Channel, luck: Random, operator: str) -> None:
        self._stub = GameServiceStub(channel)
        self._meets = TournamentServiceStub(channel)
        self._luck = luck
        self._operator = operator
        self._ids: list[str] = []
        self._actions: dict[bytes, None] = {}

    async def raise_some(self) -> Prey:
        """A game of each kind in each phase."""
        self._ids, self._actions = [], {}
        games = [
            await self._game(name, phase) for name in sorted({name for name, _ in GAMES}) for phase in PHASES
        ]
        meets = [await self._tournament(begun=begun) for begun in (False, True)]
        return Prey(tuple(games), tuple(self._ids), tuple(self._actions), tuple(meets))

    async def let_go(self, game_ids: Iterable[str]) -> list[str]:
        """Cancel what is still open, so that the next wave finds room; the ids of the commands."""
        self._ids = []
        for game_id in game_ids:
            request = pb.CancelGameRequest(game_id=game_id, command_id=self._new_id())
            await self._tried(self._stub.CancelGame(request, metadata=bearer(self._operator)))
        return self._ids

    async def close(self, tournament_ids: Iterable[str]) -> None:
        """Close tournaments whatever has become of them, so that the next wave finds room."""
        for tournament_id in tournament_ids:
            request = tournaments_pb.GetTournamentRequest(tournament_id=tournament_id)
            whole = await self._meets.GetTournament(request)
            played = [game for each in whole.rounds for game in each.games]
            for game in (each for each in (*played, *whole.matches) if not each.HasField("finished")):
                decision = {"ruling": "RULING_CANCEL", "reason": "The wave is over", "game_id": game.game_id}
                await self._run(tournament_id, "MakeDecision", decision=decision)
            for call in ("CloseRound", "CloseTournament"):
                with suppress(grpc.aio.AioRpcError):
                    await self._run(tournament_id, call)

    async def _tournament(self, *, begun: bool) -> Game:
        """A tournament that two have entered, and in which a round is open where it has begun."""
        announce = tournaments_pb.CreateTournamentRequest(
            command_id=random_id(self._luck),
            name="Prey",
            kind="TOURNAMENT_KIND_DUPLICATE",
            game="everest1924",
            seats=1,
            rounds=3,
            claim=CLAIM,
        )
        made = await self._meets.CreateTournament(announce)
        tournament_id, tokens = made.tournament.tournament_id, [made.token]
        for name in ("Hare", "Hart"):
            enter = tournaments_pb.EnterTournamentRequest(
                tournament_id=tournament_id,
                command_id=random_id(self._luck),
                name=name,
                claim=CLAIM + name.encode(),
            )
            tokens.append((await self._meets.EnterTournament(enter)).token)
        if begun:
            await self._run(tournament_id, "StartTournament")
            await self._run(tournament_id, "PublishRound")
            request = tournaments_pb.ListSeatsRequest(tournament_id=tournament_id)
            answer = await self._meets.ListSeats(request, metadata=bearer(tokens[1]))
            tokens += [seat.token for seat in answer.seats]
        return Game(tournament_id, tuple(tokens))

    async def _run(self, tournament_id: str, call: str, **more: Any) -> None:
        kind = getattr(tournaments_pb, f"{call}Request")
        request = kind(tournament_id=tournament_id, command_id=random_id(self._luck), **more)
        await getattr(self._meets, call)(request, metadata=bearer(self._operator))

    async def _game(self, name: str, phase: str) -> Game:
        seats = next(iter(GAMES[name, 1].editions.values())).content.min_seats
        private = phase == "private"
        request = pb.CreateGameRequest(
            command_id=self._new_id(), game=name, seats=seats, claim=CLAIM, private=private
        )
        made = await self._stub.CreateGame(request)
        game = Game(made.game.game_id, (made.token,), made.join_code)
        for _ in range(0 if phase == "empty" else seats - 1 if phase == "half full" else seats):
            sit = pb.TakeSeatRequest(
                game_id=game.game_id, command_id=self._new_id(), name="Prey", claim=CLAIM
            )
            taken = await self._stub.TakeSeat(sit, metadata=bearer(made.token))
            game = game._replace(tokens=(*game.tokens, taken.token))
        if phase in {"in play", "private", "closed"}:
            await self._play(game)
        if phase == "closed":
            cancel = pb.CancelGameRequest(game_id=game.game_id, command_id=self._new_id())
            await self._tried(self._stub.CancelGame(cancel, metadata=bearer(self._operator)))
        return game

    async def _play(self, game: Game) -> None:
        for _ in range(self._luck.randrange(PLAYED)):
            token = self._luck.choice(game.tokens[1:])
            request = pb.ListLegalActionsRequest(game_id=game.game_id)
            actions = (await self._stub.ListLegalActions(request, metadata=bearer(token))).legal_actions
            self._actions.update((each.command.SerializeToString(), None) for each in actions)
            if actions:
                command = self._luck.choice(actions).command
                act = pb.ActRequest(game_id=game.game_id, command_id=self._new_id(), command=command)
                await self._tried(self._stub.Act(act, metadata=bearer(token)))

    async def _tried(self, call: Any) -> None:
        """What is refused was no command: its id stands in no log."""
        try:
            await call
        except grpc.aio.AioRpcError:
            self._ids.pop()

    def _new_id(self) -> str:
        self._ids.append(random_id(self._luck))
        return self._ids[-1]


PHASES = ("empty", "half full", "in play", "private", "closed")


def random_id(luck: Random) -> str:
    """A UUID that follows from the luck."""
    return str(UUID(bytes=luck.randbytes(16), version=4))


def bearer(token: str) -> Sequence[tuple[str, str]]:
    """The metadata that carries a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()
