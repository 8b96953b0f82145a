"""
Rows in one SQLite file, written by one process, on disk when an append answers.

The journal is a write-ahead log and `synchronous` is FULL: a commit waits for the disk.
Positions are rowids, so nothing is ever deleted from the file and it is never vacuumed.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import cast
from uuid import UUID

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

from ..errors import CannotStart
from ..folders import sync
from .contract import LISTED, Conflict, Note, Row, StoreUnavailable

FILE = "summitbook.sqlite"
LOCK_WAIT = 2
"""How many seconds a statement waits for a lock; only a visitor's tool could hold one."""
FULL = 2
"""SQLite's number for `synchronous=FULL`."""
CHECKPOINT_PAGES = 8_192
"""
From this many pages on (32 MB) the log is copied into the database by the commit that reaches it.

By default it is after 1,000, which under load is several times a second, each time for many milliseconds.
"""


_LAST = 2**63 - 1
"""The last position there can be."""
_INDEX = f"CREATE INDEX IF NOT EXISTS listed ON stored_events (topic) WHERE topic = '{LISTED}'"
_NEWEST = (
    f"SELECT rowid, * FROM stored_events WHERE topic = '{LISTED}' AND rowid < ? ORDER BY rowid DESC LIMIT ?"  # noqa: S608
)


class SQLiteStore:
    """
    One SQLite database, or one in memory.

    Calls are short and made on the event loop, where a commit costs least. `apart` appends in
    a thread: that is for a slow disk, whose commits then hold up nobody who needs none.
    """

    def __init__(self, database: str, *, reading: bool = False, apart: bool = False) -> None:
        self._recorder = _Recorder(_Datastore(database, reading=reading))
        with _as_unavailable():
            if not reading:
                self._recorder.create_table()
                self._index()
        self._apart = _Apart(database) if apart else None
        self._lock: int | None = None

    @classmethod
    def open(cls, folder: Path, *, apart: bool = False) -> SQLiteStore:
        """The store of a data folder, this process's alone until it is closed; raises CannotStart."""
        lock = _lock(folder / "lock")
        try:
            store = cls(str(folder / FILE), apart=apart)
        except StoreUnavailable as error:
            os.close(lock)
            raise CannotStart("BAD_STORE", f"{folder / FILE} cannot be opened: {error}") from None
        store._lock = lock
        return store

    @classmethod
    def reading(cls, folder: Path) -> SQLiteStore:
        """The store of a data folder for reading, even while it is served; raises CannotStart."""
        if not cls.is_in(folder):
            raise CannotStart("NO_STORE", f"there is no store in {folder}; name the data folder of a service")
        return cls(str(folder / FILE), reading=True)

    @classmethod
    @contextmanager
    def restoring(cls, folder: Path) -> Iterator[SQLiteStore]:
        """A new store, which is in its place once the block has ended well; raises CannotStart."""
        lock = _lock(folder / "lock")
        try:
            if cls.is_in(folder):
                raise CannotStart("NOT_EMPTY", f"{folder} has a store already; name another folder")
            aside = folder / f"{FILE}.new"
            for each in ("", "-wal", "-shm"):
                aside.with_name(aside.name + each).unlink(missing_ok=True)
            store = cls(str(aside))
            try:
                yield store
            finally:
                store.close()
            aside.replace(folder / FILE)
            sync(folder)
        finally:
            os.close(lock)

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Whether a store was ever opened in this folder; an empty file is none."""
        file = folder / FILE
        return file.exists() and file.stat().st_size > 0

    @classmethod
    def in_memory(cls) -> SQLiteStore:
        """A store that is gone when it is closed, for tests."""
        return cls(":memory:")

    async def append(self, rows: Sequence[Row]) -> None:
        """See `Store`."""
        with _as_unavailable():
            if self._apart:
                await self._apart.insert_rows(rows)
            else:
                self._recorder.insert_rows(rows)

    async def read(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """See `Store`."""
        with _as_unavailable():
            return [_row(each) for each in self._recorder.select_events(stream, gt=after, limit=limit)]

    async def last(self, stream: UUID) -> Row | None:
        """See `Store`."""
        with _as_unavailable():
            return next(map(_row, self._recorder.select_events(stream, desc=True, limit=1)), None)

    async def read_all(self, after: int, limit: int, topics: Sequence[str] = ()) -> list[Note]:
        """See `Store`."""
        with _as_unavailable():
            notes = self._recorder.select_notifications(after, limit, topics=topics, inclusive_of_start=False)
            return [Note(note.id, _row(note)) for note in notes]

    async def newest(self, before: int | None, limit: int) -> list[Note]:
        """See `Store`."""
        with _as_unavailable(), self._recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute(_NEWEST, (_LAST if before is None else before, limit))
            return [Note(each["rowid"], _listed(each)) for each in cursor.fetchall()]

    async def end(self) -> int:
        """See `Store`."""
        with _as_unavailable():
            return self._recorder.max_notification_id() or 0

    def _index(self) -> None:
        """A few bytes for each game there is, so that the list of games reads no other rows."""
        with self._recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(_INDEX)

    def close(self) -> None:
        """See `Store`."""
        if self._apart:
            self._apart.close()
        self._recorder.datastore.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


class _Recorder(SQLiteApplicationRecorder):
    """The library's, but rows go in as they are and with one statement: nobody here asks for positions."""

    def insert_rows(self, rows: Sequence[Row]) -> None:
        """Insert all of these rows or none."""
        values = [(stream.hex, n, topic, line) for stream, n, topic, line in rows]
        with self.datastore.transaction(commit=True) as cursor:
            cursor.executemany(self.insert_events_statement, values)


class _Apart:
    """A thread that appends, by a connection of its own: readers of a write-ahead log wait for no writer."""

    def __init__(self, database: str) -> None:
        self._recorder = _Recorder(_Datastore(database, reading=False))
        self._thread = ThreadPoolExecutor(1, "append")

    async def insert_rows(self, rows: Sequence[Row]) -> None:
        """Insert all of these rows or none."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._recorder.insert_rows, rows)

    def close(self) -> None:
        """Let what is under way end, and let go of the file."""
        self._thread.shutdown()
        self._recorder.datastore.close()


class _Connection(SQLiteConnection):
    """A connection that a failed commit does not leave inside its transaction."""

    def commit(self) -> None:
        try:
            super().commit()
        except sqlite3.Error:
            self.rollback()
            raise


class _Pool(SQLiteConnectionPool):
    """Connections whose commits wait for the disk, or that cannot write."""

    reading = False

    def _create_connection(self) -> SQLiteConnection:
        made = super()._create_connection()._sqlite_conn  # noqa: SLF001 -- the library has no door for a pragma
        made.execute("PRAGMA synchronous=FULL")
        if made.execute("PRAGMA synchronous").fetchone()[0] != FULL:
            raise StoreUnavailable("this SQLite does not wait for the disk")
        made.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        if self.reading:
            made.execute("PRAGMA query_only=ON")
        return _Connection(made, self.max_age)


class _Datastore(SQLiteDatastore):
    """One connection is all that one thread needs, and a database in memory is only one connection's."""

    def __init__(self, database: str, *, reading: bool) -> None:
        super().__init__(database)
        self.pool = _Pool(db_name=database, lock_timeout=LOCK_WAIT, pool_size=1, max_overflow=0)
        self.pool.reading = reading


def _row(stored: StoredEvent) -> Row:
    stream = cast(UUID, stored.originator_id)
    return Row(stream, stored.originator_version, stored.topic, _bytes(stored.state))


def _listed(found: sqlite3.Row) -> Row:
    return Row(
        UUID(found["originator_id"]), found["originator_version"], found["topic"], _bytes(found["state"])
    )


def _bytes(state: object) -> bytes:
    """What a column of bytes holds, where a visitor's tool may have left a text or a number."""
    return state if isinstance(state, bytes) else str(state).encode()


@contextmanager
def _as_unavailable() -> Iterator[None]:
    """Tell the library's errors and SQLite's own in the words of the contract."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(str(error)) from None
    except (PersistenceError, sqlite3.Error) as error:
        raise StoreUnavailable(str(error)) from None


def _lock(path: Path) -> int:
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise CannotStart("DATA_UNWRITABLE", f"{path.parent} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise CannotStart(
            "DATA_LOCKED", f"another process serves {path.parent}; stop it or name another folder"
        ) from None
    return lock
