"""The contract of every store; another store is one more fixture and its name in STORES."""

from uuid import UUID, uuid4

import pytest

from summitbook_service.store import LISTED, Conflict, Note, Row, SQLiteStore
from summitbook_service.store.postgres import PostgresStore

STORES = ("sqlite_file", "sqlite_apart", "sqlite_memory", "postgresql")


@pytest.fixture
def sqlite_file(tmp_path):
    return SQLiteStore.open(tmp_path)


@pytest.fixture
def sqlite_apart(tmp_path):
    return SQLiteStore.open(tmp_path, apart=True)


@pytest.fixture
def sqlite_memory():
    return SQLiteStore.in_memory()


@pytest.fixture
async def postgresql(postgres):
    return await PostgresStore.open(postgres.database())


@pytest.fixture(params=STORES)
def store(request):
    made = request.getfixturevalue(request.param)
    yield made
    made.close()


def rows(stream: UUID, *numbers: int, topic: str = "Told") -> list[Row]:
    return [Row(stream, n, topic, b'{"n":%d}' % n) for n in numbers]


class TestEveryStore:
    """What holds for each of the stores."""

    async def test_what_is_appended_is_read_back_in_order(self, store):
        """A stream answers its rows as they were appended, by rising number."""
        one, other = uuid4(), uuid4()
        await store.append([*rows(one, 1, 2), *rows(other, 1), *rows(one, 3)])

        assert await store.read(one) == rows(one, 1, 2, 3)
        assert await store.read(other) == rows(other, 1)

    async def test_any_bytes_are_kept(self, store):
        """A line is bytes, and a topic any text: neither is interpreted."""
        row = Row(uuid4(), 1, "Gipfel ⛰ '; --", bytes(range(256)))
        await store.append([row])

        assert await store.read(row.stream) == [row]

    async def test_a_stream_that_is_not_there_is_empty(self, store):
        """Reading what was never written answers nothing."""
        assert await store.read(uuid4()) == []

    async def test_reading_goes_on_after_a_number(self, store):
        """`after` leaves out what has been seen, `limit` how much comes at once."""
        stream = uuid4()
        await store.append(rows(stream, *range(1, 8)))

        assert await store.read(stream, after=4) == rows(stream, 5, 6, 7)
        assert await store.read(stream, after=2, limit=3) == rows(stream, 3, 4, 5)
        assert await store.read(stream, after=7) == []

    async def test_the_last_row_of_a_stream_is_found(self, store):
        """`last` answers the row with the highest number, whatever else was stored since, or none."""
        stream, other = uuid4(), uuid4()
        await store.append(rows(stream, 1, 2, 10))
        await store.append(rows(other, 3))

        assert await store.last(stream) == rows(stream, 10)[0]
        assert await store.last(uuid4()) is None

    async def test_a_taken_number_is_a_conflict(self, store):
        """Of two rows with the same number the second is refused, whatever it holds."""
        stream = uuid4()
        await store.append(rows(stream, 1, 2))

        with pytest.raises(Conflict):
            await store.append(rows(stream, 2, topic="Other"))
        assert await store.read(stream) == rows(stream, 1, 2)

    async def test_an_append_is_whole_or_not_at_all(self, store):
        """Where one row of an append conflicts, none of its rows is stored, in no stream and no order."""
        taken, free = uuid4(), uuid4()
        await store.append(rows(taken, 1))

        with pytest.raises(Conflict):
            await store.append([*rows(free, 1, 2), *rows(taken, 1)])
        assert await store.read(free) == []
        assert [note.row for note in await store.read_all(0, 10)] == rows(taken, 1)

    async def test_a_store_goes_on_after_a_conflict(self, store):
        """A refused append leaves nothing behind that would disturb the next."""
        stream = uuid4()
        await store.append(rows(stream, 1))
        for _ in range(3):
            with pytest.raises(Conflict):
                await store.append(rows(stream, 1))

        await store.append(rows(stream, 2))
        assert await store.read(stream) == rows(stream, 1, 2)

    async def test_all_streams_have_one_order(self, store):
        """Over all streams the order is that of the appends, and positions rise."""
        one, other = uuid4(), uuid4()
        for stream, n in ((one, 1), (other, 1), (other, 2), (one, 2)):
            await store.append(rows(stream, n))

        notes = await store.read_all(0, 10)
        assert [(note.row.stream, note.row.n) for note in notes] == [
            (one, 1),
            (other, 1),
            (other, 2),
            (one, 2),
        ]
        positions = [note.position for note in notes]
        assert positions == sorted(set(positions))

    async def test_the_one_order_is_read_in_parts(self, store):
        """Reading on after the last position seen, part by part, sees each row once."""
        stream = uuid4()
        await store.append(rows(stream, *range(1, 8)))

        seen: list[Note] = []
        while part := await store.read_all(seen[-1].position if seen else 0, 3):
            assert len(part) <= 3
            seen += part
        assert [note.row for note in seen] == rows(stream, *range(1, 8))

    async def test_the_end_is_known(self, store):
        """`end` answers the position of the row that was stored last, 0 where there is none."""
        assert await store.end() == 0
        await store.append(rows(uuid4(), 1, 2))
        await store.append(rows(uuid4(), 7))

        assert await store.end() == (await store.read_all(0, 10))[-1].position

    async def test_topics_pick_rows(self, store):
        """Of all rows only those of the topics asked for are answered, at their own positions."""
        stream = uuid4()
        await store.append(
            [*rows(stream, 1, topic="A"), *rows(stream, 2, topic="B"), *rows(stream, 3, topic="C")]
        )

        every = await store.read_all(0, 10)
        assert await store.read_all(0, 10, ("A", "C")) == [every[0], every[2]]
        assert await store.read_all(every[0].position, 10, ("A", "C")) == [every[2]]
        assert await store.read_all(0, 10, ("D",)) == []

    async def test_the_newest_logs_are_found(self, store):
        """Rows that begin a log are answered newest first, from any position on."""
        logs = [uuid4() for _ in range(5)]
        for log in logs:
            await store.append([*rows(log, 1, topic=LISTED), *rows(log, 2, 3), *rows(uuid4(), 1)])

        every = await store.newest(None, 10)
        assert [note.row for note in every] == [rows(log, 1, topic=LISTED)[0] for log in reversed(logs)]
        assert await store.newest(every[1].position, 2) == every[2:4]
        assert await store.newest(every[-1].position, 2) == []

    async def test_the_end_is_the_newest_position(self, store):
        """The end is the position of the newest row, of whatever topic, and 0 where there is none."""
        assert await store.end() == 0
        await store.append(rows(uuid4(), 1, 2))
        assert await store.end() == (await store.read_all(0, 10))[-1].position
