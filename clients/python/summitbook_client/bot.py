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
from .policy import Asked, Policy
from .table import Host, Seat

GAMES_AT_ONCE = 16
REFUSALS_TO_STOP = 10
"""So many refusals and the bot does not understand the server."""
LUCK_BITS = 256


@dataclass
class Tally:
    """What came of it; refusals are counted by their code, games by their outcome."""

    games: int = 0
    commands: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    game_ids: list[str] = field(default_factory=list)


class Bot:
    """Plays games, every seat of them, several at once; each game has luck of its own from the `luck`."""

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
        luck = Random(self._luck.getrandbits(LUCK_BITS))  # noqa: S311 -- no secret, and nothing that a game draws
        host = await self._client.create_game(self._game, self._seats, edition=self._edition)
        seats = [await host.take_seat(f"bot {number}") for number in range(self._seats)]
        outcome = None
        while outcome is None:
            outcome = await self._play_on(host, seats, luck)
        self.tally.games += 1
        self.tally.outcomes[outcome] += 1
        self.tally.game_ids.append(host.game_id)

    async def _play_on(self, host: Host, seats: Sequence[Seat], luck: Random) -> str | None:
        """Play for a seat that wants to act, those that the game waits for first; its outcome, if any."""
        shown = await host.look()
        if shown.game.status == GAME_STATUS_CLOSED:
            return shown.game.outcome
        idle: list[tuple[Seat, LegalAction]] = []
        for number in sorted(range(len(seats)), key=lambda number: number not in shown.game.waits_for):
            seat = seats[number]
            actions = await seat.legal_actions()
            if actions and (chosen := await self._policy(Asked(seat, shown.view, actions), luck)):
                return await self._play_seat(seat, chosen, luck)
            idle += [(seat, luck.choice(actions))] if actions else []
        return await self._play_seat(*luck.choice(idle), luck) if idle else None

    async def _play_seat(self, seat: Seat, chosen: LegalAction, luck: Random) -> str | None:
        """Play for this seat as long as it wants to act."""
        wanted: LegalAction | None = chosen
        while wanted is not None:
            answer = await self._act(seat, wanted)
            if answer is None:
                return None
            if outcome := _outcome(answer):
                return outcome
            if not answer.legal_actions:
                return None
            wanted = await self._policy(Asked(seat, answer.view, answer.legal_actions), luck)
        return None

    async def _act(self, seat: Seat, chosen: LegalAction) -> ActResponse | None:
        """Send the chosen action; None where it was refused, and then the game is looked at again."""
        try:
            answer = await self._playing.act(seat, chosen.command)
        except Refused as refused:
            self.tally.refusals[refused.reason] += 1
            if self.tally.refusals.total() >= REFUSALS_TO_STOP:
                raise
            return None
        self.tally.commands += 1
        return answer


def _outcome(answer: ActResponse) -> str | None:
    """How the game ended with this answer, if it did."""
    closed = [event.game_closed.outcome for event in answer.events if event.HasField("game_closed")]
    return closed[0] if closed else None
