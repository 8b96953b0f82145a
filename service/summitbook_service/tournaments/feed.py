"""One tournament as its followers read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

from summitbook.v1 import tournament_service_pb2 as pb
from summitbook_domain.tournament.events import TournamentClosed

from ..bell import Bell
from ..feed import Feed, Read
from ..history import Told, page_of
from ..store import Store
from ..wire import pack_tournament_record
from .kept import tell

READ_AHEAD = 64
"""How many records are read for a follower at once."""


class Packed:
    """The records of one command; `packed` is in bytes as gRPC sends them."""

    def __init__(self, told: Sequence[Told]) -> None:
        self.last = told[-1].n
        self.size = sum(len(each.line) for each in told)
        self.closes = isinstance(told[-1].event, TournamentClosed)
        records = [pack_tournament_record(each.record, each.event, each.line) for each in told]
        item = pb.SubscribeTournamentResponse(
            version=self.last, records=pb.TournamentRecords(records=records)
        )
        self.packed = item.SerializeToString()


class TournamentFeed(Feed[Packed]):
    """The commands of one tournament, by the numbers of its records."""

    def __init__(
        self,
        store: Store,
        bell: Bell,
        tournament_id: UUID,
        *,
        tip: int,
        heartbeat: float,
        room: Callable[[], int],
    ) -> None:
        super().__init__(bell, tournament_id, tip=tip, heartbeat=heartbeat, room=room)
        self._store = store
        self._tournament_id = tournament_id

    async def load(self, n: int) -> Read[Packed]:
        """See `Feed`."""
        groups, last = await page_of(self._store, tell, self._tournament_id, n, READ_AHEAD)
        return Read([Packed(told) for told in groups], last)
