"""
Games that the service makes itself, for a tournament: seated and begun at once.

Which games there are to be is recorded before the first of them is made. So whoever finds one
missing can make it, on any node and after any break, and it is made once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from uuid import UUID, uuid4

import msgspec

from summitbook_domain import book
from summitbook_domain.games import GAMES
from summitbook_domain.table.commands import CreateGame
from summitbook_domain.table.rules import Terms
from summitbook_domain.table.state import Table

from .aside import Aside
from .asking import Step
from .desk import Desk
from .editions import Editions
from .keys import Keys
from .live import Live
from .places import SERVICE, taken
from .store import Conflict, Store
from .uptime import Uptime


class Dealt(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be made; its seats are taken in order under these names."""

    game_id: str
    deal: str
    """Shared with other games, or the game's own id where it has a deal of its own."""
    commitment: str
    tournament: str
    command: CreateGame
    names: tuple[str, ...]


class Dealer:
    """The one who makes them."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        desk: Desk,
        uptime: Uptime,
        *,
        editions: Editions,
        clock: Callable[[], str],
    ) -> None:
        self._store = store
        self._keys = keys
        self._desk = desk
        self._uptime = uptime
        self._editions = editions
        self._clock = clock
        self._making: dict[UUID, asyncio.Task[None]] = {}

    async def make(self, dealt: Dealt) -> None:
        """
        Make a game where there is none yet, and answer when it is on disk.

        Raises NotFound, CannotGoOn, LimitReached, Unavailable or StoreUnavailable.
        """
        game_id = UUID(dealt.game_id)
        task = self._making.get(game_id)
        if task is None:
            task = self._making[game_id] = asyncio.create_task(self._make(game_id, dealt))
            task.add_done_callback(lambda _: self._making.pop(game_id))
        await asyncio.shield(task)

    async def _make(self, game_id: UUID, dealt: Dealt) -> None:
        if await self._store.last(game_id) is None:
            live, steps = self._told(dealt)
            # Where another node was faster it has made the very same game.
            with suppress(Conflict):
                await self._desk.enter_all(live, steps, beside=[live.aside.row()])

    def _told(self, dealt: Dealt) -> tuple[Live, list[tuple[str, Step]]]:
        """The game before its first record, and each command's step by its id."""
        game = GAMES[dealt.command.game, dealt.command.rules]
        seed = self._keys.find_seed(dealt.deal, dealt.commitment, None, dealt.game_id)
        aside = Aside(dealt.game_id, tournament=dealt.tournament)
        live = Live(Table(game=game), aside, seed)
        at = self._clock()
        terms = Terms(
            game_id=dealt.game_id,
            deal=dealt.deal,
            commitment=dealt.commitment,
            seed_source="server" if dealt.deal == dealt.game_id else "deal",
            edition=self._editions.find(game, dealt.command.edition),
        )
        command_id = str(uuid4())  # random for the reason that those of the seats are
        entry = book.opening(game, dealt.command, terms, by=SERVICE, id=command_id, at=at)
        made = Step.made(entry, live.shown, at, self._uptime)
        return live, [
            (command_id, made),
            *taken(made.shown, enumerate(dealt.names), live.secret(), at, self._uptime),
        ]
