"""Calls that are sent until they are answered, and what was answered."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.replay_service_pb2_grpc import ReplayServiceStub

RECONNECTING = (
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 50),
    ("grpc.max_reconnect_backoff_ms", 200),
    ("grpc.use_local_subchannel_pool", 1),
)
SECONDS = 10.0
"""After how long a call is given up and sent again."""
AGAIN = {
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
}


class Fault(AssertionError):
    """The service broke a promise."""


class Sent(NamedTuple):
    """A command as it was sent, and the token it was sent with."""

    method: str
    request: Any
    token: str

    def __repr__(self) -> str:
        """What was sent, without the token."""
        return f"{self.method} {self.request}"


class Told(NamedTuple):
    """What a command was answered, without what is as of now."""

    game_id: str
    version: int
    record_hash: bytes
    events: tuple[bytes, ...]

    @classmethod
    def of(cls, sent: Sent, answer: Any) -> Told:
        """What an answer says."""
        if sent.method == "CreateGame":
            return cls(answer.game.game_id, answer.game.version, answer.game.record_hash, ())
        events = tuple(event.SerializeToString(deterministic=True) for event in answer.events)
        return cls(sent.request.game_id, answer.version, answer.record_hash, events)


class Calls:
    """The way to the nodes, for everyone, and the list of what was acknowledged."""

    def __init__(self, addresses: list[str], luck: Random) -> None:
        self._channels = [grpc.aio.insecure_channel(address, RECONNECTING) for address in addresses]
        self._games = [GameServiceStub(channel) for channel in self._channels]
        self._replays = [ReplayServiceStub(channel) for channel in self._channels]
        self._luck = luck
        self.acknowledged: list[tuple[Sent, Told]] = []
        self.retried = 0

    async def close(self) -> None:
        """Hang up."""
        for channel in self._channels:
            await channel.close()

    @property
    def games(self) -> GameServiceStub:
        """Some node."""
        return self._luck.choice(self._games)

    @property
    def replays(self) -> ReplayServiceStub:
        """Some node."""
        return self._luck.choice(self._replays)

    def new_id(self) -> str:
        """A UUID."""
        return str(UUID(int=self._luck.getrandbits(128), version=4))

    async def ask(self, method: str, request: Any, token: str = "") -> Any:
        """Ask until there is an answer; raises AioRpcError where it is a refusal."""
        while True:
            try:
                call = getattr(self.games, method)
                return await call(request, metadata=bearer(token), timeout=SECONDS)
            except grpc.aio.AioRpcError as error:
                if not is_lost(error):
                    raise
                self.retried += 1
                await asyncio.sleep(self._luck.random() * 0.2)

    async def send(self, method: str, request: Any, token: str = "") -> Any:
        """Send a command until it is answered, one in ten twice at once; raises AioRpcError for a refusal."""
        sent = Sent(method, request, token)
        hands = 2 if self._luck.random() < 0.1 else 1
        answers = await asyncio.gather(*(self.ask(*sent) for _ in range(hands)), return_exceptions=True)
        if refusal := next((each for each in answers if isinstance(each, BaseException)), None):
            if hands == 1 or all(isinstance(each, BaseException) for each in answers):
                raise refusal
            raise Fault(f"answered and refused: {sent}: {refusal}")
        told = {Told.of(sent, answer) for answer in answers}
        if len(told) > 1:
            raise Fault(f"answered twice and not alike: {sent}: {told}")
        self.acknowledged.append((sent, *told))
        return answers[0]


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carry a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def reason_of(error: grpc.aio.AioRpcError) -> str:
    """The stable reason of the service, or none where the error is not of its making."""
    details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
    info = ErrorInfo()
    if details and (status := Status.FromString(details)).details:
        status.details[0].Unpack(info)
    return info.reason


def is_lost(error: grpc.aio.AioRpcError) -> bool:
    """Whether nobody knows what became of the call; raises Fault where the service says it is at fault."""
    reason = reason_of(error)
    if reason == "INTERNAL":
        raise Fault(f"a fault of the service: {error.details()}")
    return error.code() in AGAIN or not reason
