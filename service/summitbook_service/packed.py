"""The records of one command as they go out to followers: packed once, whoever and however many they are."""

from __future__ import annotations

from summitbook.v1 import game_service_pb2 as pb
from summitbook_domain.table.events import GameClosed
from summitbook_domain.table.state import Table, evolve

from .history import AnyGame, Told
from .packing import pack_view_of
from .wire import pack_record


class Packed:
    """One item of a subscription, in bytes as gRPC sends them; each form is made when it is first wanted."""

    __slots__ = ("_after", "_game", "_plain", "_told", "_viewed", "first", "last", "size")

    def __init__(self, game: AnyGame, told: tuple[Told, ...]) -> None:
        self.first, self.last = told[0].n, told[-1].n
        self.size = sum(len(each.line) for each in told)
        """The bytes of the lines, by which one can tell how much room it takes."""
        self._game = game
        self._told = told
        self._plain: bytes | None = None
        self._viewed: bytes | None = None
        self._after: Table | None = None

    @property
    def closes(self) -> bool:
        """Whether this is the end of the game."""
        return isinstance(self._told[-1].event, GameClosed)

    def plain(self) -> bytes:
        """The item without the view."""
        if self._plain is None:
            self._plain = self._item(self._records())
        return self._plain

    def viewed(self) -> bytes:
        """The item with the view after it, for which `after` was asked before."""
        if self._viewed is None:
            view = pack_view_of(self._after) if self._after else None
            self._viewed = self._item(pb.Records(records=self._records().records, view=view))
        return self._viewed

    def after(self, before: Table) -> Table:
        """The game after these records; `before` is as it was before the first of them."""
        if self._after is None:
            for told in self._told:
                before = evolve(before, told.event, told.cause)
            self._after = before
        return self._after

    def _records(self) -> pb.Records:
        return pb.Records(
            records=[pack_record(self._game, told.record, told.event, told.line) for told in self._told]
        )

    def _item(self, records: pb.Records) -> bytes:
        return pb.SubscribeResponse(version=self.last, records=records).SerializeToString()
