"""
The tables in PostgreSQL, and the steps that bring a database from any release to this one.

Nodes make no tables: two that start at once would get in each other's way. Steps are only
ever added; what has been released is not edited.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import psycopg
from psycopg import Connection
from psycopg.rows import tuple_row

from ..errors import CannotStart
from .connections import connect
from .contract import StoreUnavailable

STEPS = (
    # The table and the index that eventsourcing's recorder works with, but not its type and its function:
    # the function appends without the lock that makes the order of ids the order of commits.
    """
    CREATE TABLE summitbook.stored_events (
        originator_id uuid NOT NULL,
        originator_version bigint NOT NULL,
        topic text NOT NULL,
        state bytea NOT NULL,
        notification_id bigserial,
        PRIMARY KEY (originator_id, originator_version)
    ) WITH (
        autovacuum_vacuum_threshold = 100000000,
        autovacuum_vacuum_scale_factor = 0.5,
        autovacuum_analyze_threshold = 1000,
        autovacuum_analyze_scale_factor = 0.01
    );
    CREATE UNIQUE INDEX stored_events_notification_id_idx ON summitbook.stored_events (notification_id);
    """,
    # So that the list of games reads no other rows.
    """
    CREATE INDEX listed ON summitbook.stored_events (notification_id) WHERE topic = 'GameCreated';
    """,
    # The time that all nodes have served together: one row, see decision 8.
    """
    CREATE TABLE summitbook.served (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        ms bigint NOT NULL,
        before timestamptz NOT NULL,
        at timestamptz NOT NULL
    );
    INSERT INTO summitbook.served (ms, before, at) VALUES (0, clock_timestamp(), clock_timestamp());
    """,
)
"""One string a step, run in turn and each once."""

_ONE_AT_A_TIME = 0x53756D6D6974
"""The number of the lock that one migration holds: "Summit"."""
WAIT = "60s"
"""How long a migration waits for another, or for a lock that a node holds."""


class Migrated(NamedTuple):
    """How many steps the database had and has now."""

    before: int
    after: int


def migrate(url: str) -> Migrated:
    """Bring a database up to this release, all of it or nothing; raises CannotStart with BAD_STORE."""
    try:
        with connect(url) as connection, connection.transaction():
            return _migrate(connection)
    except (psycopg.Error, StoreUnavailable) as error:
        raise CannotStart("BAD_STORE", f"the database cannot be migrated: {error}") from None


def _migrate(connection: Connection[Any]) -> Migrated:
    connection.execute("SELECT set_config('lock_timeout', %s, true)", (WAIT,))
    connection.execute("SET LOCAL statement_timeout = 0")
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
    connection.execute("CREATE SCHEMA IF NOT EXISTS summitbook")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS summitbook.migrations"
        " (step integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
    )
    before = _steps(connection)
    for step, statements in enumerate(STEPS[before:], before + 1):
        connection.execute(statements)
        connection.execute("INSERT INTO summitbook.migrations VALUES (%s)", (step,))
    return Migrated(before, max(before, len(STEPS)))


def check(connection: Connection[Any]) -> None:
    """Raise CannotStart with NOT_MIGRATED or BAD_STORE where the database is not of this release."""
    try:
        steps = _steps(connection)
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        steps = 0
    if steps < len(STEPS):
        what = "has no tables yet" if not steps else "is of an older release"
        raise CannotStart("NOT_MIGRATED", f"the database {what}; run `summitbook migrate` once, then start")
    if steps > len(STEPS):
        raise CannotStart("BAD_STORE", "the database is of a newer release; start that release")


def _steps(connection: Connection[Any]) -> int:
    """How many steps the database has had."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute("SELECT coalesce(max(step), 0) FROM summitbook.migrations").fetchone()
    return int(row[0]) if row else 0
