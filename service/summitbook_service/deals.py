"""
Deals that games share, each of them one round's of a tournament: held back until it is revealed.

As long as a deal is open somebody may still play it, so nobody else is shown what it has brought
in any game. That it is revealed is told by one row, under a name that follows from the deal.
"""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID, uuid5

import msgspec

from summitbook_domain.replay import Reveal
from summitbook_domain.table.state import Table

from . import access
from .errors import HeldBack
from .history import readable
from .keys import Bearer
from .live import Live
from .store import Row, Store

REVEALED = "DealRevealed"
REMEMBERED = 4_096
"""Of how many deals it is remembered that they are revealed."""


class Revealed(msgspec.Struct, frozen=True):
    """The seed of a deal, in hex, which nobody plays any more."""

    deal: str
    seed: str

    def row(self) -> Row:
        """Its one row: to reveal a deal twice is a conflict."""
        return Row(_stream(self.deal), 1, REVEALED, msgspec.json.encode(self))


class Deals:
    """Which of the shared deals are revealed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._revealed: OrderedDict[str, str] = OrderedDict()

    async def seed_of(self, deal: str) -> str | None:
        """The seed of a deal in hex, None while it is open; raises StoreUnavailable."""
        if deal not in self._revealed:
            rows = await self._store.read(_stream(deal))
            if not rows:
                return None
            self._revealed[deal] = readable(_read, rows[0]).seed
            if len(self._revealed) > REMEMBERED:
                self._revealed.popitem(last=False)
        return self._revealed[deal]

    async def reveal_of(self, table: Table) -> Reveal | None:
        """What reveals the deal of a finished game, where others share it and nobody plays it any more."""
        birth = table.birth
        shared = table.phase == "closed" and birth.seed_source == "deal"
        seed = await self.seed_of(birth.deal) if shared else None
        return None if seed is None else Reveal(deal=birth.deal, seed=seed)

    async def is_held_back(self, live: Live) -> bool:
        """Whether the game is one on a shared deal that is still open."""
        birth = live.tip.table.birth  # a game can be found before its first record is shown
        return birth.seed_source == "deal" and await self.seed_of(birth.deal) is None

    async def check_sight(self, bearer: Bearer | None, live: Live) -> None:
        """Raise HeldBack where the caller may not look into this game yet."""
        if not access.sees_through(bearer, live) and await self.is_held_back(live):
            raise HeldBack(
                "HELD_BACK",
                "others still play this deal; the game is shown when its round is closed",
                tournament=live.aside.tournament or None,
            )


def _stream(deal: str) -> UUID:
    return uuid5(UUID(deal), "revealed")


_read = msgspec.json.Decoder(Revealed).decode
