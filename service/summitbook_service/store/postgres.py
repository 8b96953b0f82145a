"""
Rows in PostgreSQL, written by as many nodes as there are, on disk when an append answers.

The library's recorder does the work, in threads: one that appends, a few that read, each
with its own connection. One lock for all appends makes the order of positions that of commits.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, LiteralString, TypeVar, cast
from uuid import UUID

import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg import AsyncConnection, Cursor
from psycopg.rows import DictRow, tuple_row
from psycopg.sql import SQL

from ..errors import CannotStart
from . import migrations
from .connections import Datastore, conninfo
from .contract import LISTED, Note, Row, StoreUnavailable, Tick

T = TypeVar("T")

READERS = 4
"""How many reads go on at once; with the one for appends, these are the connections of a store."""
ANSWER_SECONDS = 15
"""How long an answer is waited for, whatever happens to the database and the way there."""
UNSAFE = "POSTGRES_ENABLE_DB_FUNCTIONS"
"""The setting of the library that appends without its lock, so that a reader can miss rows."""


class PostgresStore:
    """One PostgreSQL database, shared by the nodes of a service."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._heard = 0
        """The position up to which it is known what others have appended."""
        self._own = 0
        """The process of the server that appends for us."""
        self._datastore = Datastore(url)
        self._recorder = _Recorder(self._datastore)
        self._appending = ThreadPoolExecutor(1, "append")
        self._reading = ThreadPoolExecutor(READERS, "read")

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """The store of a migrated database; raises CannotStart."""
        if os.environ.get(UNSAFE):
            raise CannotStart("BAD_SETTING", f"{UNSAFE} is set, with which records would be missed; unset it")
        store = cls(url)
        try:
            await store._ask(store._check)
            store._heard = await store.end()
        except StoreUnavailable as error:
            store.close()
            raise CannotStart("BAD_STORE", f"the database cannot be used: {error}") from None
        except CannotStart:
            store.close()
            raise
        return store

    async def append(self, rows: Sequence[Row]) -> None:
        """See `Store`."""
        if not rows:
            return
        positions = await self._run(self._appending, self._append, [StoredEvent(*row) for row in rows])
        self._know(positions[-1], rows[-1].stream)
        if positions[0] == self._heard + 1:
            self._heard = positions[-1]

    async def read(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """See `Store`."""
        return await self._ask(self._read, stream, after, limit)

    async def last(self, stream: UUID) -> Row | None:
        """See `Store`."""
        return await self._ask(self._last, stream)

    async def read_all(self, after: int, limit: int, topics: Sequence[str] = ()) -> list[Note]:
        """See `Store`."""
        return await self._ask(self._read_all, after, limit, topics)

    async def news(self) -> Mapping[UUID, int]:
        """See `Shared`."""
        grown = await self._ask(self._grown, self._heard)
        for stream, _, position in grown:
            self._heard = max(self._heard, position)
            self._know(position, stream)
        return {stream: n for stream, n, _ in grown}

    async def tick(self, mine: int) -> Tick:
        """See `Shared`."""
        return await self._ask(self._tick, _TICK, {"mine": mine})

    async def time(self) -> Tick:
        """See `KeepsTime`."""
        return await self._ask(self._tick, _TIME, {})

    async def set_time(self, served: int, at: str) -> None:
        """See `KeepsTime`."""
        await self._ask(self._tick, _SET_TIME, {"served": served, "at": at})

    async def listen(self, heard: Callable[[], None]) -> None:
        """See `Shared`."""
        try:
            async with await AsyncConnection.connect(conninfo(self._url), autocommit=True) as connection:
                await connection.execute("LISTEN stored_events")
                heard()
                async for told in connection.notifies():
                    if told.pid != self._own:
                        heard()
        except psycopg.Error as error:
            raise StoreUnavailable(str(error)) from None

    async def newest(self, before: int | None, limit: int) -> list[Note]:
        """See `Store`."""
        return await self._ask(self._newest, _LAST if before is None else before, limit)

    async def end(self) -> int:
        """See `Store`."""
        return await self._ask(self._recorder.max_notification_id) or 0

    def close(self) -> None:
        """See `Store`."""
        executors = (self._appending, self._reading)
        for executor in executors:
            executor.shutdown(wait=False, cancel_futures=True)
        self._datastore.hang_up()
        for executor in executors:
            executor.shutdown()
        self._datastore.close()

    def _know(self, position: int, stream: UUID) -> None:
        """Remember the newest row there is."""
        newest = self._datastore.newest
        if newest is None or position > newest[0]:
            self._datastore.newest = position, stream

    async def _ask(self, work: Callable[..., T], *given: Any) -> T:
        """What the work answers, which may as well be done twice."""
        return await self._run(self._reading, _twice, work, *given)

    async def _run(self, executor: Executor, work: Callable[..., T], *given: Any) -> T:
        """What the work answers, which it does in a thread; raises Conflict or StoreUnavailable."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(executor, work, *given)
        except TimeoutError:
            raise StoreUnavailable(f"no answer within {ANSWER_SECONDS} seconds") from None

    def _check(self) -> None:
        with self._datastore.get_connection() as connection:
            migrations.check(connection)

    def _append(self, events: Sequence[StoredEvent]) -> Sequence[int]:
        with self._datastore.get_connection() as connection:
            self._own = connection.info.backend_pid
        return self._recorder.insert_events(events) or ()

    def _grown(self, after: int) -> list[tuple[UUID, int, int]]:
        with (
            self._datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return cursor.execute(_GROWN, (after,), prepare=True).fetchall()

    def _tick(self, statement: LiteralString, given: dict[str, Any]) -> Tick:
        with (
            self._datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            (row,) = cursor.execute(statement, given, prepare=True).fetchall()
            return Tick(*row)

    def _read(self, stream: UUID, after: int, limit: int | None) -> list[Row]:
        return [_row(each) for each in self._recorder.select_events(stream, gt=after, limit=limit)]

    def _last(self, stream: UUID) -> Row | None:
        return next(map(_row, self._recorder.select_events(stream, desc=True, limit=1)), None)

    def _read_all(self, after: int, limit: int, topics: Sequence[str]) -> list[Note]:
        notes = self._recorder.select_notifications(
            after, limit, topics=list(topics), inclusive_of_start=False
        )
        return [Note(note.id, _row(note)) for note in notes]

    def _newest(self, before: int, limit: int) -> list[Note]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(_NEWEST, (LISTED, before, limit))
            return [Note(each.pop("notification_id"), Row(*each.values())) for each in cursor.fetchall()]


def _twice(work: Callable[..., T], *given: Any) -> T:
    """The work, done once more where the connection turns out to be lost."""
    try:
        return work(*given)
    except StoreUnavailable:
        return work(*given)


class _Recorder(PostgresApplicationRecorder):
    """
    The library's recorder, with two things done otherwise.

    Rows are sent as one array a column, in a third of the time that its own type takes. And
    appends take turns at a lock of their own, not at the table's: decision 11.
    """

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(datastore)
        self.lock_table_statements = [SQL("SELECT pg_advisory_xact_lock({0})").format(_ONE_AT_A_TIME)]

    def _insert_stored_events(
        self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], **_: Any
    ) -> None:
        self._lock_table(curs)
        self._notify_channel(curs)
        columns = [list(column) for column in zip(*map(_columns, stored_events), strict=True)]
        curs.execute(_INSERT, columns, prepare=True)


_LAST = 2**63 - 1
"""The last position there can be."""
_NEWEST = b"""
    SELECT notification_id, originator_id, originator_version, topic, state FROM summitbook.stored_events
    WHERE topic = %s AND notification_id < %s ORDER BY notification_id DESC LIMIT %s
"""
_ONE_AT_A_TIME = 0x417070656E64
"""The number of the lock of whoever appends: "Append"."""
_INSERT = b"""
    INSERT INTO summitbook.stored_events (originator_id, originator_version, topic, state)
    SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[])
    RETURNING notification_id
"""
_GROWN = """
    SELECT originator_id, max(originator_version), max(notification_id) FROM summitbook.stored_events
    WHERE notification_id > %s GROUP BY originator_id
"""
_TOLD = """
    ms, to_char(before AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
"""
_TICK = f"""
    UPDATE summitbook.served SET before = at, at = clock_timestamp(),
        ms = ms + greatest(0, least(%(mine)s, 1000 * extract(epoch FROM clock_timestamp() - at)))
    RETURNING {_TOLD}
"""  # noqa: S608 -- made of constants, as the next two
_TIME = f"SELECT {_TOLD} FROM summitbook.served"  # noqa: S608
_SET_TIME = f"""
    UPDATE summitbook.served SET before = at, at = %(at)s, ms = %(served)s
    RETURNING {_TOLD}
"""  # noqa: S608


def _columns(event: StoredEvent) -> tuple[Any, ...]:
    return event.originator_id, event.originator_version, event.topic, event.state


def _row(stored: StoredEvent) -> Row:
    return Row(cast(UUID, stored.originator_id), stored.originator_version, stored.topic, stored.state)
