"""Who follows the service in a run, one game or all of them, and resumes whatever breaks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import aclosing
from typing import Any
from uuid import UUID

from summitbook.v1 import game_service_pb2 as pb
from summitbook_service.keys import Bearer

from .clients import TRY_AGAIN, Player
from .node import Fault, Stopped, WentAway
from .world import World

OPERATOR = Bearer("operator", "operator")


class Watcher(ABC):
    """Holds each record that it is sent against the disk."""

    METHOD: str
    BEARER: Bearer | None = None

    def __init__(self, world: World, name: str) -> None:
        self._world = world
        self.name = name
        self.seen = 0
        """How many records it has seen."""

    @property
    @abstractmethod
    def behind(self) -> bool:
        """Whether there are records that it has not seen."""

    @abstractmethod
    def _request(self) -> Any:
        """What it sends to go on after what it has seen; None while it knows of nothing to follow."""

    @abstractmethod
    def _take(self, item: bytes) -> None:
        """Look at an item; raises Fault."""

    @abstractmethod
    def _recorded(self, streams: Mapping[UUID, int]) -> int:
        """How many records there were for it to see when the streams of the store went so far."""

    async def watch(self) -> None:
        """Subscribe, and again after the last record seen when the stream breaks, until it ends for good."""
        ended = False
        while not ended:
            await self._world.pause(1)
            try:
                ended = await self._follow()
            except TRY_AGAIN as error:
                self._world.note(self.name, f"resumes after {self.seen}: {type(error).__name__}")
        if self.behind:
            raise Fault(f"{self.name}'s stream ended after {self.seen} records, before the last")

    async def _follow(self) -> bool:
        """Read a stream to its end; False where there is nothing to follow yet."""
        request = self._request()
        if request is None:
            return False
        try:
            await self._read(request)
        except Stopped as stopped:
            if self.seen < self._recorded(stopped.recorded):
                raise Fault(
                    f"{self.name}'s stream ended after {self.seen}, before what is recorded"
                ) from stopped
            raise
        return True

    async def _read(self, request: Any) -> None:
        world = self._world
        call = world.luck.choice(world.nodes).stream(self.METHOD, request, self.BEARER)
        async with aclosing(call) as items:
            async for item in items:
                self._take(item)
                if world.chance(0.1):
                    await world.pause(10)
                if world.chance(0.05):
                    raise WentAway

    def _see(self, game_id: UUID, record: Any) -> None:
        self._world.note(self.name, f"sees {record.n} {record.record_hash.hex()[:8]}")
        row = self._world.disk.streams[game_id].get(record.n)
        if row is None or row.line != record.line:
            raise Fault(f"{self.name} sees {record.n}, which is not what is on the disk")
        self.seen += 1


class Follower(Watcher):
    """Follows the game of a player."""

    METHOD = "Subscribe"

    def __init__(self, world: World, name: str, player: Player) -> None:
        super().__init__(world, name)
        self._player = player

    @property
    def behind(self) -> bool:
        """See `Watcher`."""
        game = self._player.game_id
        return bool(game) and self.seen < max(self._world.disk.streams[UUID(game)], default=0)

    def _request(self) -> Any:
        game = self._player.game_id
        return pb.SubscribeRequest(game_id=game, after=self.seen) if game else None

    def _take(self, item: bytes) -> None:
        for record in pb.SubscribeResponse.FromString(item).records.records:
            if record.n != self.seen + 1:
                raise Fault(f"{self.name} sees {record.n} after {self.seen}")
            self._see(UUID(self._player.game_id), record)

    def _recorded(self, streams: Mapping[UUID, int]) -> int:
        return streams.get(UUID(self._player.game_id), 0)


class Overseer(Watcher):
    """Follows all games in their one order."""

    METHOD = "SubscribeAll"
    BEARER = OPERATOR

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, name)
        self._position = ""

    @property
    def behind(self) -> bool:
        """See `Watcher`."""
        return self.seen < len(self._world.disk.records)

    def _request(self) -> Any:
        return pb.SubscribeAllRequest(after=self._position)

    def _take(self, item: bytes) -> None:
        told = pb.SubscribeAllResponse.FromString(item)
        game_id = UUID(told.records.game_id) if told.records.records else None
        for record in told.records.records:
            row = self._world.disk.records[self.seen]
            if (row.stream, row.n) != (game_id, record.n):
                raise Fault(f"{self.name} sees {record.n} of {game_id} where {row.n} of {row.stream} is next")
            self._see(game_id, record)
        self._position = told.position

    def _recorded(self, streams: Mapping[UUID, int]) -> int:
        return sum(streams.get(game_id, 0) for game_id in self._world.disk.games)
