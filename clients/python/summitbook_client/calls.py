"""An open channel: calls that are made again where that is safe, and streams that go on where they broke."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from summitbook.v1 import game_pb2, tournament_pb2, tournament_service_pb2
from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.replay_service_pb2_grpc import ReplayServiceStub
from summitbook.v1.tournament_service_pb2_grpc import TournamentServiceStub

from .errors import refusal, silent
from .receipts import Receipt, TournamentReceipt
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
    pb.GetHintResponse,
)
"""What tells a game's last record."""
T = TypeVar(
    "T",
    tournament_pb2.Tournament,
    tournament_service_pb2.EnterTournamentResponse,
    tournament_service_pb2.LeaveTournamentResponse,
    tournament_service_pb2.StartTournamentResponse,
    tournament_service_pb2.PublishRoundResponse,
    tournament_service_pb2.MakeMatchResponse,
    tournament_service_pb2.MakeDecisionResponse,
    tournament_service_pb2.CloseRoundResponse,
    tournament_service_pb2.CloseTournamentResponse,
)
"""What tells a tournament's last record."""
OnReceipt = Callable[[Receipt | TournamentReceipt], None]

PATIENCE = 20.0
"""Seconds that a call is made again for, where nothing else is said."""
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


def nothing() -> None:
    """Nobody wants to be told."""


def nowhere(receipt: Receipt | TournamentReceipt) -> None:
    """Nobody keeps receipts."""


class Calls:
    """
    An open connection, in plain text unless there is `tls`; use it in `async with`.

    A call without an answer is made again, the very same and so with the same command id,
    for `patience` seconds, with pauses that grow to two seconds; then it raises
    Unreachable. A refusal raises Refused. `on_wait` is told before each pause, `on_answer`
    of the first answer after pauses, `on_receipt` what each answer to a command is a
    receipt of.
    """

    def __init__(
        self,
        server: str,
        *,
        tls: TLS | None = None,
        patience: float = PATIENCE,
        on_wait: Callable[[], None] = nothing,
        on_answer: Callable[[], None] = nothing,
        on_receipt: OnReceipt = nowhere,
    ) -> None:
        self.server = server
        self.on_wait = on_wait
        self.on_answer = on_answer
        self.on_receipt = on_receipt
        self._tls = tls
        self._patience = patience
        self._waiting = False
        self._met = False
        self._silence: float | None = None

    async def __aenter__(self) -> Self:
        self._channel = channel_to(self.server, self._tls, CHANNEL)
        self.games = GameServiceStub(self._channel)
        self.replays = ReplayServiceStub(self._channel)
        self.tournaments = TournamentServiceStub(self._channel)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    async def ask(self, call: grpc.aio.UnaryUnaryMultiCallable[Q, A], request: Q, token: str = "") -> A:
        """Make a call until it is answered; raises Refused or Unreachable."""

        async def attempt() -> A:
            timeout = ATTEMPT if self._met else STRANGER_ATTEMPT
            return await call(request, metadata=bearer(token), timeout=timeout)

        return await self.until_answered(attempt)

    async def until_answered(self, attempt: Callable[[], Awaitable[A]]) -> A:
        """Try until there is an answer; raises Refused or Unreachable."""
        tries = self.tries()
        while True:
            try:
                answer = await attempt()
            except grpc.aio.AioRpcError as error:
                await tries.after(refusal(error))
            else:
                self.answered()
                return answer

    async def resumed(
        self, begin: Callable[[A | None], grpc.aio.UnaryStreamCall[Any, A]]
    ) -> AsyncGenerator[A, None]:
        """
        Every item of a stream to its end; `begin` opens it behind the last item, None for none yet.

        A stream that breaks or falls silent is opened again. Raises Refused, and Unreachable
        when the server stays away for the whole of the patience.
        """
        silence = await self._longest_silence()
        tries, last = self.tries(), None
        while True:
            try:
                async with aclosing(spoken(begin(last), silence)) as items:
                    async for item in items:
                        tries, last = self.answered(), item
                        yield item
            except grpc.aio.AioRpcError as error:
                await tries.after(refusal(error))
            except TimeoutError:
                await tries.after(silent())
            else:
                return

    def received(self, game_id: str, answer: R) -> R:
        """Pass on what tells a game's last record, once the receipt is kept."""
        self.on_receipt(Receipt(game_id, answer.version, answer.record_hash.hex()))
        return answer

    def received_of(self, tournament_id: str, answer: T) -> T:
        """Pass on what tells a tournament's last record, once the receipt is kept."""
        self.on_receipt(TournamentReceipt(tournament_id, answer.version, answer.record_hash.hex()))
        return answer

    async def _longest_silence(self) -> float | None:
        """After how many seconds of silence a stream is called anew; None where the server does not say."""
        if self._silence is None:
            answer = await self.ask(self.games.GetServerInfo, pb.GetServerInfoRequest())
            self._silence = SILENT_BEATS * answer.limits.heartbeat_seconds
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


def bearer(token: str) -> grpc.aio.Metadata:
    """The metadata that says who calls; none where there is no token."""
    return grpc.aio.Metadata(("authorization", f"Bearer {token}")) if token else grpc.aio.Metadata()
