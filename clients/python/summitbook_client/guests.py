"""Bots at the free places of a game that people play too; they come in by the same door."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

from summitbook.v1.game_pb2 import GAME_STATUS_OPEN, GAME_STATUS_PLAYING
from summitbook.v1.game_service_pb2 import GetGameResponse
from summitbook.v1.games_pb2 import LegalAction

from .errors import Refused
from .policy import at_random, going_on
from .table import Seat

IDLE_PACE = 0.05
"""Seconds at least before an action that leads nowhere: somebody else may know better meanwhile."""


async def fill(player: Seat) -> list[Seat]:
    """Take every place that is still free in the game of somebody who sits there."""
    seats: list[Seat] = []
    while (shown := await player.look()).game.status == GAME_STATUS_OPEN:
        for _ in range(sum(not seat.taken for seat in shown.game.seats)):
            seats.append(await player.take_seat(f"bot {len(seats) + 1}"))
    return seats


class Guests:
    """
    Some seats of one game, which choose at random.

    `pace` is how many seconds they take over a command, so that one can follow.
    """

    def __init__(self, seats: Sequence[Seat], *, luck: Random, pace: float) -> None:
        self._seats = {seat.seat: seat for seat in seats}
        self._look_from = seats[0]
        self._luck = luck
        self._pace = pace

    async def play(self) -> None:
        """Act whenever it is on one of these seats, until the game is closed."""
        async for _ in self._look_from.steps(await self._as_long_as_it_is_on_us()):
            await self._as_long_as_it_is_on_us()

    async def _as_long_as_it_is_on_us(self) -> int:
        """Act until others have to; the last record seen."""
        while True:
            shown = await self._look_from.look()
            chosen = await self._chosen(shown) if shown.game.status == GAME_STATUS_PLAYING else None
            if chosen is None or not await self._act(*chosen):
                return shown.game.version

    async def _act(self, seat: Seat, action: LegalAction) -> bool:
        """Send the action; False where somebody else was quicker, who will be heard of."""
        await asyncio.sleep(max(self._pace, IDLE_PACE if action.undoes else 0))
        try:
            await seat.act(action.command)
        except Refused:
            return False
        return True

    async def _chosen(self, shown: GetGameResponse) -> tuple[Seat, LegalAction] | None:
        """What those do that are waited for; else what helps; else what leads nowhere."""
        waited = set(shown.game.waits_for)
        on_us = waited <= set(self._seats)
        idle: list[tuple[Seat, list[LegalAction]]] = []
        for number in sorted(self._seats, key=lambda number: number not in waited):
            seat = self._seats[number]
            actions = await seat.legal_actions()
            ours = [action for action in actions if on_us or number in waited or action.helps]
            if some := going_on(ours):
                return seat, self._luck.choice(some)
            idle += [(seat, ours)] if ours else []
        if not idle:
            return None
        seat, choices = self._luck.choice(idle)
        return seat, at_random(choices, self._luck)
