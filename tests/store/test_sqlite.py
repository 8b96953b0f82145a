"""What only the SQLite file promises."""

import asyncio
import sqlite3
from uuid import uuid4

import pytest

from summitbook_service.errors import CannotStart
from summitbook_service.store import Row, SQLiteStore, StoreUnavailable


@pytest.fixture
def store(tmp_path):
    made = SQLiteStore.open(tmp_path)
    yield made
    made.close()


def row(n: int = 1) -> Row:
    return Row(uuid4(), n, "Told", b"{}")


def pragma(store: SQLiteStore, name: str) -> object:
    with store._recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


async def test_a_commit_waits_for_the_disk(store):
    """The journal is a write-ahead log and `synchronous` is FULL (2) on the connection that commits."""
    assert pragma(store, "journal_mode") == "wal"
    assert pragma(store, "synchronous") == 2


async def test_apart_a_commit_that_takes_its_time_holds_up_no_reader(tmp_path):
    """While a visitor locks the file, rows are read; the append ends once it can, on the disk."""
    kept, late = row(), row()
    store = SQLiteStore.open(tmp_path, apart=True)
    await store.append([kept])
    visitor = sqlite3.connect(tmp_path / "summitbook.sqlite", isolation_level=None)
    visitor.execute("BEGIN IMMEDIATE")
    appending = asyncio.create_task(store.append([late]))
    await asyncio.sleep(0)

    assert await store.read(kept.stream) == [kept]
    assert not appending.done()
    visitor.rollback()
    await appending
    assert await store.read(late.stream) == [late]
    with store._apart._recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2
    visitor.close()
    store.close()


async def test_what_was_answered_survives_a_restart(tmp_path):
    """Rows are there when the file is opened again."""
    kept = row()
    first = SQLiteStore.open(tmp_path)
    await first.append([kept])
    first.close()

    second = SQLiteStore.open(tmp_path)
    assert await second.read(kept.stream) == [kept]
    second.close()


async def test_one_process_owns_the_file(store, tmp_path):
    """A data folder that is in use is refused with DATA_LOCKED, and is free again after the close."""
    with pytest.raises(CannotStart) as refused:
        SQLiteStore.open(tmp_path)
    assert refused.value.code == "DATA_LOCKED"

    store.close()
    SQLiteStore.open(tmp_path).close()


async def test_a_failed_commit_leaves_no_transaction_open(store, monkeypatch):
    """After a commit that the disk refused, nothing of it is stored and the next append succeeds."""
    lost, kept = row(), row()
    store._recorder.datastore.pool.close()
    broken = Breaking(store)
    monkeypatch.setattr(store._recorder.datastore, "pool", broken.pool)

    broken.now = True
    with pytest.raises(StoreUnavailable):
        await store.append([lost])
    broken.now = False

    await store.append([kept])
    assert await store.read(lost.stream) == []
    assert await store.read(kept.stream) == [kept]


class Breaking:
    """A pool over the same file whose connections fail to commit while `now` is set."""

    def __init__(self, store: SQLiteStore) -> None:
        self.now = False
        old = store._recorder.datastore.pool
        self.pool = type(old)(db_name=old.db_name, lock_timeout=1, pool_size=1, max_overflow=0)
        make, breaking = self.pool._create_connection, self

        def made():
            connection = make()
            connection._sqlite_conn = Failing(connection._sqlite_conn, breaking)
            return connection

        self.pool._create_connection = made


class Failing:
    """A connection of SQLite's that fails to commit, its transaction still open, as on a full disk."""

    def __init__(self, inner: sqlite3.Connection, breaking: Breaking) -> None:
        self._inner, self._breaking = inner, breaking

    def commit(self) -> None:
        """Fail, or commit."""
        if self._breaking.now:
            raise sqlite3.OperationalError("database or disk is full")
        self._inner.commit()

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)


async def test_another_tools_lock_is_unavailable(store, tmp_path):
    """An append is StoreUnavailable while another tool holds the file's write lock, and works again then."""
    other = sqlite3.connect(tmp_path / "summitbook.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store._recorder.datastore.pool._pool[0]._sqlite_conn.execute("PRAGMA busy_timeout = 10")
    with pytest.raises(StoreUnavailable):
        await store.append([row()])
    other.close()

    kept = row()
    await store.append([kept])
    assert await store.read(kept.stream) == [kept]


async def test_a_file_that_is_no_database_is_told(tmp_path):
    """What is not a database is refused with BAD_STORE and left as it is."""
    file = tmp_path / "summitbook.sqlite"
    file.write_bytes(b"not a database, but somebody's notes " * 100)
    before = file.read_bytes()

    with pytest.raises(CannotStart) as refused:
        SQLiteStore.open(tmp_path)
    assert refused.value.code == "BAD_STORE"
    assert file.read_bytes() == before


async def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    """A folder without a place for the lock file is refused with DATA_UNWRITABLE."""
    (tmp_path / "lock").mkdir()
    with pytest.raises(CannotStart) as refused:
        SQLiteStore.open(tmp_path)
    assert refused.value.code == "DATA_UNWRITABLE"
