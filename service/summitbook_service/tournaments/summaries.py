"""What a list shows of each tournament, kept so that listing many reads none of their logs again."""

from __future__ import annotations

from collections import OrderedDict
from uuid import UUID

from summitbook.v1 import tournament_pb2 as pb

from ..store import Store
from .office import Office
from .packing import pack_tournament

KEPT = 4_096
"""Of so many tournaments, each less than a kilobyte."""


class Summaries:
    """The tournaments as they were when somebody asked last."""

    def __init__(self, store: Store, office: Office) -> None:
        self._store = store
        self._office = office
        self._kept: OrderedDict[UUID, pb.Tournament] = OrderedDict()

    async def of(self, tournament_id: UUID) -> pb.Tournament:
        """A tournament as it stands; raises NotFound, CannotGoOn or StoreUnavailable."""
        kept = self._kept.get(tournament_id)
        if kept is None or not await self._is_current(tournament_id, kept):
            kept = pack_tournament(await self._office.current(tournament_id))
            self._kept[tournament_id] = kept
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept

    async def _is_current(self, tournament_id: UUID, kept: pb.Tournament) -> bool:
        if kept.status == pb.TOURNAMENT_STATUS_CLOSED:
            return True
        last = await self._store.last(tournament_id)
        return last is not None and last.n == kept.version
