"""Clients that play as fast as they are answered, and tell how long each answer took, in seconds."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import uuid4

import grpc

from summitbook.everest1924.v1 import everest1924_pb2 as everest
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import games_pb2
from summitbook.v1.game_service_pb2_grpc import GameServiceStub

CLAIM = b"of the bench's own"
ROLL = games_pb2.Command(everest1924=everest.Command(roll_dice=everest.RollDice()))
ADVANCE = games_pb2.Command(everest1924=everest.Command(advance=everest.Advance()))


class Seat(NamedTuple):
    """A game in play and the metadata of its only seat."""

    game_id: str
    metadata: tuple[tuple[str, str], ...]


@dataclass
class Climb:
    """A game that is played to be long, as its seat last saw it."""

    seat: Seat
    view: games_pb2.View
    legal: list[games_pb2.LegalAction]


class Players:
    """Everyone who calls the service in a bench."""

    def __init__(self, port: int, bare_port: int) -> None:
        self._channels = [grpc.aio.insecure_channel(f"127.0.0.1:{each}") for each in (port, bare_port)]
        self._games = GameServiceStub(self._channels[0])
        self._echo = self._channels[1].unary_unary("/bench.Bare/Echo")
        self._used = self._channels[1].unary_unary("/bench.Bare/Used")

    async def close(self) -> None:
        """Hang up."""
        for channel in self._channels:
            await channel.close()

    async def used(self) -> float:
        """The processor seconds that the server has used so far."""
        return float(await self._used(b""))

    async def sit(self) -> Seat:
        """Begin a new game."""
        create = games.CreateGameRequest(command_id=str(uuid4()), game="everest1924", seats=1, claim=CLAIM)
        game_id = (await self._games.CreateGame(create)).game.game_id
        take = games.TakeSeatRequest(game_id=game_id, command_id=str(uuid4()), name="Bench", claim=CLAIM)
        token = (await self._games.TakeSeat(take)).token
        return Seat(game_id, (("authorization", f"Bearer {token}"),))

    async def echo(self) -> float:
        """Make one empty call."""
        before = time.perf_counter()
        await self._echo(b"")
        return time.perf_counter() - before

    async def act(self, seat: Seat, command: games_pb2.Command, **wanted: bool) -> tuple[float, Any]:
        """Send one command."""
        request = games.ActRequest(game_id=seat.game_id, command_id=str(uuid4()), command=command, **wanted)
        before = time.perf_counter()
        answer = await self._games.Act(request, metadata=seat.metadata)
        return time.perf_counter() - before, answer

    async def begin(self) -> Climb:
        """Begin a new game that is to be long."""
        seat = await self.sit()
        seen = await self._games.GetGame(games.GetGameRequest(game_id=seat.game_id), metadata=seat.metadata)
        return Climb(seat, seen.view, list(seen.legal_actions))

    async def step(self, climb: Climb) -> float:
        """Send the next command of a long game and see what it led to."""
        command = patient(climb.view, climb.legal)
        seconds, answer = await self.act(climb.seat, command, want_view=True, want_legal_actions=True)
        climb.view, climb.legal = answer.view, list(answer.legal_actions)
        return seconds


def patient(view: games_pb2.View, legal: list[games_pb2.LegalAction]) -> games_pb2.Command:
    """A choice that makes a game long: combine all there is to combine, go along a row to its end, camp."""
    seen, choices = view.everest1924, defaultdict(list)
    for action in legal:
        choices[action.command.everest1924.WhichOneof("command")].append(action.command)
    row = seen.rows[seen.row]
    along = seen.column + 1 < row.first + row.squares
    if along and choices["combine_dice"]:
        return choices["combine_dice"][0]
    if not along and seen.straight_value < seen.target and choices["reroll_dice"]:
        return max(choices["reroll_dice"], key=lambda command: len(command.everest1924.reroll_dice.dice))
    advances = sorted(choices["advance"], key=lambda command: command.everest1924.advance.make_camp)
    return (advances or choices["roll_dice"] or [legal[0].command])[-1]
