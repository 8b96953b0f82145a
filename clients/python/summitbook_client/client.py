"""A service for asyncio programs: everything that it can be asked, typed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple, TypeVar

import grpc

from summitbook.v1 import game_pb2, games_pb2, replay_service_pb2, tournament_pb2
from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import tournament_service_pb2 as tournaments_pb

from .calls import Calls, bearer
from .errors import Refused
from .receipts import Receipt
from .table import Host, Seat, Table, new_claim, new_id, taken
from .tournaments import Contestant, Kind, Organiser, Tournament

S = TypeVar("S", replay_service_pb2.AuditReplayRequest, replay_service_pb2.ForkReplayRequest)

PART_BYTES = 32_768
"""Of a file that is sent, so many at a time."""


class Forked(NamedTuple):
    """A practice game that goes on from a finished one, its host, and the seats that can still be played."""

    game: game_pb2.Game
    host: Host
    seats: tuple[Seat, ...]


class Client(Calls):
    """
    An open connection to the service at `server`, host:port; use it in `async with`.

    It speaks in plain text unless there is `tls`. Every call may raise Refused or
    Unreachable, which are both ServiceError. A call without an answer is made again, the
    very same and so with the same command id, for `patience` seconds; a stream that breaks
    goes on behind the last item. `on_wait`, `on_answer` and `on_receipt` are told of
    pauses, of the answer that ends them, and of every receipt.
    """

    async def server_info(self) -> pb.GetServerInfoResponse:
        """Which games there are, how they are played, and the limits."""
        return await self.ask(self.games.GetServerInfo, pb.GetServerInfoRequest())

    async def server_keys(self) -> tuple[bytes, ...]:
        """The public keys, 32 bytes each, that the server's seals are made with: today's, then older ones."""
        answer = await self.ask(self.replays.GetServerKey, replay_service_pb2.GetServerKeyRequest())
        return answer.public_key, *answer.older_public_keys

    async def create_game(
        self,
        game: str,
        seats: int = 1,
        *,
        edition: str | None = None,
        options: games_pb2.Options | None = None,
        private: bool = False,
        bots: Sequence[str] = (),
        command_id: str | None = None,
        claim: bytes | None = None,
    ) -> Host:
        """
        Make a game and be its host; a private one is seen by those alone who sit there.

        `bots` has a policy for each seat that the server is to play, the last ones in their order.

        The options that are left out, and the content where none is named, are the default
        ones. A program that may end before it is answered keeps `command_id` and `claim` of
        its own, and asks again with them for the same game.
        """
        request = pb.CreateGameRequest(
            command_id=command_id or new_id(),
            game=game,
            edition=edition,
            seats=seats,
            options=options,
            private=private,
            bots=bots,
            claim=claim or new_claim(),
        )
        answer = await self.ask(self.games.CreateGame, request)
        made = self.received(answer.game.game_id, answer.game)
        return self.host(made.game_id, answer.token, request.claim, answer.join_code)

    def table(self, game_id: str) -> Table:
        """A game that anyone may see, to look at, follow, export, or sit down in; nothing is asked yet."""
        return Table(self, game_id, token="")

    def seat(self, game_id: str, seat: int, token: str, claim: bytes) -> Seat:
        """A seat that was taken before and whose keys were kept; nothing is asked yet."""
        return Seat(self, game_id, token, seat, claim)

    def host(self, game_id: str, token: str, claim: bytes, join_code: str = "") -> Host:
        """The host of a game that was made before and whose keys were kept; nothing is asked yet."""
        return Host(self, game_id, token, claim, join_code)

    async def join(
        self,
        join_code: str,
        name: str,
        *,
        salt: bytes | None = None,
        command_id: str | None = None,
        claim: bytes | None = None,
    ) -> Seat:
        """Sit down in the private game that this code opens; the rest is as in `Table.take_seat`."""
        request = pb.TakeSeatRequest(name=name, join_code=join_code)
        return await taken(self, request, salt=salt, command_id=command_id, claim=claim)

    async def list_games(self, game: str | None = None) -> AsyncGenerator[game_pb2.Game, None]:
        """All games that anyone may see, newest first; of one kind if it is named."""
        page = ""
        while True:
            answer = await self.ask(self.games.ListGames, pb.ListGamesRequest(game=game, page_token=page))
            for each in answer.games:
                yield each
            page = answer.next_page_token
            if not page:
                return

    async def create_tournament(
        self,
        name: str,
        *,
        kind: Kind,
        game: str,
        seats: int,
        rounds: int = 0,
        edition: str | None = None,
        options: games_pb2.Options | None = None,
        command_id: str | None = None,
        claim: bytes | None = None,
    ) -> Organiser:
        """Announce a tournament and be its organiser; `rounds` is 0 for a ladder, all else as for a game."""
        request = tournaments_pb.CreateTournamentRequest(
            command_id=command_id or new_id(),
            name=name,
            kind=f"TOURNAMENT_KIND_{kind.upper()}",
            game=game,
            edition=edition,
            seats=seats,
            rounds=rounds,
            options=options,
            claim=claim or new_claim(),
        )
        answer = await self.ask(self.tournaments.CreateTournament, request)
        made = self.received_of(answer.tournament.tournament_id, answer.tournament)
        return self.organiser(made.tournament_id, answer.token, request.claim)

    def tournament(self, tournament_id: str) -> Tournament:
        """A tournament to look at, follow, export, or enter; nothing is asked yet."""
        return Tournament(self, tournament_id)

    def contestant(self, tournament_id: str, contestant: int, token: str, claim: bytes) -> Contestant:
        """A contestant who entered before and whose keys were kept; nothing is asked yet."""
        return Contestant(self, tournament_id, token, claim, contestant)

    def organiser(self, tournament_id: str, token: str, claim: bytes) -> Organiser:
        """The organiser of a tournament announced before, whose keys were kept; nothing is asked yet."""
        return Organiser(self, tournament_id, token, claim)

    async def list_tournaments(self) -> AsyncGenerator[tournament_pb2.Tournament, None]:
        """All tournaments that are listed, newest first."""
        page = ""
        while True:
            request = tournaments_pb.ListTournamentsRequest(page_token=page)
            answer = await self.ask(self.tournaments.ListTournaments, request)
            for each in answer.tournaments:
                yield each
            page = answer.next_page_token
            if not page:
                return

    async def follow_all(
        self, token: Callable[[], str], after: str = ""
    ) -> AsyncGenerator[pb.SubscribeAllResponse, None]:
        """
        Every item of all games behind a position; `token` tells an operator's, as it is now.

        Where a token ends on the way, the stream goes on with the next one, if there is one.
        """
        sent = ""

        def begin(_: object) -> grpc.aio.UnaryStreamCall[Any, pb.SubscribeAllResponse]:
            nonlocal sent
            sent = token()
            return self.games.SubscribeAll(pb.SubscribeAllRequest(after=after), metadata=bearer(sent))

        while True:
            try:
                async with aclosing(self.resumed(begin)) as items:
                    async for item in items:
                        after = item.position
                        yield item
            except Refused as refused:
                if not refused.token_ended or token() == sent:
                    raise
            else:
                return

    async def audit(
        self, file: bytes, *, trusted_keys: Sequence[bytes] = (), receipts: Sequence[Receipt] = ()
    ) -> replay_service_pb2.AuditReport:
        """The server's verdict on a replay file, as deep as can be; a fault is a verdict, not an error."""
        settings = replay_service_pb2.AuditSettings(
            trusted_keys=trusted_keys,
            heads=[
                replay_service_pb2.ExpectedHead(n=each.n, record_hash=bytes.fromhex(each.hash))
                for each in receipts
            ],
        )
        first = replay_service_pb2.AuditReplayRequest(settings=settings)

        async def attempt() -> replay_service_pb2.AuditReplayResponse:
            return await self.replays.AuditReplay(_parts(first, file))

        return (await self.until_answered(attempt)).report

    async def fork(
        self,
        file: bytes,
        n: int,
        *,
        private: bool = False,
        command_id: str | None = None,
        claim: bytes | None = None,
    ) -> Forked:
        """Make a practice game that goes on from record n of a finished game, and hold all its seats."""
        settings = replay_service_pb2.ForkSettings(
            command_id=command_id or new_id(), n=n, private=private, claim=claim or new_claim()
        )
        first = replay_service_pb2.ForkReplayRequest(settings=settings)

        async def attempt() -> replay_service_pb2.ForkReplayResponse:
            return await self.replays.ForkReplay(_parts(first, file))

        answer = await self.until_answered(attempt)
        game_id = answer.game.game_id
        seats = tuple(self.seat(game_id, each.seat, each.token, settings.claim) for each in answer.seats)
        return Forked(answer.game, self.host(game_id, answer.token, settings.claim), seats)


def _parts(first: S, file: bytes) -> Iterator[S]:
    """A file as a stream: the settings, then its bytes, so many at a time."""
    yield first
    for start in range(0, len(file), PART_BYTES):
        yield type(first)(lines=file[start : start + PART_BYTES])
