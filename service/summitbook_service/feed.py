"""
What the followers of one game read: the newest of it together, what lies further back each for itself.

A command's records are read from the store and packed once for all who are near the end.
Who is slow reads the store again, a little at a time, and takes up no more room than others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from uuid import UUID

from summitbook_domain.table.state import Table

from .bell import Bell
from .history import AnyGame, page, table_at
from .packed import Packed
from .store import Store
from .waiting import Waiting, Word

READ_AHEAD = 32
"""How many records are read for a follower at once, and how many of them one that is slow holds at most."""


class Feed:
    """One followed game; it is there as long as somebody follows."""

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
        """Begin at record `tip`, up to which the log goes; `room` tells how many bytes may be kept."""
        self._store = store
        self._game = game
        self._game_id = game_id
        self._tip = tip
        self._room = room
        self._kept: dict[int, Packed] = {}
        self._size = 0
        # Another node may have written and rung since `tip` was looked up: read once at the start.
        self._rung, self._answered = 1, 0
        self._reading, self._folding = asyncio.Lock(), asyncio.Lock()
        self._anchor = 0, Table(game=game)
        self.waiting = Waiting(heartbeat, self._suspect)
        """Those who have seen everything."""
        self.followers = 0
        self._leave = bell.listen(game_id, self.hear)

    def close(self) -> None:
        """Leave nothing behind."""
        self._leave()
        self.waiting.end()

    def hear(self) -> None:
        """There are new records."""
        self._suspect()
        self.waiting.news()

    async def after(self, n: int) -> Sequence[Packed]:
        """The next few items after a record, none where there are none yet; raises as the store does."""
        if kept := self._kept.get(n):
            return (kept,)
        return await self._read(n) if self._behind(n) else ()

    async def word(self, n: int) -> Word:
        """What happens next for one who has seen everything up to this record."""
        return Word.NEWS if self._behind(n) else await self.waiting.word()

    async def table(self, n: int) -> Table:
        """The game after a record; of many who ask, not everyone begins at the first record."""
        async with self._folding:
            anchor = self._anchor if self._anchor[0] <= n else (0, Table(game=self._game))
            table = await table_at(self._store, self._game_id, n, anchor)
            if n > self._anchor[0]:
                self._anchor = n, table
            return table

    def _suspect(self) -> None:
        """There may be new records, whether or not a bell has rung."""
        self._rung += 1

    def _behind(self, n: int) -> bool:
        return n < self._tip or self._answered != self._rung

    async def _read(self, n: int) -> Sequence[Packed]:
        """What the store has after a record; the first who asks reads for all who have come as far."""
        async with self._reading:
            if kept := self._kept.get(n):
                return (kept,)
            rung = self._rung
            groups, last = await page(self._store, self._game, self._game_id, n, READ_AHEAD)
            if last:
                self._answered = rung
            return [self._keep(Packed(self._game, told)) for told in groups]

    def _keep(self, item: Packed) -> Packed:
        """Keep an item for others, the oldest making room for it; or answer the one that is kept already."""
        if kept := self._kept.get(item.first - 1):
            return kept
        self._kept[item.first - 1] = item
        self._size += item.size
        self._tip = max(self._tip, item.last)
        while self._size > self._room():
            self._size -= self._kept.pop(next(iter(self._kept))).size
        return item
