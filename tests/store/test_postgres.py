"""What only PostgreSQL promises; what every store does is in test_contract.py."""

import asyncio
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from house import until
from psycopg.conninfo import conninfo_to_dict

from summitbook_service.errors import CannotStart
from summitbook_service.settings import Settings
from summitbook_service.store import Conflict, Row, StoreUnavailable, connections
from summitbook_service.store.connections import SCHEMA, conninfo
from summitbook_service.store.migrations import STEPS, Migrated, migrate
from summitbook_service.store.postgres import READERS, UNSAFE, PostgresStore

LOCK = f"LOCK TABLE {SCHEMA}.stored_events IN EXCLUSIVE MODE"
INSERT = f"INSERT INTO {SCHEMA}.stored_events VALUES (%s, %s, %s, %s)"
WAITING = "SELECT pid FROM pg_locks WHERE NOT granted"


@pytest.fixture
def url(postgres):
    return postgres.database()


@pytest.fixture
async def store(url):
    made = await PostgresStore.open(url)
    yield made
    made.close()


@pytest.fixture
def other(url):
    """Another node's connection, in a transaction."""
    with psycopg.connect(url) as connection:
        yield connection


def row(n: int = 1) -> Row:
    return Row(uuid4(), n, "Told", b"{}")


def setting(store: PostgresStore, name: str) -> str:
    with store._datastore.get_connection() as connection:
        return connection.execute(f"SHOW {name}").fetchone()[name]


class TestDurability:
    """An append answers when it is on disk, and what it answers is so."""

    async def test_a_commit_waits_for_the_disk(self, url):
        """A role for which `synchronous_commit` is off still waits for the disk in our connections."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ALTER ROLE summitbook SET synchronous_commit = off")
        try:
            store = await PostgresStore.open(url)
            assert setting(store, "synchronous_commit") == "on"
            store.close()
        finally:
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("ALTER ROLE summitbook RESET synchronous_commit")

    async def test_an_append_that_was_cut_off_is_unknown_and_the_next_one_goes_on(self, store, other):
        """A connection that ends in an append is StoreUnavailable, never a Conflict; the store goes on."""
        other.execute(LOCK)
        lost, kept = row(), row()
        append = asyncio.create_task(store.append([lost]))
        await until(lambda: other.execute(WAITING).fetchone())

        other.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted")
        with pytest.raises(StoreUnavailable):
            await append
        other.rollback()

        await store.append([kept])
        assert await store.read(lost.stream) == []
        assert await store.read(kept.stream) == [kept]

    async def test_a_conflict_names_its_stream(self, store):
        """Of all that was to be appended, the row whose number is taken is known by its stream."""
        taken = row()
        await store.append([taken])
        with pytest.raises(Conflict) as conflict:
            await store.append([row(), taken, row()])
        assert conflict.value.stream == taken.stream

    async def test_a_lock_that_is_not_let_go_is_unavailable(self, url, other, monkeypatch):
        """An append waits for another node's a while; then it is StoreUnavailable, and nothing is stored."""
        monkeypatch.setattr(connections, "_SESSION", connections._SESSION.replace("'5s'", "'1s'"))
        store = await PostgresStore.open(url)
        other.execute(LOCK)
        lost = row()

        with pytest.raises(StoreUnavailable):
            await store.append([lost])
        other.rollback()
        assert await store.read(lost.stream) == []
        store.close()


class TestOneOrder:
    """The order of positions is that in which appends are committed."""

    async def test_a_later_append_waits_for_an_earlier_one(self, store, other):
        """Until another node's append is committed ours is neither seen nor placed: no reader misses it."""
        theirs, ours = row(), row()
        other.execute(LOCK)
        other.execute(INSERT, theirs)
        append = asyncio.create_task(store.append([ours]))
        await until(lambda: other.execute(WAITING).fetchone())

        assert await store.read_all(0, 10) == []
        other.commit()
        await append
        assert [note.row for note in await store.read_all(0, 10)] == [theirs, ours]

    async def test_two_appends_take_turns(self, store, url):
        """Until another node's append is committed ours waits at the same lock, and takes no position."""
        with psycopg.connect(url) as other:
            for statement in store._recorder.lock_table_statements:
                other.execute(statement)
            append = asyncio.create_task(store.append([row()]))
            await until(lambda: other.execute(WAITING).fetchone())
            (position,) = other.execute(
                "SELECT nextval('summitbook.stored_events_notification_id_seq')"
            ).fetchone()
        await append
        assert await store.end() == position + 1

    async def test_the_care_of_the_table_holds_nobody_up(self, store, other):
        """While the table is vacuumed or analysed appends go on, however long it takes."""
        other.execute(f"LOCK TABLE {SCHEMA}.stored_events IN SHARE UPDATE EXCLUSIVE MODE")
        kept = row()
        await store.append([kept])
        assert await store.read(kept.stream) == [kept]

    async def test_a_position_that_was_given_up_holds_nobody_up(self, store, other):
        """The place of an append that was rolled back stays empty, and reading goes on past it."""
        other.execute(LOCK)
        other.execute(INSERT, row())
        other.rollback()
        kept = row()
        await store.append([kept])

        (note,) = await store.read_all(0, 10)
        assert note.row == kept
        assert note.position > 1

    async def test_eight_nodes_write_and_a_ninth_misses_nothing(self, url):
        """Whoever reads on after the last position, while many nodes append, sees every row once."""
        nodes = [await PostgresStore.open(url) for _ in range(9)]
        streams = [uuid4() for _ in range(8)]
        seen: list[Row] = []

        async def write(node, stream):
            for n in range(1, 31):
                await node.append([Row(stream, n, "Told", b"{}")])

        async def read(node):
            position = 0
            while len(seen) < 240:
                for note in await node.read_all(position, 7):
                    seen.append(note.row)
                    position = note.position

        await asyncio.gather(*map(write, nodes, streams), read(nodes[8]))
        for stream in streams:
            assert [each.n for each in seen if each.stream == stream] == list(range(1, 31))
        for node in nodes:
            node.close()

    async def test_the_setting_that_appends_without_the_lock_is_refused(self, url, monkeypatch):
        """A node does not start with the library's functions enabled, which let a reader miss rows."""
        monkeypatch.setenv(UNSAFE, "y")
        with pytest.raises(CannotStart) as refused:
            await PostgresStore.open(url)
        assert refused.value.code == "BAD_SETTING"


class TestOtherNodes:
    """What a node learns of the others on its database."""

    @pytest.fixture
    async def neighbour(self, url):
        """Another node's store."""
        made = await PostgresStore.open(url)
        yield made
        made.close()

    async def test_news_is_what_others_have_appended(self, store, neighbour):
        """Each stream that another node has added to since the last call is told, with its last number."""
        one, two = row(), row(3)
        await neighbour.append([one])
        await neighbour.append([two, Row(one.stream, 2, "Told", b"{}")])

        assert await store.news() == {one.stream: 2, two.stream: 3}
        assert await store.news() == {}

    async def test_news_misses_nothing_among_own_appends(self, store, neighbour):
        """However our appends and theirs take turns, theirs are told, and ours alone are not read again."""
        theirs = [row() for _ in range(5)]
        for each in theirs:
            await store.append([row(), row()])
            await neighbour.append([each])
            await store.append([row()])
        told = await store.news()
        assert {each.stream: 1 for each in theirs}.items() <= told.items()

        await store.append([row(), row()])
        assert await store.news() == {}

    async def test_news_misses_nothing_after_a_conflict(self, store, neighbour):
        """Positions that an append which failed has used up hide nothing that comes after them."""
        kept, theirs = row(), row()
        await store.append([kept])
        with pytest.raises(Conflict):
            await store.append([row(), kept])
        await store.append([row()])
        await neighbour.append([theirs])

        assert theirs.stream in await store.news()

    async def test_a_listener_hears_others_and_not_itself(self, store, neighbour):
        """It is called when it begins and after another node's append; after one of our own it is not."""
        calls: list[None] = []
        listening = asyncio.create_task(store.listen(lambda: calls.append(None)))
        await until(lambda: len(calls) == 1)
        await store.append([row()])
        await neighbour.append([row()])
        await until(lambda: len(calls) > 1)
        listening.cancel()

        assert len(calls) == 2

    async def test_time_is_served_once_by_several_nodes(self, store, neighbour):
        """Each adds what it has served since its last tick, and none what another has added already."""
        await store.tick(0)
        await asyncio.sleep(0.05)
        first, second = await store.tick(10_000), await neighbour.tick(10_000)
        assert first.served >= 50
        assert second.served - first.served < first.served

    async def test_time_is_not_served_while_no_node_does(self, store, neighbour):
        """A node's first tick adds nothing, however long ago the last of any other was."""
        before = await store.tick(10_000)
        await asyncio.sleep(0.05)
        assert (await neighbour.tick(0)).served == before.served

    async def test_the_time_served_can_be_taken_along(self, store):
        """What another store has served is gone on from, and to tell it changes nothing."""
        await store.set_time(7_000, "2026-01-02T03:04:05.000006Z")
        for _ in range(2):
            told = await store.time()
            assert (told.served, told.at) == (7_000, "2026-01-02T03:04:05.000006Z")
        assert (await store.tick(0)).before == told.at

    async def test_a_clock_that_is_set_serves_no_time(self, store, url):
        """Setting the database's clock ahead or back by a day adds no more than the node has lived."""
        before = (await store.tick(0)).served
        for day in ("-1 day", "1 day"):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("UPDATE summitbook.served SET at = at + %s::interval", (day,))
            after = (await store.tick(100)).served
            assert before <= after <= before + 100
            before = after


class TestLosingTheDatabase:
    """What happens while there is no database, and then."""

    async def test_a_restart_of_the_database_is_survived(self, store, url, postgres):
        """While it is down every call is StoreUnavailable; when it is back the store works as before."""
        kept = row()
        await store.append([kept])
        postgres.stop()
        try:
            for call in (store.append([row()]), store.read(kept.stream), store.read_all(0, 1)):
                with pytest.raises(StoreUnavailable):
                    await call
        finally:
            postgres.start()

        assert await store.read(kept.stream) == [kept]
        await store.append([row()])

    async def test_a_database_that_has_lost_rows_is_not_gone_on_with(self, store, url, postgres):
        """A standby that took over without the last appends is refused by a node that knows of them."""
        kept, lost = row(), row()
        await store.append([kept, lost])
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DELETE FROM {SCHEMA}.stored_events WHERE originator_id = %s", (lost.stream,))
        postgres.cut()

        with pytest.raises(StoreUnavailable):
            await store.append([Row(lost.stream, 2, "Told", b"{}")])
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="start this node anew"):
                await store.append([Row(lost.stream, 2, "Told", b"{}")])
        with pytest.raises(StoreUnavailable):
            await store.read(kept.stream)
        anew = await PostgresStore.open(url)
        assert await anew.read(kept.stream) == [kept]
        anew.close()

    async def test_the_store_closes_while_the_database_does_not_answer(self, store, other):
        """Closing ends an append that waits, and waits for nobody."""
        other.execute(LOCK)
        append = asyncio.create_task(store.append([row()]))
        await until(lambda: other.execute(WAITING).fetchone())

        store.close()
        with pytest.raises(StoreUnavailable):
            await append

    async def test_connections_are_bounded(self, store, url, postgres):
        """However much goes on at once, a store has one connection for appends and a few for reads."""
        await asyncio.gather(
            *(store.read(uuid4()) for _ in range(100)), *(store.append([row()]) for _ in range(20))
        )

        assert postgres.connections(url) <= 1 + READERS


class TestTables:
    """Tables are made and upgraded by `migrate`, and by nobody else."""

    async def test_a_node_makes_no_tables(self, postgres):
        """A database without tables is refused with what to do, and left as it is."""
        url = postgres.database("template1")
        with pytest.raises(CannotStart, match="summitbook migrate") as refused:
            await PostgresStore.open(url)
        assert refused.value.code == "NOT_MIGRATED"
        with psycopg.connect(url) as connection:
            assert connection.execute("SELECT to_regnamespace(%s)", (SCHEMA,)).fetchone() == (None,)

    async def test_a_database_of_an_older_or_a_newer_release_is_refused(self, url):
        """Of an older one `migrate` is asked for; of a newer one that release."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DELETE FROM {SCHEMA}.migrations WHERE step = %s", (len(STEPS),))
            with pytest.raises(CannotStart) as older:
                await PostgresStore.open(url)
            connection.execute(
                f"INSERT INTO {SCHEMA}.migrations VALUES (%s), (%s)", (len(STEPS), len(STEPS) + 1)
            )
            with pytest.raises(CannotStart) as newer:
                await PostgresStore.open(url)
        assert (older.value.code, newer.value.code) == ("NOT_MIGRATED", "BAD_STORE")

    async def test_migrating_again_changes_nothing(self, store, url):
        """`migrate` on a database of this release keeps every row, while nodes serve it."""
        kept = row()
        await store.append([kept])

        assert migrate(url) == Migrated(len(STEPS), len(STEPS))
        assert await store.read(kept.stream) == [kept]

    async def test_two_can_migrate_at_once(self, postgres):
        """Of several migrations at the same moment one makes the tables, and the others find them made."""
        url = postgres.database("template1")

        ran = await asyncio.gather(*(asyncio.to_thread(migrate, url) for _ in range(4)))
        assert sorted(ran) == [Migrated(0, len(STEPS)), *[Migrated(len(STEPS), len(STEPS))] * 3]

    def test_the_tables_are_those_of_the_library(self, postgres, url):
        """What a migration makes is what the library would make itself, and an index for the list."""
        with psycopg.connect(url, autocommit=True) as connection:
            ours = described(connection)
            connection.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
            connection.execute(f"CREATE SCHEMA {SCHEMA}")
            place = conninfo_to_dict(url)
            datastore = PostgresDatastore(
                place["dbname"], place["host"], "", place["user"], "", schema=SCHEMA
            )
            PostgresApplicationRecorder(datastore).create_table()
            datastore.close()
            theirs = described(connection)
        more = [each for each in ours["stored_events"] if each not in theirs["stored_events"]]
        assert [each for each in ours["stored_events"] if each not in more] == theirs["stored_events"]
        assert [name for name, _ in more] == ["listed"]


def described(connection) -> dict[str, list[tuple[str, ...]]]:
    """By table, the columns with their types and the indexes; `topic` and `state` may or may not be null."""
    columns = connection.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = %s ORDER BY ordinal_position",
        (SCHEMA,),
    ).fetchall()
    indexes = connection.execute(
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = %s ORDER BY 2", (SCHEMA,)
    ).fetchall()
    tables: dict[str, list[tuple[str, ...]]] = {}
    for table, *rest in (*columns, *indexes):
        tables.setdefault(table, []).append(tuple(rest))
    return tables


class TestSecrets:
    """The password of the database is shown to nobody."""

    def test_settings_do_not_show_it(self, tmp_path):
        """The repr of the settings has no piece of the URL."""
        settings = Settings(data=tmp_path, store="postgresql://summitbook:hunter2@localhost/summitbook")
        assert "hunter2" not in repr(settings)

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://s:hunter2@[localhost/x",
            "postgresql://s:hunter2@h:1/x?hunter2=1",
            "postgresql://s:hunter2@127.0.0.1:1/x",
            "postgresql://s:p@hunter2@127.0.0.1:1/x",
            "postgresql://s:p/hunter2@127.0.0.1:1/x",
            "postgresql://127.0.0.1:hunter2/p@127.0.0.1:1/x",
        ],
    )
    async def test_errors_do_not_tell_it(self, url):
        """Neither a URL that cannot be read nor a database that cannot be reached tells it."""
        for call in (PostgresStore.open(url), asyncio.to_thread(migrate, url)):
            with pytest.raises(CannotStart) as refused:
                await call
            assert refused.value.code == "BAD_STORE"
            assert "hunter2" not in refused.value.message

    def test_what_is_written_as_it_has_to_be_is_read(self):
        """A password with any sign in it, and the folder of a socket."""
        told = conninfo_to_dict(conninfo("postgresql://s:%40%2F%3F@h/x?host=/run/a@b"))
        assert (told["password"], told["host"], told["dbname"]) == ("@/?", "/run/a@b", "x")
        assert conninfo_to_dict(conninfo("postgresql://@/x?host=/run"))["host"] == "/run"
        assert conninfo_to_dict(conninfo("postgresql:///x"))["dbname"] == "x"
