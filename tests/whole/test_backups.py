"""Backups of a service that is played on, and services on what was restored from them."""

import asyncio
import gzip
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
from command import summitbook
from house import ADVANCE, CLAIM, ROLL, House, new_id, refused

from summitbook_service import backup, formats, uptime
from summitbook_service.errors import CannotStart
from summitbook_service.keys import Keys
from summitbook_service.store import Row, SQLiteStore
from summitbook_service.store.postgres import PostgresStore

SEED = bytes(range(32))


BOTH = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def url(request):
    """The database of the service, where it has one."""
    return request.getfixturevalue("new_url") if getattr(request, "param", "") == "postgresql" else None


@pytest.fixture
def new_url(postgres):
    return postgres.database()


@pytest.fixture
async def house(tmp_path, url):
    async with House(tmp_path / "data", await database(url)) as opened:
        yield opened


async def database(url):
    return await PostgresStore.open(url) if url else None


def where(folder, url):
    return ("--store", url) if url else ("--data", folder)


async def run(*words):
    """A command beside the service."""
    return await asyncio.to_thread(summitbook, *words)


async def backed_up(house, url, tmp_path):
    file = tmp_path / "a.backup.gz"
    ran = await run("backup", file, *where(house.settings.data, url))
    assert ran.status == 0, ran.err
    return file, ran


async def some_games(house):
    """A finished game, a private one in play on a given seed, and one that waits for a second seat."""
    closed, token = await house.started()
    await house.finish(closed, token)
    made = await house.make(private=True, seed=SEED)
    private, seat = made.game.game_id, await house.take_seat(made.game.game_id, token=made.token)
    await house.act(private, seat)
    return closed, private, seat, await house.create(game="dicey_peaks", seats=2)


async def every_row(store):
    return [note.row for note in await store.read_all(0, 100_000) if note.row.topic != formats.TOPIC]


@BOTH
async def test_what_is_restored_goes_on(house, url, tmp_path, postgres):
    """From either store into either: games have the same records, private ones stay so, open ones go on."""
    closed, private, seat, waiting = await some_games(house)
    before = {game: await house.follow(game, token=seat) for game in (closed, private, waiting)}
    file, ran = await backed_up(house, url, tmp_path)
    assert "3 games, 1 of them closed; all are as they were played" in ran.out

    for name, into in (("folder", None), ("database", postgres.database())):
        folder = tmp_path / name
        ran = await run("restore", file, "--keys", house.settings.data / "keys", *where(folder, into))
        assert (ran.status, ran.err) == (0, "")
        async with House(folder, await database(into), keys=house.settings.data / "keys") as other:
            for game, records in before.items():
                assert await other.follow(game, token=seat) == records
            with refused("NOT_FOUND", "NO_SUCH_GAME"):
                await other.game(private)
            legal = await other.legal(private, seat)
            assert (await other.act(private, seat, legal[0])).version == before[private][-1].n + 1


@BOTH
async def test_it_is_of_one_moment_while_commands_come_in(house, url, tmp_path):
    """Taken while many games are played, a backup holds each command whole, and each game without a hole."""
    stop = asyncio.Event()

    async def player():
        while not stop.is_set():
            game_id, token = await house.started()
            for command in (ROLL, ADVANCE) * 5:
                if not stop.is_set():
                    await house.act(game_id, token, command)

    players = [asyncio.create_task(player()) for _ in range(8)]
    for _ in range(2):
        _, ran = await backed_up(house, url, tmp_path)
        assert "all are as they were played" in ran.out
    stop.set()
    await asyncio.gather(*players)


async def test_a_command_is_not_done_again_after_a_restore(house, url, tmp_path):
    """A command that is in the backup gets its stored answer from the restored service, CreateGame too."""
    request = {"command_id": new_id(), "claim": CLAIM}
    game_id = (await house.make(**request)).game.game_id
    token, same = await house.take_seat(game_id), new_id()
    answer = await house.act(game_id, token, command_id=same)
    file, _ = await backed_up(house, url, tmp_path)

    folder = tmp_path / "restored"
    assert (await run("restore", file, "--data", folder)).status == 0
    async with House(folder, keys=house.settings.data / "keys") as other:
        assert (await other.make(**request)).game.game_id == game_id
        again = await other.act(game_id, token, command_id=same)
        assert (again.version, again.record_hash) == (answer.version, answer.record_hash)


async def test_a_backup_holds_no_key(house, url, tmp_path):
    """None of the service's keys, no token, no claim, and no seed that is not revealed is in a backup."""
    await some_games(house)
    file, ran = await backed_up(house, url, tmp_path)
    assert "holds no key" in ran.err

    text = gzip.decompress(file.read_bytes())
    secrets = [path.read_text().strip() for path in (house.settings.data / "keys").rglob("*.key")]
    secrets += [(house.settings.data / "operator.token").read_text().strip(), SEED.hex(), CLAIM.decode()]
    assert not [secret for secret in secrets if secret.encode() in text]
    assert SEED not in text


LONG_AGO = "2026-01-02T03:04:05.000000Z"
MUCH = 10_000_000


@BOTH
@pytest.mark.parametrize("into", ["folder", "database"])
async def test_the_time_served_comes_along(house, url, into, tmp_path, postgres):
    """Turns are timed on from what had been served, and in the time since then no game lay idle."""
    if url:
        await house.parts.uptime.beat()
        await house.parts.store.set_time(MUCH, LONG_AGO)
    else:
        beat = uptime.Beat(3, MUCH, LONG_AGO)
        await house.parts.store.append([Row(uptime._BEATS, 1_000, uptime.BEAT, msgspec.json.encode(beat))])
    file, _ = await backed_up(house, url, tmp_path)

    target = postgres.database() if into == "database" else None
    folder = tmp_path / "restored"
    assert (await run("restore", file, *where(folder, target))).status == 0
    async with House(folder, await database(target)) as other:
        assert MUCH <= other.parts.uptime.served() < MUCH + 600_000
        assert other.parts.uptime.idle(LONG_AGO) < 1


async def test_games_that_cannot_go_on_are_named(house, url, tmp_path):
    """Restored without the keys, open games are named as unable to go on, and closed ones are fine."""
    closed, private, _, waiting = await some_games(house)
    file, _ = await backed_up(house, url, tmp_path)

    ran = await run("restore", file, "--data", tmp_path / "restored", "--json")
    (told,) = ran.json
    assert (ran.status, sorted(told["seed_lost"])) == (0, sorted([private, waiting]))
    assert (told["games"], told["closed"], told["faults"]) == (3, 1, [])
    again = await run("restore", file, "--data", tmp_path / "again")
    assert "2 games cannot go on" in again.err
    assert closed not in again.err
    assert waiting in again.err


async def test_a_broken_game_is_named_and_the_rest_is_kept(tmp_path):
    """A log that was changed is a fault by its code; the backup is written, and ends with 1."""
    async with House(tmp_path / "data") as house:
        closed, *_ = await some_games(house)
    with sqlite3.connect(tmp_path / "data" / "summitbook.sqlite") as database:
        database.execute(
            "UPDATE stored_events SET state = replace(state, 'Irvine', 'Irvina') WHERE topic = 'SeatTaken'"
            " AND originator_id = ?",
            (closed.replace("-", ""),),
        )
    file = tmp_path / "a.backup.gz"
    ran = await run("backup", file, "--data", tmp_path / "data")
    assert (ran.status, file.exists()) == (1, True)
    assert "3 games, 1 of them closed; 1 with a fault" in ran.out
    assert f"BROKEN_CHAIN: {closed}" in ran.err

    again = await run("restore", file, "--data", tmp_path / "restored", "--json")
    assert [fault["game_id"] for fault in again.json[0]["faults"]] == [closed]
    assert again.status == 1


async def test_a_damaged_backup_restores_nothing(house, url, tmp_path):
    """A file with one changed byte is refused before anything is written, and the store stays empty."""
    await some_games(house)
    file, _ = await backed_up(house, url, tmp_path)
    text = bytearray(gzip.decompress(file.read_bytes()))
    text[len(text) // 2] ^= 1
    file.write_bytes(gzip.compress(bytes(text)))

    folder = tmp_path / "restored"
    ran = await run("restore", file, "--data", folder, "--json")
    assert (ran.status, ran.json[0]["error"]["code"]) == (1, "BAD_BACKUP")
    assert not SQLiteStore.is_in(folder)


@BOTH
async def test_only_an_empty_store_is_restored_into(house, url, tmp_path):
    """A store that has anything in it is left as it is, with NOT_EMPTY; a served folder with DATA_LOCKED."""
    await some_games(house)
    file, _ = await backed_up(house, url, tmp_path)
    before = await every_row(house.parts.store)

    ran = await run("restore", file, *where(house.settings.data, url))
    assert (ran.status, ran.err.split(": ")[1]) == (1, "NOT_EMPTY" if url else "DATA_LOCKED")
    assert await every_row(house.parts.store) == before

    folder = tmp_path / "other"
    async with House(folder):
        pass
    ran = await run("restore", file, "--data", folder)
    assert ran.err.split(": ")[1] == "NOT_EMPTY"


async def test_an_older_file_stays_until_the_new_one_is_checked(house, url, tmp_path, monkeypatch):
    """Where a backup fails, the file of that name is as it was, and nothing lies beside it."""
    await some_games(house)
    file, _ = await backed_up(house, url, tmp_path)
    before, files = file.read_bytes(), sorted(tmp_path.iterdir())
    ran = await run("backup", file, "--data", tmp_path / "nothing here")

    assert (ran.status, ran.err.split(": ")[1]) == (1, "NO_STORE")
    assert file.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == files


async def test_a_half_restored_store_is_not_served(house, url, tmp_path, new_url):
    """Where a restore broke off, a service refuses the store and says what to do."""
    await some_games(house)
    file, _ = await backed_up(house, url, tmp_path)
    store = await PostgresStore.open(new_url)
    append = store.append

    async def breaking(rows):
        if len(rows) > 1:
            raise ConnectionError("the line is cut")
        await append(rows)

    store.append = breaking
    with pytest.raises(ConnectionError):
        await backup.restore(file, store, lambda _: None)
    store.close()
    with pytest.raises(CannotStart) as told:
        await House(tmp_path / "other", await database(new_url)).__aenter__()
    assert told.value.code == "HALF_RESTORED"


async def test_a_restore_that_was_killed_leaves_a_folder_that_can_be_restored_into(house, url, tmp_path):
    """What a killed restore left in a data folder is swept away by the next."""
    await some_games(house)
    file, _ = await backed_up(house, url, tmp_path)
    folder = tmp_path / "restored"
    folder.mkdir()
    for name in ("summitbook.sqlite.new", "summitbook.sqlite.new-wal", "summitbook.sqlite.new-shm"):
        (folder / name).write_bytes(b"half of something")
    assert (await run("restore", file, "--data", folder)).status == 0


async def test_a_newer_store_is_refused(tmp_path):
    """A store or a backup of a later format is not touched; the release that wrote it is named."""
    later = formats.Format(formats.FORMAT + 1, "9.9.9")
    async with House(tmp_path / "data") as house:
        await some_games(house)
        await formats.leave(house.parts.store, later)
    before = (tmp_path / "data" / "summitbook.sqlite").read_bytes()
    with pytest.raises(CannotStart, match=r"9\.9\.9") as told:
        await House(tmp_path / "data").__aenter__()
    assert told.value.code == "NEWER_FORMAT"
    assert (tmp_path / "data" / "summitbook.sqlite").read_bytes() == before

    ran = await run("backup", tmp_path / "a.backup.gz", "--data", tmp_path / "data")
    assert ran.err.split(": ")[1] == "NEWER_FORMAT"


async def test_a_mark_that_cannot_be_read_is_told(tmp_path):
    """A store whose mark is damaged is BAD_STORE."""
    async with House(tmp_path) as house:
        await house.parts.store.append([Row(formats.STREAM, 2, formats.TOPIC, b"{")])
    with pytest.raises(CannotStart) as told:
        await House(tmp_path).__aenter__()
    assert told.value.code == "BAD_STORE"


async def test_each_release_leaves_its_mark_once(tmp_path):
    """However often the same release opens a store, there is one mark of it."""
    for _ in range(3):
        async with House(tmp_path) as house:
            marks = await house.parts.store.read(formats.STREAM)
    assert [json.loads(mark.line)["format"] for mark in marks] == [formats.FORMAT]


def test_looking_for_keys_makes_none(tmp_path):
    """Keys that are only looked for are not made, and without any no seed is found."""
    keys = Keys.found(tmp_path / "keys")
    assert keys.find_seed(new_id(), "", None, "") is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("backup",), ("restore",)])
async def test_a_place_that_cannot_be_written_is_told(tmp_path, words):
    """A folder that is a file is an error with its code, and no trace of the fault."""
    async with House(tmp_path / "data"):
        pass
    (tmp_path / "file").write_text("")
    file = Path(tmp_path / "file" / "a.backup.gz")
    ran = await run(*words, file, "--data", tmp_path / "data" if words == ("backup",) else tmp_path / "x")
    assert (ran.status, ran.err.split(": ")[1]) == (1, "FILE")


async def test_a_cut_connection_to_the_database_is_told(tmp_path):
    """A database that cannot be reached is BAD_STORE in one line, for either command."""
    nowhere = "postgresql://summitbook@127.0.0.1:1/summitbook"
    for words in (("backup",), ("restore",)):
        ran = await run(*words, tmp_path / "a.backup.gz", "--store", nowhere)
        assert (ran.status, ran.err.split(": ")[1], ran.err.count("\n")) == (1, "BAD_STORE", 1)
