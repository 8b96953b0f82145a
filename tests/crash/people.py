"""Who calls the service while it is killed: players, and followers who resume after their last record."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from random import Random
from typing import Any

import grpc
from house import until

from summitbook.v1 import game_service_pb2 as pb
from summitbook_client.policy import at_random

from .calls import Calls, Fault, bearer, is_lost

CLAIM = b"one claim for everybody"


class Follower:
    """Follows one game to its end, through every break."""

    def __init__(self, calls: Calls, game_id: str) -> None:
        self._calls = calls
        self.game_id = game_id
        self.seen: list[bytes] = []
        """The hash of each record, in the order they came."""
        self.ended = False
        self.broke = 0

    async def follow(self) -> None:
        """Subscribe, and again after the last record seen when the stream breaks."""
        while not self.ended:
            request = pb.SubscribeRequest(game_id=self.game_id, after=len(self.seen))
            try:
                async for item in self._calls.games.Subscribe(request):
                    self.see(item)
                self.ended = True
            except grpc.aio.AioRpcError as error:
                if not is_lost(error):
                    raise Fault(f"a follower of {self.game_id} is told {error.code()}") from error
                self.broke += 1
                await asyncio.sleep(0.1)

    def see(self, item: Any) -> None:
        """Take the records of an item, each the next."""
        for record in item.records.records:
            if record.n != len(self.seen) + 1:
                raise Fault(f"record {record.n} of {self.game_id} came after {len(self.seen)}")
            self.seen.append(record.record_hash)


class Overseer:
    """Follows all games in their one order, through every break."""

    def __init__(self, calls: Calls, token: str) -> None:
        self._calls = calls
        self._token = token
        self._position = ""
        self.seen: dict[str, list[bytes]] = defaultdict(list)
        """By game the hash of each record, in the order they came."""

    async def follow(self) -> None:
        """Subscribe for ever, each time after the last position seen."""
        while True:
            request = pb.SubscribeAllRequest(after=self._position)
            try:
                async for item in self._calls.games.SubscribeAll(request, metadata=bearer(self._token)):
                    self._see(item)
            except grpc.aio.AioRpcError as error:
                if not is_lost(error):
                    raise Fault(f"who follows all games is told {error.code()}") from error
                await asyncio.sleep(0.1)

    def _see(self, item: Any) -> None:
        for record in item.records.records:
            seen = self.seen[item.records.game_id]
            if record.n != len(seen) + 1:
                raise Fault(
                    f"record {record.n} of {item.records.game_id} came after {len(seen)} in all games"
                )
            seen.append(record.record_hash)
        self._position = item.position


class Crowd:
    """Everybody, until they are sent home; `token` is an operator's."""

    def __init__(self, calls: Calls, luck: Random, players: int, token: str) -> None:
        self._calls = calls
        self.overseer = Overseer(calls, token)
        self._overseeing = asyncio.create_task(self.overseer.follow())
        self._luck = luck
        self._leaving = False
        self.followers: list[Follower] = []
        self._playing = [asyncio.create_task(self._play()) for _ in range(players)]

    def check(self) -> None:
        """Raise what anybody has found."""
        for task in (*self._playing, self._overseeing):
            if task.done():
                task.result()

    async def leave(self) -> None:
        """Let everybody finish what they are about, and see that all games were told as one, too."""
        self._leaving = True
        await asyncio.gather(*self._playing)
        all_records = sum(len(follower.seen) for follower in self.followers)
        await until(lambda: self.check() or sum(map(len, self.overseer.seen.values())) >= all_records)
        self._overseeing.cancel()

    async def _play(self) -> None:
        info = await self._calls.ask("GetServerInfo", pb.GetServerInfoRequest())
        while not self._leaving:
            await self._play_one(self._luck.choice(info.games))

    async def _play_one(self, game: Any) -> None:
        """Play a game for a while, and see that who follows it is told all of it."""
        seats = game.editions[0].min_seats
        create = pb.CreateGameRequest(
            command_id=self._calls.new_id(), game=game.name, seats=seats, claim=CLAIM
        )
        game_id = (await self._calls.send("CreateGame", create)).game.game_id
        follower = Follower(self._calls, game_id)
        self.followers.append(follower)
        following = asyncio.create_task(follower.follow())
        tokens = [await self._sit(game_id, seat) for seat in range(seats)]
        for _ in range(self._luck.randrange(5, 60)):
            if self._leaving or not await self._turn(game_id, tokens):
                break
        last = (await self._calls.ask("GetGame", pb.GetGameRequest(game_id=game_id))).game.version
        await until(lambda: following.done() or len(follower.seen) >= last)
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following

    async def _sit(self, game_id: str, seat: int) -> str:
        take = pb.TakeSeatRequest(
            game_id=game_id, command_id=self._calls.new_id(), name=f"Climber {seat}", seat=seat, claim=CLAIM
        )
        token: str = (await self._calls.send("TakeSeat", take)).token
        return token

    async def _turn(self, game_id: str, tokens: list[str]) -> bool:
        """Let a seat that may do something do it; False where none may."""
        for token in tokens:
            seen = await self._calls.ask("GetGame", pb.GetGameRequest(game_id=game_id), token)
            if not seen.legal_actions:
                continue
            act = pb.ActRequest(
                game_id=game_id,
                command_id=self._calls.new_id(),
                expected_version=seen.game.version,
                command=at_random(seen.legal_actions, self._luck).command,
            )
            with suppress(grpc.aio.AioRpcError):
                await self._calls.send("Act", act, token)
            return True
        return False
