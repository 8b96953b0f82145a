"""Bots that enter a tournament: most play, some never come, some drop out."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Literal

import grpc
from crash.calls import reason_of

from summitbook.v1 import game_pb2, games_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_client.policy import at_random

from .lines import Lines

OVER = {"GAME_OVER", "BAD_SEAT"}
OVERTAKEN = {"WRONG_VERSION", "NOT_YOUR_TURN", "WRONG_PHASE"}
Habit = Literal["plays", "stays away", "drops out"]


class Entrant:
    """One contestant; it knows its claim and its token, and no rules."""

    def __init__(
        self, lines: Lines, tournament_id: str, name: str, habit: Habit, *, tired: int, luck: Random
    ) -> None:
        """After `tired` commands of one game it gives up: by chance alone some games take thousands."""
        self.name, self.habit = name, habit
        self.number = -1
        self.commands = self.seats = 0
        self._lines = lines
        self._tournament_id = tournament_id
        self._tired = tired
        self._luck = luck
        self._claim = luck.randbytes(32)
        self._token = ""

    async def enter(self) -> None:
        """Enter under its name."""
        request = pb.EnterTournamentRequest(
            tournament_id=self._tournament_id,
            command_id=self._lines.new_id(),
            name=self.name,
            claim=self._claim,
        )
        answer = await self._lines.tournament("EnterTournament", request)
        self.number, self._token = answer.contestant, answer.token

    async def leave(self) -> None:
        """Drop out."""
        request = pb.LeaveTournamentRequest(
            tournament_id=self._tournament_id, command_id=self._lines.new_id()
        )
        await self._lines.tournament("LeaveTournament", request, self._token)

    async def play(self) -> None:
        """Play what there is to be played, or stay away from it."""
        if self.habit == "stays away":
            return
        request = pb.ListSeatsRequest(tournament_id=self._tournament_id)
        answer = await self._lines.tournament("ListSeats", request, self._token)
        self.seats += len(answer.seats)
        await asyncio.gather(*(self._play(seat) for seat in answer.seats))

    async def _play(self, seat: pb.ContestantSeat) -> None:
        commands = 0
        while commands < self._tired:
            request = games.GetGameRequest(game_id=seat.game_id)
            seen = await self._lines.game("GetGame", request, seat.token)
            if seen.game.status == game_pb2.GAME_STATUS_CLOSED or seen.game.seats[seat.seat].retired:
                return
            if seat.seat in seen.game.waits_for and seen.legal_actions:
                commands += await self._act_on(seat, seen.game.version, seen.legal_actions)
            else:
                follow = games.SubscribeRequest(game_id=seat.game_id, after=seen.game.version)
                await self._lines.changed(follow, seat.token)
        await self._retire(seat)

    async def _act_on(
        self, seat: pb.ContestantSeat, version: int, actions: Sequence[games_pb2.LegalAction]
    ) -> int:
        """Act as long as it is on this seat; how many commands that were."""
        commands = 0
        while actions and commands < self._tired:
            request = games.ActRequest(
                game_id=seat.game_id,
                command_id=self._lines.new_id(),
                expected_version=version,
                command=at_random(actions, self._luck).command,
                want_legal_actions=True,
            )
            try:
                answer = await self._lines.game("Act", request, seat.token)
            except grpc.aio.AioRpcError as error:
                if reason_of(error) not in OVER | OVERTAKEN:
                    raise
                break
            commands += 1
            version, actions = answer.version, answer.legal_actions
        self.commands += commands
        return max(1, commands)

    async def _retire(self, seat: pb.ContestantSeat) -> None:
        request = games.RetireSeatRequest(game_id=seat.game_id, command_id=self._lines.new_id())
        try:
            await self._lines.game("RetireSeat", request, seat.token)
        except grpc.aio.AioRpcError as error:
            if reason_of(error) not in OVER:
                raise
