"""A log that is not as it was written: its game cannot go on, and every other game can."""

import sqlite3
from contextlib import closing
from uuid import UUID

import msgspec
import pytest
from bundles import outcome_of
from house import CLAIM, ROLL, House, new_id, refused
from meets import Meet
from msgspec.structs import replace
from structlog.testing import capture_logs

from summitbook.v1 import game_service_pb2 as games
from summitbook_domain.record import START, read, write
from summitbook_domain.table.events import GameCreated
from summitbook_service.aside import aside_stream, creation_stream

RECORDS = 5
"""A game that has begun and rolled once."""
DAMAGED = {
    "empty": b"",
    "no JSON": b"\xff\xfe{",
    "an array": b"[]",
    "an empty object": b"{}",
    "nested too deep": b"[" * 100_000,
    "no UTF-8": b'{"at":"\xed\xa0\x80"}',
    "a text": "no bytes",
    "a number": 10**12,
}


async def rolled(house, **request):
    """A new game that has begun and rolled once."""
    game_id, token = await house.started(**request)
    await house.act(game_id, token, ROLL)
    return game_id, token


def change(house, statement, *values):
    """Change the store behind a stopped service's back."""
    with closing(sqlite3.connect(house.settings.data / "summitbook.sqlite")) as store, store:
        changed = store.execute(statement, values).rowcount
    assert changed


def overwrite(house, stream, n, state):
    where = "WHERE originator_id = ? AND originator_version = ?"
    change(house, f"UPDATE stored_events SET state = ? {where}", state, stream.hex, n)


async def check_only_this_is_broken(house, broken, good, token):
    """The broken game is told as such by every call; the others are listed, made and played."""
    for call in (house.game, house.follow, house.export):
        with refused("FAILED_PRECONDITION", "BROKEN_LOG"):
            await call(broken)
    with refused("FAILED_PRECONDITION", "BROKEN_LOG"):
        await house.sit(broken)
    with capture_logs() as logged:
        for _ in range(2):
            listed = await house.games.ListGames(games.ListGamesRequest())
            assert [game.game_id for game in listed.games] == [good]
    assert len([line for line in logged if line["event"] == "game left out of the list"]) <= 1
    assert await house.create()
    assert await house.play(good, token, turns=1)


@pytest.fixture
async def pair(tmp_path):
    """A stopped service, a game to be broken, another one and its token."""
    house = House(tmp_path)
    async with house:
        broken, _ = await rolled(house)
        good, token = await rolled(house)
    return house, broken, good, token


@pytest.mark.parametrize("n", range(1, RECORDS + 1))
@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
async def test_a_line_that_cannot_be_read_breaks_one_game(pair, n, damaged):
    """Whatever stands in the place of a record, its game is BROKEN_LOG and the others go on."""
    house, *told = pair
    overwrite(house, UUID(told[0]), n, damaged)
    async with house:
        await check_only_this_is_broken(house, *told)


@pytest.mark.parametrize("n", range(1, RECORDS))
async def test_a_row_that_is_missing_breaks_one_game(pair, n):
    """A record that is gone from the midst of a log, or from its beginning, is missed."""
    house, *told = pair
    where = "WHERE originator_id = ? AND originator_version = ?"
    change(house, f"DELETE FROM stored_events {where}", UUID(told[0]).hex, n)
    async with house:
        if n > 1:
            await check_only_this_is_broken(house, *told)
        else:
            with refused("FAILED_PRECONDITION", "BROKEN_LOG"):
                await house.game(told[0])
            assert len((await house.games.ListGames(games.ListGamesRequest())).games) == 1


@pytest.mark.parametrize("n", range(1, RECORDS + 1))
async def test_an_altered_line_breaks_one_game(pair, n):
    """A record that was altered but could have been, such as a die or a time, does not fit its hash."""
    house, *told = pair
    async with house:
        row = (await house.parts.store.read(UUID(told[0])))[n - 1]
    altered = row.line.replace(b'"at":"20', b'"at":"19')
    assert altered != row.line
    overwrite(house, row.stream, n, altered)
    async with house:
        await check_only_this_is_broken(house, *told)


CANNOT_BE = {
    "an option out of bounds": lambda event, cause: (replace(event, options={"turn_seconds": -1}), cause),
    "a command id that is none": lambda event, cause: (event, replace(cause, id="none")),
}


@pytest.mark.parametrize("changed", CANNOT_BE.values(), ids=CANNOT_BE)
async def test_a_record_that_cannot_be_breaks_one_game(pair, changed):
    """A record that fits its hash and still makes no sense is no game either."""
    house, *told = pair
    async with house:
        first, *_ = await house.parts.store.read(UUID(told[0]))
    record = read(first.line)
    event, cause = changed(msgspec.convert(record.data, GameCreated), record.cause)
    overwrite(house, first.stream, 1, write(START, record.at, event, cause)[0])
    async with house:
        await check_only_this_is_broken(house, *told)


BREAKS = {
    "its first record": lambda house, game_id: overwrite(house, game_id, 1, b"{}"),
    "a later record": lambda house, game_id: overwrite(house, game_id, 4, b"{}"),
    "all its records": lambda house, game_id: change(
        house, "DELETE FROM stored_events WHERE originator_id = ?", game_id.hex
    ),
    "the row beside it": lambda house, game_id: overwrite(house, aside_stream(game_id), 1, b"{}"),
}


@pytest.mark.parametrize("breaks", BREAKS.values(), ids=BREAKS)
async def test_a_tournament_goes_on_without_a_game_that_is_broken(tmp_path, breaks):
    """Its round waits for the organiser to cancel it; then it is set aside, and the audit says so."""
    house = House(tmp_path)
    async with house:
        meet = await Meet.started(house, "Mallory", "Irvine", rounds=1)
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
        await house.act(seat.game_id, seat.token, ROLL)
        await meet.play(1)
    breaks(house, UUID(seat.game_id))
    async with house:
        with refused("FAILED_PRECONDITION", "GAMES_OPEN"):
            await meet.run("CloseRound")
        await meet.decide("cancel", game_id=seat.game_id)
        await meet.run("CloseRound")
        await meet.run("CloseTournament")
        whole = await meet.whole()
        finished = {game.game_id: game.finished for game in whole.rounds[0].games}[seat.game_id]
        outcome = outcome_of(await meet.dossier(), [house.parts.keys.public_keys[0].hex()])

    assert (finished.outcome, finished.n, set(finished.record_hash)) == ("broken", 0, {0})
    assert not finished.results[0].HasField("points")
    assert (outcome.ok, outcome.games) == (True, 1)
    assert [each.code for each in outcome.caveats] == ["SET_ASIDE"]


async def test_why_a_tournament_waits_is_told_once(tmp_path):
    """It is looked at twice a second, for as long as nobody decides anything."""
    house = House(tmp_path)
    async with house:
        meet = await Meet.started(house, "Mallory", "Irvine", rounds=1)
        await meet.run("PublishRound")
        (seat,) = await meet.seats(0)
    overwrite(house, UUID(seat.game_id), 1, b"{}")
    with capture_logs() as logged:
        async with house:
            for _ in range(3):
                await house.parts.keeper._try(UUID(meet.id))
    told = [line["reason"] for line in logged if line["event"] == "a tournament waits"]
    assert told == ["BROKEN_LOG"]


@pytest.mark.parametrize("damaged", [*DAMAGED.values(), None], ids=[*DAMAGED, "gone"])
async def test_an_aside_that_cannot_be_read_hides_its_game(pair, damaged):
    """Where it is lost who may see a game, strangers are told of none, and its own that it is broken."""
    house, hidden, good, token = pair
    if damaged is None:
        change(house, "DELETE FROM stored_events WHERE originator_id = ?", aside_stream(UUID(hidden)).hex)
    else:
        overwrite(house, aside_stream(UUID(hidden)), 1, damaged)
    async with house:
        with capture_logs() as logged:
            await check_only_its_own_are_told(house, hidden)
        told = [line["game_id"] for line in logged if line["event"] == "who may see this game cannot be told"]
        assert set(told) == {hidden}
        listed = await house.games.ListGames(games.ListGamesRequest())
        assert [game.game_id for game in listed.games] == [good]
        assert await house.play(good, token, turns=1)


async def test_a_private_game_that_is_broken_is_hidden_still(tmp_path):
    """A private game whose log is broken is NO_SUCH_GAME for strangers, and BROKEN_LOG for its own."""
    house = House(tmp_path)
    async with house:
        made = await house.make(private=True)
        await house.take_seat(made.game.game_id, token=made.token)
    overwrite(house, UUID(made.game.game_id), 2, b"")
    async with house:
        await check_only_its_own_are_told(house, made.game.game_id)


async def check_only_its_own_are_told(house, game_id):
    issue = games.IssueTokenRequest(game_id=game_id, seat=0, claim=CLAIM)
    for call in (house.game, house.follow, house.export, house.sit):
        with refused("NOT_FOUND", "NO_SUCH_GAME"):
            await call(game_id)
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.games.IssueToken(issue)
    operator = house.operator[0][1].removeprefix("Bearer ")
    for token in (house.token(role="host", game_id=game_id), operator):
        with refused("FAILED_PRECONDITION", "BROKEN_LOG"):
            await house.game(game_id, token)


async def test_a_game_of_a_store_without_asides_is_public(tmp_path):
    """An older store has an aside only for a game that was private or had a given seed: others are public."""
    house, same = House(tmp_path), new_id()
    async with house:
        game_id = await house.create(command_id=same)
    change(house, "DELETE FROM stored_events WHERE originator_id = ?", aside_stream(UUID(game_id)).hex)
    overwrite(house, creation_stream(same), 1, msgspec.json.encode({"command_id": same, "game_id": game_id}))
    async with house:
        assert not (await house.game(game_id)).private


@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
async def test_a_creation_that_cannot_be_read_breaks_one_id(tmp_path, damaged):
    """Where it cannot be read which game a command made, that command is refused, and any other is not."""
    house, same = House(tmp_path), new_id()
    async with house:
        await house.create(command_id=same)
    overwrite(house, creation_stream(same), 1, damaged)
    async with house:
        with refused("FAILED_PRECONDITION", "BROKEN_LOG"):
            await house.create(command_id=same)
        assert await house.create()
