"""Thin clients in other languages, made from the protos alone, play every game and believe nothing."""

import re
from uuid import uuid4

import grpc
import pytest
from command import Serving
from thin.between import Between, Lost
from thin.languages import NEEDS, ROOT, SHOWN, THIN, built, shown, told
from tomorrow import COMMAND, EVENT, tomorrow

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_pb2 import GAME_STATUS_CLOSED
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook.v1.record_pb2 import Event
from summitbook_domain.games import GAMES

TABLES = {"everest1924": 1, "dicey_peaks": 3, "mountaineering": 2}
"""How many sit down to each game."""
BROUGHT_TO_CI = set(re.findall(r"^need (\S+)", (ROOT / ".ci" / "run").read_text(), re.MULTILINE))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A service as anyone starts it."""
    serving = Serving(tmp_path_factory.mktemp("thin") / "data")
    yield serving.server
    serving.stop()


@pytest.fixture(scope="module", params=NEEDS)
def client(request, tmp_path_factory):
    """Each client, built once."""
    return built(request.param, tmp_path_factory.mktemp(request.param))


def test_there_is_a_table_for_every_game():
    """A game that joins the registry is played by the thin clients too."""
    assert set(TABLES) == {game.name for game in GAMES.values()}


def test_every_client_is_tried():
    """Whatever has a folder is built and run here."""
    assert set(NEEDS) == {folder.name for folder in THIN.iterdir() if folder.is_dir()}


@pytest.mark.parametrize("language", NEEDS)
def test_a_client_is_short(language):
    """One file, which is read in a few minutes."""
    (source,) = (THIN / language).glob("climb.*")

    assert len(source.read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.parametrize("language", NEEDS)
def test_three_commands_lead_from_nothing_to_a_played_game(language):
    """Each README installs, builds and plays, no more; what it installs is what CI has, so it is enough."""
    install, _, play = shown(language)

    assert install.startswith("sudo apt install ")
    assert set(install.split()[3:]) <= BROUGHT_TO_CI
    assert play.endswith(f"dicey_peaks 2 {SHOWN}")


@pytest.mark.parametrize("game", TABLES)
def test_a_client_without_rules_plays_any_game_to_its_end(client, server, game):
    """What it tells of the end is what the server has on record, down to the last hash."""
    seen = client.told(game, TABLES[game], server)

    with grpc.insecure_channel(server) as channel:
        ended = GameServiceStub(channel).GetGame(games.GetGameRequest(game_id=seen.game_id)).game
    assert (ended.game, ended.status, len(ended.seats)) == (game, GAME_STATUS_CLOSED, TABLES[game])
    assert (seen.outcome, seen.version, seen.last) == (ended.outcome, ended.version, ended.record_hash.hex())


def test_a_client_drops_its_stream_once_and_goes_on(client, server):
    """It is asked for again from the last record seen, on a new connection."""
    with Between(server) as between:
        client.told("mountaineering", 2, between.server)

    first, second = between.calls("Subscribe")
    assert (first.request.after, second.request.after) >= (0, 5)
    assert first.peer != second.peer
    ids = [each.request.command_id for each in between.calls("Act")]
    assert len(ids) == len(set(ids))


def lost(name, message, before):
    """Of the first calls of each kind every second one is done, but its line breaks before the answer."""
    if before < 8 and before % 2 == 0 and name != "GetServerInfo":
        raise Lost
    return message


def test_a_client_gets_answers_that_were_lost_and_nothing_is_done_twice(client, server):
    """It makes one game, with all its seats, and sends no command that the server did not take once."""
    with Between(server, answered=lost) as between:
        seen = client.told("mountaineering", 2, between.server)

    made = {each.request.command_id for each in between.calls("CreateGame")}
    acts = {each.request.command_id for each in between.calls("Act")}
    causes = [each.cause.command_id for each in records(server, seen.game_id) if each.HasField("cause")]
    first, again = between.calls("Act")[:2]
    assert first.request == again.request
    assert len(between.calls("CreateGame")) > len(made) == 1
    assert causes[0] in made
    assert len(causes[3:]) == len(acts)
    assert set(causes[3:]) == acts


def records(server, game_id):
    """All records of a game that is closed."""
    with grpc.insecure_channel(server) as channel:
        items = list(GameServiceStub(channel).Subscribe(games.SubscribeRequest(game_id=game_id)))
    return [record for item in items for record in item.records.records]


def as_of_a_newer_release(name, message, before):
    """Every record has an event of a kind, and the game's status is a word, that nobody knows today."""
    if name == "Subscribe":
        for record in message.records.records:
            record.event.CopyFrom(Event.FromString(b"\xaa\x06\x02\x08\x01"))
    if name == "GetGame" and message.game.status != GAME_STATUS_CLOSED:
        message.game.status = 99
    return message


def test_a_client_goes_on_over_what_it_does_not_know(client, server):
    """An event of no known kind counts and is hashed like any other; a new word for an enum stops nobody."""
    with Between(server, answered=as_of_a_newer_release) as between:
        ran = client.play("everest1924", 1, between.server)

    seen = told(ran)
    assert seen.last == records(server, seen.game_id)[-1].record_hash.hex()
    assert ran.stdout.count("unknown event") == seen.version


@pytest.fixture(scope="module")
def newer(tmp_path_factory):
    """A service of tomorrow's release."""
    with tomorrow(tmp_path_factory.mktemp("tomorrow")) as serving:
        yield serving.server


def test_a_client_of_today_plays_on_a_service_of_tomorrow(client, newer):
    """With an event, a field, a word and a command that it lacks, it keeps count and hash, and says so."""
    ran = client.play("everest1924", 1, newer)

    seen, recorded = told(ran), [*records(newer, told(ran).game_id)]
    unknown = sum(f'"type":"{EVENT}"'.encode() in record.line for record in recorded)
    assert (seen.version, seen.last) == (recorded[-1].n, recorded[-1].record_hash.hex())
    assert ran.stdout.count("unknown event") == unknown > 0
    assert any(f'"command":"{COMMAND}"'.encode() in record.line for record in recorded)


def asked_from(step):
    """After the resumption the stream begins so many records off."""

    def change(name, message, before):
        if name == "Subscribe" and before:
            message.after += step
        return message

    return {"asked": change}


def changed(name, change):
    """The answers of one call are changed."""

    def answered(its, message, before):
        if its == name:
            change(message)
        return message

    return {"answered": answered}


def another_name(item):
    for record in item.records.records:
        record.line = re.sub(rb'"type":"\w+"', b'"type":"HintTaken"', record.line)


def another_hash(message):
    message.record_hash = bytes(32)


def another_last_hash(message):
    if message.game.status == GAME_STATUS_CLOSED:
        message.game.record_hash = bytes(32)


def one_record_more(message):
    if message.game.status == GAME_STATUS_CLOSED:
        message.game.version += 1


LIES = {
    "a record comes twice": asked_from(-1),
    "a record is missing": asked_from(1),
    "a record was changed": changed("Subscribe", another_name),
    "a record's hash is another": changed(
        "Subscribe", lambda item: [another_hash(record) for record in item.records.records]
    ),
    "an answer's hash is none of the record's": changed("Act", another_hash),
    "the server's last record is another": changed("GetGame", another_last_hash),
    "the server has a record more": changed("GetGame", one_record_more),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_client_ends_with_an_error_where_the_server_lies(client, server, lie):
    """Whatever does not hold is found, told, and its status is not 0."""
    with Between(server, **LIES[lie]) as between:
        ran = client.play("everest1924", 1, between.server)

    assert ran.returncode != 0
    assert re.search(r"not|other|hold", ran.stderr)
    assert " ended: " not in ran.stdout


def test_a_client_says_what_the_server_refuses(client, server):
    """A game that is none ends it with the server's own sentence."""
    request = games.CreateGameRequest(command_id=str(uuid4()), game="matterhorn", seats=1, claim=bytes(32))
    with grpc.insecure_channel(server) as channel, pytest.raises(grpc.RpcError) as refused:
        GameServiceStub(channel).CreateGame(request)

    ran = client.play("matterhorn", 1, server)

    assert ran.returncode != 0
    assert refused.value.details() in ran.stderr
