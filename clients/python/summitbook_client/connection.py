"""A connection to a service: typed calls that are sent again where that is safe, and streams that resume."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import NamedTuple, Self, TypeVar
from uuid import uuid4

import grpc

from summitbook.v1 import game_pb2, games_pb2, replay_service_pb2
from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.replay_service_pb2_grpc import ReplayServiceStub

from .errors import ending, refusal
from .receipts import Receipt
from .silence import spoken
from .tls import TLS, channel_to
from .tries import Tries

Q = TypeVar("Q")
A = TypeVar("A")
R = TypeVar(
    "R",
    game_pb2.Game,
    pb.TakeSeatResponse,
    pb.LeaveSeatResponse,
    pb.RetireSeatResponse,
    pb.CancelGameResponse,
    pb.ActResponse,
)
"""What tells a game's last record."""

CLAIM_BYTES = 32
PART_BYTES = 32_768
"""Of a file that is sent, so many at a time."""
ATTEMPT = 20.0
"""Seconds that one try may take."""
STRANGER_PATIENCE, STRANGER_ATTEMPT = 1.0, 5.0
"""The same for a server that has never answered: it is more likely not there."""
SILENT_BEATS = 3
"""After so many heartbeats' time without any item a stream is called anew: docs/api.md, "Watching"."""
CHANNEL = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # Within 40 seconds a dead server is noticed, however little is sent; gRPC waits for a minute else.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
)


@dataclass(frozen=True)
class Seat:
    """A seat that one may act for; the token and the claim are its keys and are never shown."""

    game_id: str
    seat: int
    token: str = field(repr=False)
    claim: bytes = field(repr=False)


@dataclass(frozen=True)
class Host:
    """Whoever made a game, and its keys, which are never shown."""

    game_id: str
    token: str = field(repr=False)
    claim: bytes = field(repr=False)


class Made(NamedTuple):
    """A new game, the code that opens it where it is private, and its host."""

    game: game_pb2.Game
    join_code: str
    host: Host


class Forked(NamedTuple):
    """A practice game that goes on from a finished one, its host, and the seats that can still be played."""

    game: game_pb2.Game
    host: Host
    seats: tuple[Seat, ...]


def new_id() -> str:
    """A command id."""
    return str(uuid4())


def act_request(seat: Seat, command: games_pb2.Command, expected_version: int | None) -> pb.ActRequest:
    """A new command, whose answer is to have the view and what the seat may do next."""
    return pb.ActRequest(
        game_id=seat.game_id,
        command_id=new_id(),
        expected_version=expected_version,
        command=command,
        want_view=True,
        want_legal_actions=True,
    )


class Connection:
    """
    An open connection, in plain text unless there is `tls`; use it in `async with`.

    A call without an answer is made again, with the same command id, for `patience`
    seconds, and then raises Unreachable; `on_wait` is told before each pause, `on_answer`
    of the first answer after pauses, `on_receipt` what each answer to a command is a
    receipt of. A refusal raises Refused.
    """

    def __init__(
        self,
        server: str,
        *,
        tls: TLS | None = None,
        patience: float = 20.0,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        self.server = server
        self._tls = tls
        self.on_wait = on_wait or _nothing
        self.on_answer: Callable[[], None] = _nothing
        self.on_receipt: Callable[[Receipt], None] = _nowhere
        self._patience = patience
        self._waiting = False
        self._met = False
        self._silence: float | None = None

    async def __aenter__(self) -> Self:
        self._channel = channel_to(self.server, self._tls, CHANNEL)
        self._games = GameServiceStub(self._channel)
        self._replays = ReplayServiceStub(self._channel)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    async def server_info(self) -> pb.GetServerInfoResponse:
        """Which games there are, how they are played, and the limits."""
        return await self._ask(self._games.GetServerInfo, pb.GetServerInfoRequest())

    async def create_game(self, game: str, seats: int = 1, *, edition: str | None = None) -> game_pb2.Game:
        """Make a game with the default options, on the content of this name or the default one."""
        return (await self.make_game(game, seats, edition=edition)).game

    async def make_game(
        self,
        game: str,
        seats: int = 1,
        *,
        edition: str | None = None,
        options: games_pb2.Options | None = None,
        private: bool = False,
    ) -> Made:
        """Make a game and be its host; a private one is seen by those alone who sit there."""
        claim = secrets.token_bytes(CLAIM_BYTES)
        request = pb.CreateGameRequest(
            command_id=new_id(),
            game=game,
            edition=edition,
            seats=seats,
            options=options,
            private=private,
            claim=claim,
        )
        answer = await self._ask(self._games.CreateGame, request)
        made = self.received(answer.game.game_id, answer.game)
        return Made(made, answer.join_code, Host(answer.game.game_id, answer.token, claim))

    async def take_seat(self, game_id: str, name: str, *, code: str | None = None) -> Seat:
        """Sit down on the first free seat; with the join code of a private game its id may be left empty."""
        claim = secrets.token_bytes(CLAIM_BYTES)
        request = pb.TakeSeatRequest(
            game_id=game_id,
            command_id=new_id(),
            name=name,
            salt=secrets.token_bytes(16),
            claim=claim,
            join_code=code,
        )
        answer = await self._ask(self._games.TakeSeat, request)
        self.received(answer.game_id, answer)
        return Seat(game_id=answer.game_id, seat=answer.seat, token=answer.token, claim=claim)

    async def token_again(self, seat: Seat) -> Seat:
        """The seat with a fresh token, for a token that was lost or has run out."""
        request = pb.IssueTokenRequest(game_id=seat.game_id, seat=seat.seat, claim=seat.claim)
        answer = await self._ask(self._games.IssueToken, request)
        return Seat(game_id=seat.game_id, seat=seat.seat, token=answer.token, claim=seat.claim)

    async def leave_seat(self, seat: Seat) -> pb.LeaveSeatResponse:
        """Stand up again before the start."""
        request = pb.LeaveSeatRequest(game_id=seat.game_id, command_id=new_id())
        return self.received(seat.game_id, await self._ask(self._games.LeaveSeat, request, seat))

    async def retire_seat(self, seat: Seat) -> pb.RetireSeatResponse:
        """Give up for good; the game goes on without the seat where it can."""
        request = pb.RetireSeatRequest(game_id=seat.game_id, command_id=new_id())
        return self.received(seat.game_id, await self._ask(self._games.RetireSeat, request, seat))

    async def cancel_game(self, host: Host) -> pb.CancelGameResponse:
        """End a game that has not begun, as its host."""
        request = pb.CancelGameRequest(game_id=host.game_id, command_id=new_id())
        return self.received(host.game_id, await self._ask(self._games.CancelGame, request, host))

    async def host_again(self, host: Host) -> Host:
        """The host with a fresh token, for one that has run out."""
        request = pb.IssueTokenRequest(game_id=host.game_id, claim=host.claim)
        answer = await self._ask(self._games.IssueToken, request)
        return Host(game_id=host.game_id, token=answer.token, claim=host.claim)

    async def game(self, game_id: str, seat: Seat | None = None) -> pb.GetGameResponse:
        """A game as it is, and for a seat what that seat may do."""
        return await self._ask(self._games.GetGame, pb.GetGameRequest(game_id=game_id), seat)

    async def games(self, game: str | None = None) -> AsyncIterator[game_pb2.Game]:
        """All games that anyone may see, newest first."""
        page = ""
        while True:
            answer = await self._ask(self._games.ListGames, pb.ListGamesRequest(game=game, page_token=page))
            for each in answer.games:
                yield each
            page = answer.next_page_token
            if not page:
                return

    async def act(
        self, seat: Seat, command: games_pb2.Command, *, expected_version: int | None = None
    ) -> pb.ActResponse:
        """Send a command; the answer has the events, the view and what the seat may do next."""
        request = act_request(seat, command, expected_version)
        return self.received(seat.game_id, await self._ask(self._games.Act, request, seat))

    def received(self, game_id: str, answer: R) -> R:
        """Pass on what tells a game's last record, once the receipt is kept."""
        self.on_receipt(Receipt(game_id, answer.version, answer.record_hash.hex()))
        return answer

    def stream(self) -> grpc.aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]:
        """A bare stream for commands; `playing.Playing` takes it up again where it breaks."""
        return self._games.Play()

    async def follow(
        self, game_id: str, after: int = 0, seat: Seat | None = None
    ) -> AsyncIterator[pb.SubscribeResponse]:
        """
        Every item of a game's stream behind record `after`, until the game's last record.

        A stream that breaks or falls silent is taken up again where it broke; Unreachable
        when the server stays away for the whole of the patience.
        """
        silence, tries = await self._longest_silence(), self.tries()
        while True:
            request = pb.SubscribeRequest(game_id=game_id, after=after, want_view=True)
            try:
                async for item in spoken(self._games.Subscribe(request, metadata=_bearer(seat)), silence):
                    tries, after = self.answered(), item.version
                    yield item
            except (grpc.aio.AioRpcError, TimeoutError) as error:
                await tries.after(*ending(error))
            else:
                return

    async def follow_all(
        self, token: Callable[[], str], after: str = ""
    ) -> AsyncIterator[pb.SubscribeAllResponse]:
        """
        Every item of all games behind a position, for ever; `token` tells an operator's, for each stream.

        A stream that breaks is taken up again, as `follow` does.
        """
        silence, tries = await self._longest_silence(), self.tries()
        while True:
            request, metadata = pb.SubscribeAllRequest(after=after), _authorization(token())
            try:
                async for item in spoken(self._games.SubscribeAll(request, metadata=metadata), silence):
                    tries, after = self.answered(), item.position
                    yield item
            except (grpc.aio.AioRpcError, TimeoutError) as error:
                await tries.after(*ending(error))

    async def export(self, game_id: str, seat: Seat | None = None) -> bytes:
        """The game's replay file, as recorded so far."""
        tries = self.tries()
        request = replay_service_pb2.ExportReplayRequest(game_id=game_id)
        while True:
            try:
                parts = self._replays.ExportReplay(request, metadata=_bearer(seat))
                return b"".join([part.lines async for part in parts])
            except grpc.aio.AioRpcError as error:
                await tries.after(error.code(), refusal(error))

    async def fork(self, file: bytes, n: int, *, private: bool = False) -> Forked:
        """Make a practice game that goes on from record n of a finished game, and hold all its seats."""
        claim = secrets.token_bytes(CLAIM_BYTES)
        settings = replay_service_pb2.ForkSettings(command_id=new_id(), n=n, private=private, claim=claim)
        tries = self.tries()
        while True:
            try:
                answer = await self._replays.ForkReplay(_parts(settings, file))
            except grpc.aio.AioRpcError as error:
                await tries.after(error.code(), refusal(error))
            else:
                self.answered()
                game_id = answer.game.game_id
                seats = tuple(Seat(game_id, each.seat, each.token, claim) for each in answer.seats)
                return Forked(answer.game, Host(game_id, answer.token, claim), seats)

    async def _ask(
        self, call: grpc.aio.UnaryUnaryMultiCallable[Q, A], request: Q, bearer: Seat | Host | None = None
    ) -> A:
        tries = self.tries()
        while True:
            try:
                timeout = ATTEMPT if self._met else STRANGER_ATTEMPT
                answer = await call(request, metadata=_bearer(bearer), timeout=timeout)
            except grpc.aio.AioRpcError as error:
                await tries.after(error.code(), refusal(error))
            else:
                self.answered()
                return answer

    async def _longest_silence(self) -> float | None:
        """After how many seconds of silence a stream is called anew; None where the server does not say."""
        if self._silence is None:
            self._silence = SILENT_BEATS * (await self.server_info()).limits.heartbeat_seconds
        return self._silence or None

    def tries(self) -> Tries:
        """How long to go on from now without an answer."""
        patience = self._patience if self._met else min(self._patience, STRANGER_PATIENCE)
        return Tries(patience, self._waits)

    def answered(self) -> Tries:
        """The server has answered: from now on there is the whole patience again."""
        self._met = True
        if self._waiting:
            self._waiting = False
            self.on_answer()
        return self.tries()

    def _waits(self) -> None:
        self._waiting = True
        self.on_wait()


def _parts(
    settings: replay_service_pb2.ForkSettings, file: bytes
) -> Iterator[replay_service_pb2.ForkReplayRequest]:
    yield replay_service_pb2.ForkReplayRequest(settings=settings)
    for start in range(0, len(file), PART_BYTES):
        yield replay_service_pb2.ForkReplayRequest(lines=file[start : start + PART_BYTES])


def _nothing() -> None:
    """Nobody wants to be told."""


def _nowhere(receipt: Receipt) -> None:
    """Nobody keeps receipts."""


def _bearer(bearer: Seat | Host | None) -> grpc.aio.Metadata:
    return _authorization(bearer.token) if bearer else grpc.aio.Metadata()


def _authorization(token: str) -> grpc.aio.Metadata:
    return grpc.aio.Metadata(("authorization", f"Bearer {token}"))
