"""What the service measures of itself, and what it tells whoever asks for it."""

import asyncio
import socket
from urllib.request import urlopen

import pytest
from house import ABANDON, ADVANCE, House, bearer, new_id, refused, until
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from summitbook.v1 import game_service_pb2 as games
from summitbook_service.bots import POLICIES
from summitbook_service.errors import CannotStart
from summitbook_service.server import serving
from summitbook_service.settings import Settings
from summitbook_service.store import StoreUnavailable


@pytest.fixture
async def measured(tmp_path):
    """A service whose metrics can be asked for, and where."""
    with capture_logs() as lines:
        async with House(tmp_path, metrics_port=0, cached_games=2, bot_pace=0.0) as house:
            (port,) = (line["port"] for line in lines if line["event"] == "metrics")
            yield house, f"http://127.0.0.1:{port}/metrics"


async def asked(url):
    """Every sample by its name and labels, as Prometheus would read it."""

    def read():
        with urlopen(url) as answer:
            return answer.read().decode()

    families = text_string_to_metric_families(await asyncio.to_thread(read))
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in families
        for sample in family.samples
    }


def number(samples, name, **labels):
    return samples[f"summitbook_{name}", *sorted(labels.items())]


async def test_what_was_done_is_counted(measured):
    """Commands, commits and what they held, refusals by code, and games are told as they were."""
    house, url = measured
    game_id, token = await house.started()
    await house.act(game_id, token)
    for _ in range(2):
        with refused("FAILED_PRECONDITION", "WRONG_PHASE"):
            await house.act(game_id, token)
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.game(new_id())
    await house.parts.lobby.catch_up()

    samples = await asked(url)
    assert number(samples, "command_seconds_count") == 3
    assert number(samples, "commit_seconds_count") == 3
    assert number(samples, "commit_commands_sum") == 3
    assert number(samples, "refusals_total", code="WRONG_PHASE") == 2
    assert number(samples, "refusals_total", code="NO_SUCH_GAME") == 1
    assert number(samples, "games_open") == 1
    assert number(samples, "commits_failed_total") == 0
    assert any(name == "process_resident_memory_bytes" for name, *_ in samples)


async def test_what_bots_of_the_service_do_is_counted(measured, monkeypatch):
    """How many games have them, in how many one stands still, and what all of them have done."""
    house, url = measured
    request = {"game": "dicey_peaks", "seats": 2}
    with monkeypatch.context() as other_release:
        other_release.setitem(POLICIES, "clever", POLICIES["greedy"])
        made = [await house.make(**request, bots=["greedy", "clever"], seed=bytes(32))]
    made += [await house.make(**request, bots=["greedy"]) for _ in range(2)]
    host = games.CancelGameRequest(game_id=made[-1].game.game_id, command_id=new_id())
    await house.games.CancelGame(host, metadata=bearer(made[-1].token))
    await house.parts.lobby.catch_up()
    bots = house.parts.bots
    await until(lambda: bots.unknown and not bots._due and not bots._at_work)

    samples = await asked(url)
    acted = [each.cause.WhichOneof("command") for each in await house.follow(made[0].game.game_id)]
    assert number(samples, "games_with_bots") == 2
    assert number(samples, "games_with_unknown_bots") == 1
    assert number(samples, "bot_commands_total") == acted.count("act")


async def test_an_append_that_fails_is_counted(measured, monkeypatch):
    """A store that cannot be written shows as a failed append, and as the refusals that it led to."""
    house, url = measured
    game_id, token = await house.started()

    async def full(rows):
        raise StoreUnavailable("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(house.parts.store, "append", full)
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            await house.act(game_id, token)
    samples = await asked(url)
    assert number(samples, "commits_failed_total") == 1
    assert number(samples, "refusals_total", code="STORE_UNAVAILABLE") == 1


async def test_the_cache_is_told(measured):
    """Games in memory never exceed the cache; a game that had to make room is a miss when it is asked for."""
    house, url = measured
    made = [await house.create() for _ in range(4)]
    before = await asked(url)
    await house.game(made[-1])
    await house.game(made[0])
    after = await asked(url)

    assert number(after, "cached_games") == 2
    assert number(after, "cache_hits_total") - number(before, "cache_hits_total") == 1
    assert number(after, "cache_misses_total") - number(before, "cache_misses_total") == 1


async def test_open_streams_are_told(measured):
    """A stream counts as long as it is open, and no longer once its caller went away."""
    house, url = measured
    game_id, _ = await house.started()
    request = games.SubscribeRequest(game_id=game_id)
    following = house.games.Subscribe(request)
    await following.read()
    during = await asked(url)
    following.cancel()
    await until(lambda: not house.parts.bell)
    after = await asked(url)

    assert (number(during, "streams_open", rpc="Subscribe"), number(during, "games_followed")) == (1, 1)
    assert (number(after, "streams_open", rpc="Subscribe"), number(after, "games_followed")) == (0, 0)


async def test_no_number_of_games_makes_a_series(measured):
    """After many games, played, followed, refused and closed, there are exactly the series as after ten."""
    house, url = measured

    async def play(count):
        for _ in range(count):
            game_id, token = await house.started()
            await house.act(game_id, token)
            with refused("FAILED_PRECONDITION", "WRONG_PHASE"):
                await house.act(game_id, token)
            await house.act(game_id, token, ADVANCE)
            await house.act(game_id, token, ABANDON)
            await house.follow(game_id)

    await play(10)
    few = (await asked(url)).keys()
    await play(50)
    assert (await asked(url)).keys() == few


async def test_nothing_listens_unless_it_is_asked_for(tmp_path):
    """Without a port for the metrics none is opened."""
    with capture_logs() as lines:
        async with House(tmp_path):
            pass
    assert "metrics" not in {line["event"] for line in lines}


async def test_a_port_that_is_taken_is_told(tmp_path):
    """Where another program has the port, the service does not start, and says which flag to change."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotStart, match="--metrics-port") as told:
            async with serving(Settings(data=tmp_path, port=0, web_port="off", metrics_port=port)):
                pass
    assert told.value.code == "PORT_IN_USE"


async def test_an_address_that_is_none_is_told(tmp_path):
    """An address that cannot be listened on is BAD_ADDRESS, with the flag to change."""
    with pytest.raises(CannotStart, match="--metrics-host") as told:
        async with serving(
            Settings(data=tmp_path, port=0, web_port="off", metrics_port=0, metrics_host="192.0.2.1")
        ):
            pass
    assert told.value.code == "BAD_ADDRESS"
