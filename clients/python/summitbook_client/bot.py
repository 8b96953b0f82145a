"""A bot that plays whole games by a policy; it holds nothing but what it is sent."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from summitbook.v1.game_pb2 import GAME_STATUS_CLOSED
from summitbook.v1.game_service_pb2 import ActResponse
from summitbook.v1.games_pb2 import LegalAction

from .client import Client
from .errors import Refused
from .playing import Playing
from .policy import Policy
from .table import Host, Seat

GAMES_AT_ONCE = 16
REFUSALS_TO_STOP = 10
"""So many refusals and the bot does not understand the server."""


@dataclass
class Tally:
    """What came of it; refusals are counted by their code, games by their outcome."""

    games: int = 0
    commands: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    game_ids: list[str] = field(default_factory=list)


class Bot:
    """Plays games, every seat of them, several at once."""

    def __init__(
        self,
        client: Client,
        game: str,
        *,
        edition: str | None = None,
        seats: int,
        policy: Policy,
        luck: Random,
    ) -> None:
        self.tally = Tally()
        self._client = client
        self._playing = Playing(client)
        self._game = game
        self._edition = edition
        self._seats = seats
        self._policy = policy
        self._luck = luck

    async def play(self, games: int, played: Callable[[], None] = lambda: None) -> Tally:
        """Play so many whole games; `played` is told after each."""
        waiting = iter(range(games))

        async def one_after_another() -> None:
            for _ in waiting:
                await self._play_one()
                played()

        try:
            async with self._playing, asyncio.TaskGroup() as table:
                for _ in range(min(games, GAMES_AT_ONCE)):
                    table.create_task(one_after_another())
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return self.tally

    async def _play_one(self) -> None:
        host = await self._client.create_game(self._game, self._seats, edition=self._edition)
        seats = [await host.take_seat(f"bot {number}") for number in range(self._seats)]
        outcome = None
        while outcome is None:
            outcome = await self._play_on(host, seats)
        self.tally.games += 1
        self.tally.outcomes[outcome] += 1
        self.tally.game_ids.append(host.game_id)

    async def _play_on(self, host: Host, seats: Sequence[Seat]) -> str | None:
        """Play for a seat that gets on, if it can be one the game waits for; its outcome, if any."""
        game = (await host.look()).game
        if game.status == GAME_STATUS_CLOSED:
            return game.outcome
        idle: list[tuple[Seat, Sequence[LegalAction]]] = []
        for number in sorted(range(len(seats)), key=lambda number: number not in game.waits_for):
            seat = seats[number]
            actions = await seat.legal_actions()
            if _gets_on(actions):
                return await self._play_seat(seat, actions)
            idle += [(seat, actions)] if actions else []
        return await self._play_seat(*self._luck.choice(idle)) if idle else None

    async def _play_seat(self, seat: Seat, actions: Sequence[LegalAction]) -> str | None:
        """Play for this seat as long as it gets on."""
        while True:
            answer = await self._act(seat, actions)
            if answer is None:
                return None
            if outcome := _outcome(answer):
                return outcome
            actions = answer.legal_actions
            if not _gets_on(actions):
                return None

    async def _act(self, seat: Seat, actions: Sequence[LegalAction]) -> ActResponse | None:
        """Send the chosen action; None where it was refused, and then the game is looked at again."""
        chosen = self._policy(actions, self._luck)
        try:
            answer = await self._playing.act(seat, chosen.command)
        except Refused as refused:
            self.tally.refusals[refused.reason] += 1
            if self.tally.refusals.total() >= REFUSALS_TO_STOP:
                raise
            return None
        self.tally.commands += 1
        return answer


def _gets_on(actions: Sequence[LegalAction]) -> bool:
    """Whether there is more to do than to undo what was done."""
    return any(not action.undoes for action in actions)


def _outcome(answer: ActResponse) -> str | None:
    """How the game ended with this answer, if it did."""
    closed = [event.game_closed.outcome for event in answer.events if event.HasField("game_closed")]
    return closed[0] if closed else None
