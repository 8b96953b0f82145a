"""The tournaments in memory, each read on to the last record that any node has written."""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID
from weakref import WeakValueDictionary

from summitbook_domain.tournament.events import TournamentCreated

from ..history import pages
from ..keys import Keys
from ..store import Store
from .kept import Kept, no_such_tournament, tell

CACHED = 64
"""How many tournaments are kept in memory; others are read again when they are needed."""


class Shelf:
    """Tournaments by their ids; whoever has the turn of one may read it on."""

    def __init__(self, store: Store, keys: Keys) -> None:
        self._store = store
        self._keys = keys
        self._kept: OrderedDict[UUID, Kept] = OrderedDict()
        self._met: WeakValueDictionary[UUID, Kept] = WeakValueDictionary()

    def at_hand(self, tournament_id: UUID) -> Kept:
        """The tournament as far as it is in memory, the same for all who ask for it at once."""
        kept = self._met.get(tournament_id)
        if kept is None:
            kept = self._met[tournament_id] = Kept(tournament_id)
        return kept

    async def read_on(self, kept: Kept) -> None:
        """Take in what any node has written since; raises NotFound, CannotGoOn or StoreUnavailable."""
        async for rows in pages(self._store, kept.tournament_id, kept.shown.head.n):
            if not kept.shown.head.n and rows[0].topic != TournamentCreated.__name__:
                break
            for row in rows:
                kept.fold(tell(row))
        if not kept.shown.head.n:
            raise no_such_tournament()
        self.keep(kept)
        if kept.seed is None:
            birth = kept.shown.state.birth
            kept.seed = self._keys.find_seed(birth.tournament_id, birth.commitment, None, birth.tournament_id)

    def keep(self, kept: Kept) -> None:
        """Keep a tournament that is there, in place of the one that nobody has asked for the longest."""
        self._kept[kept.tournament_id] = kept
        self._kept.move_to_end(kept.tournament_id)
        if len(self._kept) > CACHED:
            self._kept.popitem(last=False)
