"""A policy of the domain at a seat of a service: what the seat is sent, as the domain knows it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from random import Random
from typing import Any, NamedTuple, cast

from summitbook.v1.games_pb2 import LegalAction
from summitbook.v1.record_pb2 import Event
from summitbook_advice.policies import POLICIES
from summitbook_client import Seat
from summitbook_client.policy import Asked, Policy, by_chance
from summitbook_domain.chance import Seed
from summitbook_domain.games import GAMES
from summitbook_domain.policies import AnyGame
from summitbook_domain.table.events import GameCreated
from summitbook_domain.table.state import UnknownContent, edition_of

from ..wire import unpack_command, unpack_event, unpack_view
from .problem import Problem

SEED_BYTES = 32


def policy_named(name: str) -> Policy:
    """The policy as bots play by it over gRPC; by chance they need not know what is played."""
    return by_chance if name == "random" else Advised(name)


class PlayedOn(NamedTuple):
    """A game under the rules that it is played by, and its content."""

    game: AnyGame
    content: Any


class Advised:
    """
    Chooses by a policy that is told content, view and legal commands.

    It reckons in a thread: the first choice on some content may take seconds.
    """

    def __init__(self, name: str) -> None:
        self._policy = POLICIES[name]
        self._thread = ThreadPoolExecutor(1, "policy")
        self._games: dict[str, PlayedOn] = {}
        self._kinds: dict[tuple[str, int, bytes], PlayedOn] = {}

    async def __call__(self, asked: Asked, luck: Random) -> LegalAction | None:
        """The action that is chosen; raises Problem where the game is one that this release does not know."""
        game, content = await self._played_on(asked.seat)
        view = unpack_view(game, asked.view)
        legal = tuple(unpack_command(game, action.command) for action in asked.actions)
        draw = Seed(luck.randbytes(SEED_BYTES)).chance(asked.seat.game_id, ()).draw("choice")
        loop = asyncio.get_running_loop()
        chosen = await loop.run_in_executor(self._thread, self._policy, game, content, view, legal, draw)
        return None if chosen is None else asked.actions[legal.index(chosen)]

    async def _played_on(self, seat: Seat) -> PlayedOn:
        """What a game is played on, as its first record says."""
        if seat.game_id not in self._games:
            async with aclosing(seat.follow()) as items:
                first = await anext(item async for item in items if item.records.records)
            event = first.records.records[0].event
            made = event.game_created
            kind = made.game, made.rules, made.content.sha256
            self._games[seat.game_id] = self._kinds.setdefault(kind, _played_on(event))
        return self._games[seat.game_id]


def _played_on(first: Event) -> PlayedOn:
    """What the first record of a game says; raises Problem."""
    made = first.game_created
    game = GAMES.get((made.game, made.rules))
    if game is None:
        raise Problem("UNKNOWN_RULES", f"this release does not know {made.game} under rules {made.rules}")
    try:
        event = cast(GameCreated, unpack_event(game, first))
        return PlayedOn(game, edition_of(game, event.content).content)
    except UnknownContent as error:
        raise Problem("UNKNOWN_CONTENT", str(error)) from None
