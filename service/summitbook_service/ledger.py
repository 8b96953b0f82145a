"""
All games as one: every record of every log, in the one order of the store.

Rows that are kept beside the logs have positions of their own there, and leave holes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal
from uuid import UUID

from summitbook.v1 import game_service_pb2 as pb
from summitbook.v1 import record_pb2
from summitbook_domain.game import Game
from summitbook_domain.refusal import Refused

from .bell import Bell
from .errors import CannotGoOn
from .feed import Feed, Read
from .history import AnyGame, begins_command, game_of, record_in, tell
from .store import LISTED, Note, Row, Store
from .wire import pack_record

READ_AHEAD = 128
"""How many rows are read at once."""
LOGS_REMEMBERED = 10_000
"""Of how many streams it is remembered whether they are logs, and of which game."""
Log = AnyGame | Literal["unknown"] | None
"""The game that a stream is the log of, `unknown` to this release or not; None where it is no log."""


class Entry:
    """The records of one command of one game, at the position of the last of them."""

    closes = False

    def __init__(self, notes: Sequence[Note], records: Sequence[record_pb2.Record]) -> None:
        self.last = notes[-1].position
        self.size = sum(len(note.row.line) for note in notes)
        told = pb.GameRecords(game_id=str(notes[-1].row.stream), records=records)
        self.packed = pb.SubscribeAllResponse(position=str(self.last), records=told).SerializeToString()
        """The item in bytes, as gRPC sends it."""


class Ledger(Feed[Entry]):
    """The commands of all games, by position."""

    def __init__(self, store: Store, bell: Bell, *, heartbeat: float, room: Callable[[], int]) -> None:
        super().__init__(bell, None, tip=0, heartbeat=heartbeat, room=room)
        self._store = store
        self._logs: OrderedDict[UUID, Log] = OrderedDict()
        self._nothing = (0, 0)

    async def load(self, n: int) -> Read[Entry]:
        """See `Feed`."""
        nothing_after, until = self._nothing
        after, limit = until if n == nothing_after else n, READ_AHEAD
        while True:
            notes = await self._store.read_all(after, limit)
            whole, groups = len(notes) < limit, await self._grouped(notes)
            # A command is stored whole or not at all, but the page may end in its midst.
            cut = groups.pop() if groups and not whole and groups[-1][-1] is notes[-1] else None
            if groups or whole:
                return Read([await self._entry(group) for group in groups], whole)
            if cut:
                limit *= 2
            else:
                after = notes[-1].position
                self._nothing = (n, after)

    async def _grouped(self, notes: Sequence[Note]) -> list[list[Note]]:
        """The rows of logs among these, those of one command together."""
        groups: list[list[Note]] = []
        for note in notes:
            if await self._log_of(note.row) is None:
                continue
            if not groups or groups[-1][-1].row.stream != note.row.stream or begins_command(note.row):
                groups.append([])
            groups[-1].append(note)
        return groups

    async def _entry(self, notes: Sequence[Note]) -> Entry:
        log = await self._log_of(notes[0].row)
        return Entry(notes, [_packed(log, note.row) for note in notes])

    async def _log_of(self, row: Row) -> Log:
        """What the stream of a row is; its first row says so."""
        if row.stream not in self._logs:
            first = row if row.n == 1 else (await self._store.read(row.stream, 0, 1))[0]
            self._logs[row.stream] = _log_from(first)
            if len(self._logs) > LOGS_REMEMBERED:
                self._logs.popitem(last=False)
        self._logs.move_to_end(row.stream)
        return self._logs[row.stream]


def _log_from(first: Row) -> Log:
    if first.topic != LISTED:
        return None
    try:
        return game_of(first)
    except CannotGoOn:
        return "unknown"


def _packed(log: Log, row: Row) -> record_pb2.Record:
    """A record; of one that this release does not know, as much as it does: its line at least."""
    if isinstance(log, Game):
        with suppress(CannotGoOn, Refused):
            told = tell(log, row)
            return pack_record(log, told.record, told.event, told.line)
    found = record_pb2.Record(n=row.n, line=row.line)
    with suppress(CannotGoOn):
        record = record_in(row)
        found.at, found.record_hash = record.at, bytes.fromhex(record.hash)
    return found
