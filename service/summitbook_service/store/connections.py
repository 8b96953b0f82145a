"""
Connections to PostgreSQL: one a thread that uses them, so that threads bound their number.

Every wait has an end here: for a connection, for a lock, for an answer, for a network that
has gone silent.
"""

from __future__ import annotations

import os
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import DictRow, dict_row

from .contract import Conflict, StoreUnavailable

SCHEMA = "summitbook"
"""The schema of all tables."""

_DEFAULTS: dict[str, Any] = {
    "application_name": "summitbook",
    "connect_timeout": 3,
    # Of several hosts the one that takes writes; a standby would show what is older than what was answered.
    "target_session_attrs": "read-write",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""What the URL does not say, in libpq's words."""
_SESSION = """
    SET lock_timeout = '5s';
    SET statement_timeout = '10s';
    SET idle_in_transaction_session_timeout = '10s';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
"""
"""
An append waits for that of another node for a while only, no statement runs on for ever, no node that
freezes in a transaction holds the others up, and a commit waits for the disk.
"""
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_AT = "SELECT 1 FROM summitbook.stored_events WHERE notification_id = %s AND originator_id = %s"


def conninfo(url: str) -> str:
    """The connection string for a URL; raises StoreUnavailable for one that cannot be read as meant."""
    try:
        parts = None if _is_cut(url) else conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        parts = None
    if parts is None:
        # What libpq says of it has pieces of the URL, and so maybe of the password.
        raise StoreUnavailable("its URL cannot be read; in a password write @ as %40, / as %2F and % as %25")
    return make_conninfo(**{**_DEFAULTS, **parts})


def _is_cut(url: str) -> bool:
    """Whether an @ or / of a password ends it too soon: libpq would take the rest for a host, and name it."""
    before, at, after = url.partition("://")[2].partition("?")[0].partition("@")
    return "@" in after or bool(at and "/" in before)


def connect(url: str, **more: Any) -> Connection[Any]:
    """A connection of its own; raises psycopg.Error or StoreUnavailable."""
    connection = Connection.connect(conninfo(url), autocommit=True, **more)
    connection.execute(_SESSION)
    return connection


class Datastore(PostgresDatastore):
    """Gives each thread its own connection, made when it is first used and again after it broke."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._mine = threading.local()
        self._open: set[Connection[DictRow]] = set()
        self._behind = self._hung_up = False
        self.newest: tuple[int, UUID] | None = None
        """The highest position that is known to be taken, and the stream of its row."""
        super().__init__("", "", "", "", "", schema=SCHEMA)

    def register_type_adapters(self) -> None:
        """None are needed: rows are sent as arrays."""

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """The connection of this thread; what goes wrong with it is told in the words of the contract."""
        try:
            yield self._connection()
        except psycopg.errors.UniqueViolation as error:
            raise Conflict(str(error), _stream_in(error.diag.message_detail or "")) from None
        except psycopg.Error as error:
            self._drop()
            raise StoreUnavailable(str(error)) from None

    def hang_up(self) -> None:
        """End all talk with the database for good: threads that wait are told that there is no answer."""
        self._hung_up = True
        for connection in list(self._open):
            with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close all connections, once no thread uses one any more."""
        while self._open:
            self._open.pop().close()

    def _connection(self) -> Connection[DictRow]:
        if self._hung_up:
            raise StoreUnavailable("the store is closed")
        connection: Connection[DictRow] | None = getattr(self._mine, "connection", None)
        if connection is None or _has_ended(connection):
            self._drop()
            connection = connect(self._url, row_factory=dict_row)
            self._mine.connection = connection
            self._open.add(connection)
            self._behind = self._behind or not self._has_newest(connection)
        if self._behind:
            raise StoreUnavailable("the database has lost what it had stored; start this node anew")
        return connection

    def _has_newest(self, connection: Connection[DictRow]) -> bool:
        """
        Whether this is a database that goes on from what this node knows.

        A standby that took over may lack the last appends. Then what is in memory is no
        more, and what is built on it would leave a gap.
        """
        found = self.newest is None or connection.execute(_AT, self.newest).fetchone()
        return bool(found)

    def _drop(self) -> None:
        """Let go of this thread's connection, whatever state it is in."""
        connection: Connection[DictRow] | None = getattr(self._mine, "connection", None)
        if connection is not None:
            self._mine.connection = None
            self._open.discard(connection)
            connection.close()


def _stream_in(detail: str) -> UUID | None:
    """The stream whose number is taken, out of what the server says of the key, in whatever language."""
    found = _UUID.search(detail)
    return UUID(found[0]) if found else None


def _has_ended(connection: Connection[Any]) -> bool:
    """Whether the server has said goodbye since this connection was last used."""
    with suppress(psycopg.Error):
        # Once for its last words, once for the end of the line.
        connection.pgconn.consume_input()
        connection.pgconn.consume_input()
    return connection.closed
