"""Clients that play as fast as they are answered, and tell how long each answer took, in seconds."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

import grpc
from served import process

from summitbook.everest1924.v1 import everest1924_pb2 as everest
from summitbook.mountaineering.v1 import mountaineering_pb2 as mountaineering
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import games_pb2
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_client.policy import at_random

CLAIM = b"of the bench's own"
EVEREST, MOUNTAINEERING = "everest1924", "mountaineering"
ROLL = games_pb2.Command(everest1924=everest.Command(roll_dice=everest.RollDice()))
ADVANCE = games_pb2.Command(everest1924=everest.Command(advance=everest.Advance()))
ABANDON = games_pb2.Command(everest1924=everest.Command(abandon=everest.Abandon()))


class Seat(NamedTuple):
    """A game in play and the metadata of its only seat."""

    game_id: str
    metadata: tuple[tuple[str, str], ...]


class Pair(NamedTuple):
    """A seat that can lay a card and take it back for as long as one likes."""

    seat: Seat
    lay: games_pb2.Command
    take_back: games_pb2.Command


class Stream:
    """Commands of any seats on one stream, as many at once as one likes."""

    def __init__(self, call: grpc.aio.StreamStreamCall[games.PlayRequest, games.PlayResponse]) -> None:
        self._call = call
        self._sent: deque[tuple[float, asyncio.Future[tuple[float, games.PlayResponse]]]] = deque()
        self._sending = asyncio.Lock()
        self._reading = asyncio.create_task(self._read())

    async def act(self, seat: Seat, command: games_pb2.Command) -> tuple[float, games.PlayResponse]:
        """Send one command."""
        act = games.ActRequest(game_id=seat.game_id, command_id=str(uuid4()), command=command)
        request = games.PlayRequest(act=act, token=seat.metadata[0][1].removeprefix("Bearer "))
        answer: asyncio.Future[tuple[float, games.PlayResponse]] = asyncio.Future()
        async with self._sending:
            self._sent.append((time.perf_counter(), answer))
            await self._call.write(request)
        return await answer

    async def close(self) -> None:
        """Send no more."""
        await self._call.done_writing()
        await self._reading

    async def _read(self) -> None:
        async for told in self._call:
            before, answer = self._sent.popleft()
            answer.set_result((time.perf_counter() - before, told))


class Players:
    """Everyone who calls the service in a bench."""

    def __init__(self, port: int, bare_port: int) -> None:
        self.port = port
        self._channels = [grpc.aio.insecure_channel(f"127.0.0.1:{each}") for each in (port, bare_port)]
        self.games = GameServiceStub(self._channels[0])
        self._bare = {
            name: self._channels[1].unary_unary(f"/bench.Bare/{name}")
            for name in ("Echo", "Used", "Commits", "Commit", "Memory")
        }

    async def close(self) -> None:
        """Hang up."""
        for channel in self._channels:
            await channel.close()

    async def told(self, name: str) -> float:
        """What the server tells of itself: see `served.Probe`."""
        return float(await self._bare[name](b""))

    async def echo(self) -> float:
        """Make one empty call."""
        before = time.perf_counter()
        await self._bare["Echo"](b"")
        return time.perf_counter() - before

    async def create(self, game: str = EVEREST, **chosen: Any) -> str:
        """The id of a new game."""
        request = games.CreateGameRequest(command_id=str(uuid4()), game=game, seats=1, claim=CLAIM, **chosen)
        return (await self.games.CreateGame(request)).game.game_id

    async def sit(self, game: str = EVEREST, **chosen: Any) -> Seat:
        """Begin a new game."""
        game_id = await self.create(game, **chosen)
        take = games.TakeSeatRequest(game_id=game_id, command_id=str(uuid4()), name="Bench", claim=CLAIM)
        token = (await self.games.TakeSeat(take)).token
        return Seat(game_id, (("authorization", f"Bearer {token}"),))

    async def act(self, seat: Seat, command: games_pb2.Command, **wanted: bool) -> tuple[float, Any]:
        """Send one command."""
        request = games.ActRequest(game_id=seat.game_id, command_id=str(uuid4()), command=command, **wanted)
        before = time.perf_counter()
        answer = await self.games.Act(request, metadata=seat.metadata)
        return time.perf_counter() - before, answer

    async def tried(self, seat: Seat, command: games_pb2.Command) -> list[tuple[float, Any]]:
        """Send one command; nothing where the rules refuse it, as when calls overtook one another."""
        try:
            return [await self.act(seat, command)]
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                raise
            return []

    def play(self) -> Stream:
        """A stream for commands."""
        return Stream(self.games.Play())

    async def pair(self, luck: Random) -> Pair:
        """A new game, played until there is a card that can be laid and taken back again."""
        while True:
            seat = await self.sit(MOUNTAINEERING, seed=luck.randbytes(32))
            if found := await self._pair(seat, luck):
                return found

    async def _pair(self, seat: Seat, luck: Random) -> Pair | None:
        request = games.GetGameRequest(game_id=seat.game_id)
        legal = (await self.games.GetGame(request, metadata=seat.metadata)).legal_actions
        while legal:
            chosen = at_random(legal, luck).command
            _, answer = await self.act(seat, chosen, want_legal_actions=True)
            legal = answer.legal_actions
            card = chosen.mountaineering.play_equipment.card
            back = mountaineering.Command(take_back_equipment={"card": card})
            take_back = games_pb2.Command(mountaineering=back)
            if card and any(action.command == take_back for action in legal):
                await self.act(seat, take_back)
                return Pair(seat, chosen, take_back)
        return None


@asynccontextmanager
async def served(data: Path, **settings: Any) -> AsyncIterator[Players]:
    """Players of a service in a process of its own."""
    with process(data, **settings) as ports:
        players = Players(*ports)
        try:
            yield players
        finally:
            await players.close()
