"""A node that is told to stop while streams are open and commands in flight."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random

import grpc
from house import ROLL

from summitbook.v1 import game_service_pb2 as pb

from .calls import Calls, Fault, Sent, Told, bearer, is_lost, reason_of
from .judge import judge
from .nodes import Node
from .people import CLAIM, Follower

STREAMS = 500
COMMANDS = 20


async def stops(node: Node, times: int, seed: int, done: Callable[[], object] = lambda: None) -> list[float]:
    """Stop a node under load so many times; how many seconds each stop took. Raises Fault."""
    luck = Random(seed)
    calls, streams, took = Calls([node.address], luck), [], []
    for _ in range(times):
        streams += await _open(calls)
        took.append(await _stop(node, calls, streams[-STREAMS:], luck))
        done()
    await judge(calls, streams)
    await calls.close()
    return took


async def _open(calls: Calls) -> list[_Stream]:
    games = [await _begun(calls) for _ in range(COMMANDS)]
    streams = [_Stream(calls, *game) for game in games * (STREAMS // COMMANDS)]
    await asyncio.gather(*(stream.open() for stream in streams))
    return streams


async def _stop(node: Node, calls: Calls, streams: list[_Stream], luck: Random) -> float:
    """Stop it with these streams open and a command in flight in each of their games, and start it again."""
    ending = [asyncio.create_task(stream.end()) for stream in streams]
    acting = [asyncio.create_task(_act(calls, stream)) for stream in streams[:COMMANDS]]
    await asyncio.sleep(luck.random() * 0.02)
    seconds = await _stopped(node)
    answers = await asyncio.gather(*acting)
    await asyncio.gather(*ending)
    await node.start()
    await asyncio.gather(*(_again(calls, *each) for each in answers))
    await asyncio.gather(*(stream.catch_up() for stream in streams))
    return seconds


async def _begun(calls: Calls) -> tuple[str, str]:
    """A game that has begun, and its seat's token."""
    create = pb.CreateGameRequest(command_id=calls.new_id(), game="everest1924", seats=1, claim=CLAIM)
    game_id = (await calls.send("CreateGame", create)).game.game_id
    take = pb.TakeSeatRequest(game_id=game_id, command_id=calls.new_id(), name="Irvine", claim=CLAIM)
    return game_id, (await calls.send("TakeSeat", take)).token


async def _act(calls: Calls, stream: _Stream) -> tuple[Sent, Told | None]:
    """Roll once; None where the stop was faster."""
    roll = pb.ActRequest(game_id=stream.game_id, command_id=calls.new_id(), command=ROLL)
    sent, token = Sent("Act", roll, stream.token), stream.token
    try:
        return sent, Told.of(sent, await calls.games.Act(sent.request, metadata=bearer(token)))
    except grpc.aio.AioRpcError as error:
        if not is_lost(error):
            raise Fault(f"a command in flight is told {error.code()}") from error
        return sent, None


async def _again(calls: Calls, sent: Sent, told: Told | None) -> None:
    """Send a command again: it is answered as before, or carried out now."""
    again = Told.of(sent, await calls.send(*sent))
    if told not in {None, again}:
        raise Fault(f"answered otherwise after the stop: {sent}: {again} for {told}")


async def _stopped(node: Node) -> float:
    before = time.perf_counter()
    await node.stop()
    return time.perf_counter() - before


class _Stream(Follower):
    """A follower who is there when the node stops, and holds a seat's token."""

    def __init__(self, calls: Calls, game_id: str, token: str) -> None:
        super().__init__(calls, game_id)
        self.token = token

    async def open(self) -> None:
        """Read all that there is."""
        self._call = self._calls.games.Subscribe(pb.SubscribeRequest(game_id=self.game_id))
        while not (item := await self._call.read()).HasField("caught_up"):
            self.see(item)

    async def end(self) -> None:
        """Read on to the end, which is UNAVAILABLE."""
        try:
            while (item := await self._call.read()) is not grpc.aio.EOF:
                self.see(item)
        except grpc.aio.AioRpcError as error:
            if (error.code().name, reason_of(error)) != ("UNAVAILABLE", "SHUTTING_DOWN"):
                raise Fault(f"a stream ends with {error.code()} at the stop") from error
        else:
            raise Fault("a stream ends with OK at the stop")

    async def catch_up(self) -> None:
        """Read what came since, from the next start."""
        request = pb.SubscribeRequest(game_id=self.game_id, after=len(self.seen))
        call = self._calls.games.Subscribe(request)
        async for item in call:
            self.see(item)
            if item.HasField("caught_up"):
                break
        call.cancel()
