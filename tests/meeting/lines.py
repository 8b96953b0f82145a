"""Lines to all nodes: a call is made again, on another node too, until it is answered."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any
from uuid import UUID

import grpc
from crash.calls import RECONNECTING, bearer, is_lost

from summitbook.v1 import replay_service_pb2 as replays
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.replay_service_pb2_grpc import ReplayServiceStub
from summitbook.v1.tournament_service_pb2_grpc import TournamentServiceStub

SECONDS = 20.0
"""After how long a call is given up and made again."""


class Lines:
    """The way to the nodes; whoever calls does not know which of them answers."""

    def __init__(self, addresses: list[str], luck: Random) -> None:
        self._channels = [grpc.aio.insecure_channel(address, RECONNECTING) for address in addresses]
        self._nodes = [
            {kind: kind(channel) for kind in (GameServiceStub, ReplayServiceStub, TournamentServiceStub)}
            for channel in self._channels
        ]
        self._luck = luck
        self.calls = self.retried = 0

    async def close(self) -> None:
        """Hang up."""
        for channel in self._channels:
            await channel.close()

    def new_id(self) -> str:
        """A UUID."""
        return str(UUID(int=self._luck.getrandbits(128), version=4))

    async def game(self, method: str, request: Any, token: str = "") -> Any:
        """A call of GameService; raises AioRpcError where it is a refusal."""
        return await self._ask(GameServiceStub, method, request, token)

    async def tournament(self, method: str, request: Any, token: str = "") -> Any:
        """A call of TournamentService."""
        return await self._ask(TournamentServiceStub, method, request, token)

    async def key(self) -> str:
        """The public key that the nodes seal with, in hex."""
        answer = await self._ask(ReplayServiceStub, "GetServerKey", replays.GetServerKeyRequest(), "")
        return str(answer.public_key.hex())

    async def export(self, request: Any) -> bytes:
        """A tournament's dossier, of the first node that brings all of it."""
        while True:
            stub = self._luck.choice(self._nodes)[TournamentServiceStub]
            try:
                return b"".join([part.data async for part in stub.ExportTournament(request)])
            except grpc.aio.AioRpcError as error:
                if not is_lost(error):
                    raise
                await asyncio.sleep(0.1)

    async def changed(self, request: Any, token: str) -> None:
        """Wait until there are records that this Subscribe asks for, or the line breaks, or a while."""
        try:
            async with asyncio.timeout(SECONDS):
                stub = self._luck.choice(self._nodes)[GameServiceStub]
                async for item in stub.Subscribe(request, metadata=bearer(token)):
                    if item.HasField("records"):
                        return
        except TimeoutError:
            pass
        except grpc.aio.AioRpcError as error:
            if not is_lost(error):
                raise
            await asyncio.sleep(0.1)

    async def _ask(self, service: type, method: str, request: Any, token: str) -> Any:
        while True:
            try:
                self.calls += 1
                call = getattr(self._luck.choice(self._nodes)[service], method)
                return await call(request, metadata=bearer(token), timeout=SECONDS)
            except grpc.aio.AioRpcError as error:
                if not is_lost(error):
                    raise
                self.retried += 1
                await asyncio.sleep(self._luck.random() * 0.2)
