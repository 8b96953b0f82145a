"""What older releases left on people's disks, under this one: tests/releases."""

import asyncio
import gzip
import json
from pathlib import Path
from shutil import copytree

import pytest
from command import summitbook
from house import CLAIM, House, bearer

from summitbook.v1 import game_service_pb2 as games
from summitbook_domain.replay import audit
from summitbook_service import formats
from summitbook_service.keys import verify
from summitbook_service.store.postgres import PostgresStore

FOLDERS = sorted(path for path in (Path(__file__).parents[1] / "releases").iterdir() if path.is_dir())


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def release(request):
    return request.param


@pytest.fixture(params=["folder", "its backup in a folder", "its backup in a database"])
async def house(request, release, tmp_path):
    """A service of this release on what an older one left."""
    database = None
    copytree(release / "keys", tmp_path / "keys")
    if request.param == "folder":
        store = gzip.decompress((release / "summitbook.sqlite.gz").read_bytes())
        (tmp_path / "summitbook.sqlite").write_bytes(store)
    elif request.param == "its backup in a folder":
        await restored(release, "--data", tmp_path)
    else:
        url = request.getfixturevalue("postgres").database()
        await restored(release, "--store", url, "--keys", tmp_path / "keys")
        database = await PostgresStore.open(url)
    async with House(tmp_path, database) as opened:
        yield opened


async def restored(release, *where):
    ran = await asyncio.to_thread(summitbook, "restore", release / "games.backup.gz", *where, "--json")
    (told,) = ran.json
    assert (ran.status, told["faults"], told["seed_lost"]) == (0, [], [])


def left(release):
    """The games as the release left them."""
    return json.loads((release / "games.json").read_text())


async def seat_token(house, game_id, seat):
    request = games.IssueTokenRequest(game_id=game_id, seat=seat, claim=CLAIM)
    return (await house.games.IssueToken(request)).token


async def test_a_folder_is_backed_up_as_it_was_left(release, tmp_path):
    """Whoever has this release and has not started it yet can take the backup, which changes nothing."""
    store = gzip.decompress((release / "summitbook.sqlite.gz").read_bytes())
    (tmp_path / "summitbook.sqlite").write_bytes(store)
    where = tmp_path / "games.backup.gz", "--data", tmp_path
    (told,) = (ran := await asyncio.to_thread(summitbook, "backup", *where, "--json")).json
    assert (ran.status, told["games"], told["faults"]) == (0, len(left(release)), [])
    assert (tmp_path / "summitbook.sqlite").read_bytes() == store


async def test_every_game_is_as_it_was(house, release):
    """Each game is at the same record with the same hash and outcome; only private ones are hidden."""
    for each in left(release).values():
        request = games.GetGameRequest(game_id=each["game_id"])
        shown = (await house.games.GetGame(request, metadata=house.operator)).game
        assert (shown.version, shown.record_hash.hex(), shown.outcome) == (
            each["version"],
            each["record_hash"],
            each["outcome"],
        )
    listed = (await house.games.ListGames(games.ListGamesRequest())).games
    public = {each["game_id"] for each in left(release).values() if not each["private"]}
    assert {game.game_id for game in listed} == public


async def test_closed_games_check_out(house, release):
    """What was finished exports and audits to its rules, sealed by the key that was brought along."""
    keys = {key.hex() for key in house.parts.keys.public_keys}
    closed = [each for each in left(release).values() if each["outcome"]]
    assert closed
    for each in closed:
        lines = (await house.export(each["game_id"])).splitlines(keepends=True)
        assert audit(lines, verify=verify, keys=keys).level == "rules"


async def test_open_games_go_on(house, release):
    """A token is issued for the claim of then, the last command answered again, and play goes on."""
    going = [each for each in left(release).values() if not each["outcome"] and "last" in each]
    assert going
    for each in going:
        game_id, last = each["game_id"], each["last"]
        token = await seat_token(house, game_id, last["seat"])
        request = games.ActRequest.FromString(bytes.fromhex(last["asked"]))
        again = await house.games.Act(request, metadata=bearer(token))
        assert (again.version, again.record_hash.hex()) == (last["version"], last["record_hash"])
        assert await played_on(house, game_id) > each["version"]


async def played_on(house, game_id):
    """Let whoever can do something; the version it leads to."""
    shown = (await house.games.GetGame(games.GetGameRequest(game_id=game_id), metadata=house.operator)).game
    for seat in range(len(shown.seats)):
        token = await seat_token(house, game_id, seat)
        if legal := await house.legal(game_id, token):
            return (await house.act(game_id, token, legal[0])).version
    raise AssertionError("nobody can do anything")


async def test_a_game_that_waited_begins(house, release):
    """The seats of a game that was waiting can be taken, and with the last one it begins."""
    waiting = [each for each in left(release).values() if not each["outcome"] and "last" not in each]
    for each in waiting:
        free = [seat for seat in (await house.game(each["game_id"])).seats if not seat.name]
        for _ in free:
            await house.sit(each["game_id"])
        assert (await house.game(each["game_id"])).version > each["version"] + len(free)


async def test_the_store_is_marked_as_this_releases(house):
    """From now on the store says which format it is in."""
    assert (await formats.read(house.parts.store)).format == formats.FORMAT
    assert await house.parts.store.read(formats.STREAM)


async def test_no_row_is_named_after_a_place_in_the_code(house):
    """What rows are called is a word of the pages or of the store, so that code can be moved about."""
    await house.create(private=True)
    topics = {note.row.topic for note in await house.parts.store.read_all(0, 100_000)}
    assert {"GameCreated", "SeatTaken"} < topics
    assert all(topic.isalpha() for topic in topics)
