"""One game as its followers read it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from uuid import UUID

from summitbook_domain.table.state import Table

from .bell import Bell
from .feed import Feed, Read
from .history import AnyGame, page, table_at
from .packed import Packed
from .store import Store

READ_AHEAD = 32
"""How many records are read for a follower at once, and how many of them one that is slow holds at most."""


class GameFeed(Feed[Packed]):
    """The commands of one game, by the numbers of its records."""

    def __init__(
        self,
        store: Store,
        bell: Bell,
        game: AnyGame,
        game_id: UUID,
        *,
        tip: int,
        heartbeat: float,
        room: Callable[[], int],
    ) -> None:
        super().__init__(bell, game_id, tip=tip, heartbeat=heartbeat, room=room)
        self._store = store
        self._game = game
        self._game_id = game_id
        self._folding = asyncio.Lock()
        self._anchor = 0, Table(game=game)

    async def load(self, n: int) -> Read[Packed]:
        """See `Feed`."""
        groups, last = await page(self._store, self._game, self._game_id, n, READ_AHEAD)
        return Read([Packed(self._game, told) for told in groups], last)

    async def table(self, n: int) -> Table:
        """The game after a record; of many who ask, not everyone begins at the first record."""
        async with self._folding:
            anchor = self._anchor if self._anchor[0] <= n else (0, Table(game=self._game))
            table = await table_at(self._store, self._game_id, n, anchor)
            if n > self._anchor[0]:
                self._anchor = n, table
            return table
