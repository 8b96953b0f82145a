"""How the service starts, what it offers beside its own calls, and how it stops."""

import asyncio
import signal
import socket
import threading
from pathlib import Path
from typing import get_args, get_type_hints
from uuid import UUID

import grpc
import pytest
from cyclopts import Parameter
from cyclopts.validators import Number
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from house import CLAIM, ROLL, House, new_id, refused, until

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub
from summitbook_service import logs
from summitbook_service.errors import CannotStart
from summitbook_service.server import serving
from summitbook_service.settings import Settings


def bounds(hint):
    """The bounds of a setting of this type, where it has any."""
    told = [each for each in get_args(hint)[1:] if isinstance(each, Parameter)]
    return [each for parameter in told for each in parameter.validator if isinstance(each, Number)]


async def cannot_start(code, **settings):
    with pytest.raises(CannotStart) as caught:
        async with serving(Settings(**{"port": 0, "web_port": "off", **settings})):
            pass
    assert caught.value.code == code
    return caught.value.message


async def test_a_port_in_use_is_told(house, tmp_path):
    """A second service on the same port does not start, and says which port it was."""
    message = await cannot_start("PORT_IN_USE", data=tmp_path / "second", port=house.port)
    assert str(house.port) in message
    assert (await house.make()).game.version == 1


async def test_a_port_that_another_program_uses_is_told(tmp_path):
    """Any other listener on the port is as much in the way."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        await cannot_start("PORT_IN_USE", data=tmp_path, port=other.getsockname()[1])


NOWHERE = ("", "nope.invalid", "..", "127.0.0.1:80", "192.0.2.1")
"""Hosts at which nobody can listen here; the last is an address that the internet keeps for examples."""


@pytest.mark.parametrize("host", NOWHERE)
async def test_an_address_that_is_not_ours_is_no_port_in_use(tmp_path, host):
    """A host that does not exist, or is another machine, is told apart from a port that is taken."""
    message = await cannot_start("BAD_ADDRESS", data=tmp_path, host=host, plain_text=True)
    assert "--host" in message


def has_ipv6():
    """Whether this machine has a loopback of IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
async def test_an_address_of_ipv6_is_served(tmp_path):
    """An IPv6 address is given as it is, without brackets, and its taken port is told like any other."""
    async with House(tmp_path / "first", host="::1") as house:
        async with grpc.aio.insecure_channel(f"[::1]:{house.port}") as channel:
            assert (await GameServiceStub(channel).GetServerInfo(games.GetServerInfoRequest())).version
        message = await cannot_start("PORT_IN_USE", data=tmp_path / "second", host="::1", port=house.port)
        assert f"[::1]:{house.port}" in message


async def test_a_burst_of_calls_is_answered(house):
    """Thousands of calls at once wait their turn, and none is cut off without a reason."""
    calls = [house.games.GetServerInfo(games.GetServerInfoRequest()) for _ in range(3_000)]
    assert {await call.code() for call in calls} == {grpc.StatusCode.OK}


BOUNDED = {name: hint for name, hint in get_type_hints(Settings, include_extras=True).items() if bounds(hint)}
"""Every setting that is a number."""


@pytest.mark.parametrize("end", ["gte", "lte"], ids=["least", "most"])
@pytest.mark.parametrize("name", sorted(BOUNDED.keys() - {"port", "web_port", "metrics_port"}))
async def test_a_setting_at_its_bounds_is_served(tmp_path, name, end):
    """With each setting at the least or the most that it takes the service says what its limits are."""
    (within,) = bounds(BOUNDED[name])
    async with House(tmp_path, **{name: getattr(within, end)}) as house:
        assert (await house.games.GetServerInfo(games.GetServerInfoRequest())).limits.token_seconds > 0


@pytest.mark.parametrize("name", sorted(BOUNDED))
async def test_a_setting_out_of_bounds_is_told(tmp_path, name):
    """Whatever is beyond a setting's bounds, or no number at all, is told before anything is made."""
    (within,) = bounds(BOUNDED[name])
    for value in (within.gte - 1, within.lte + 1, float("inf"), float("-inf"), float("nan")):
        message = await cannot_start("BAD_SETTING", **{"data": tmp_path / "data", name: value})
        assert name in message
    assert not (tmp_path / "data").exists()


def test_every_number_is_bounded():
    """No setting is a number without bounds."""
    hints = get_type_hints(Settings).items()
    assert {name for name, hint in hints if {int, float} & {hint, *get_args(hint)}} == BOUNDED.keys()


async def test_a_lost_store_is_told(tmp_path, capsys):
    """A folder that has keys but no games' store any more is served with a warning; a new folder without."""
    logs.configure(Settings())
    async with House(tmp_path):
        pass
    async with House(tmp_path):
        pass
    assert "no store" not in capsys.readouterr().err
    for spoil in (Path.unlink, lambda file: file.write_bytes(b"")):
        spoil(tmp_path / "summitbook.sqlite")
        async with House(tmp_path):
            pass
        assert "no store" in capsys.readouterr().err


async def test_a_folder_in_use_is_told(house):
    """A second service on the same data folder does not start, and the first goes on."""
    await cannot_start("DATA_LOCKED", data=house.settings.data)
    assert (await house.make()).game.version == 1


async def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    """A data folder below a file cannot be made."""
    (tmp_path / "file").write_text("in the way")
    await cannot_start("DATA_UNWRITABLE", data=tmp_path / "file" / "data")


async def test_keys_that_cannot_be_made_are_told(tmp_path):
    """A file where the key folder should be is in the way."""
    (tmp_path / "keys").write_text("in the way")
    await cannot_start("DATA_UNWRITABLE", data=tmp_path)


@pytest.mark.parametrize("text", ["", "abc", "zz" * 32, "ab" * 31])
async def test_a_damaged_key_is_told_and_kept(tmp_path, text):
    """A key file that holds no key stops the start, by its name but not its content, and is not replaced."""
    async with House(tmp_path):
        pass
    key = next((tmp_path / "keys" / "master").iterdir())
    key.write_text(text)
    message = await cannot_start("BAD_KEY", data=tmp_path)

    assert key.name in message
    assert not text or text not in message
    assert key.read_text() == text


async def test_a_failed_start_lets_go_of_the_folder(house, tmp_path):
    """After a start that failed the folder can be served."""
    await cannot_start("PORT_IN_USE", data=tmp_path / "second", port=house.port)
    async with House(tmp_path / "second") as second:
        assert (await second.make()).game.version == 1


async def test_health_is_told(house):
    """Health answers SERVING for the whole and for each service."""
    health = health_pb2_grpc.HealthStub(house.channel)
    for service in ("", "summitbook.v1.GameService", "summitbook.v1.ReplayService"):
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_is_on(house):
    """A client without protos finds the services by reflection."""
    reflection = reflection_pb2_grpc.ServerReflectionStub(house.channel)
    asked = [reflection_pb2.ServerReflectionRequest(list_services="")]
    (answer,) = [each async for each in reflection.ServerReflectionInfo(iter(asked))]

    names = {service.name for service in answer.list_services_response.service}
    assert {"summitbook.v1.GameService", "summitbook.v1.ReplayService", "grpc.health.v1.Health"} <= names


async def test_a_command_in_hand_is_answered_at_the_stop(tmp_path):
    """What was taken before the stop is stored and answered; what comes later is UNAVAILABLE."""
    async with House(tmp_path) as house:
        game_id, token = await house.started()
        house.gather(2)
        call = asyncio.create_task(house.act(game_id, token, ROLL))
        await until(lambda: house.parts.writer._waiting)
        await house.stop()
        assert (await call).version == 5
    async with House(tmp_path) as again:
        assert (await again.game(game_id)).version == 5


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_the_service_in_order(process, number):
    """At SIGTERM or SIGINT open streams end with UNAVAILABLE, and the process with 0 and no complaint."""
    running, port, _ = process
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = GameServiceStub(channel)
        made = await stub.CreateGame(
            games.CreateGameRequest(command_id=new_id(), game="everest1924", seats=1, claim=CLAIM)
        )
        call = stub.Subscribe(games.SubscribeRequest(game_id=made.game.game_id))
        assert (await call.read()).version == 1
        assert (await call.read()).HasField("caught_up")
        running.send_signal(number)
        with refused("UNAVAILABLE", "SHUTTING_DOWN"):
            await call.read()
    _, complaints = await asyncio.to_thread(running.communicate)

    assert running.returncode == 0
    assert "Traceback" not in complaints
    assert "destroyed" not in complaints


async def test_a_second_signal_ends_at_once(process):
    """Who cannot wait for the grace sends the signal again."""
    running, port, _ = process
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        health = health_pb2_grpc.HealthStub(channel)
        # A stream that no stop ends by itself, so that the grace would be waited for.
        watch = health.Watch(health_pb2.HealthCheckRequest())
        await watch.read()
        running.send_signal(signal.SIGTERM)
        await watch.read()
        running.send_signal(signal.SIGTERM)
        await asyncio.to_thread(running.communicate)
    assert running.returncode == -signal.SIGTERM


async def test_while_a_commit_takes_its_time_all_else_is_answered(tmp_path):
    """With an append under way that does not end, games are shown, followed and exported, and health told."""
    async with House(tmp_path, heartbeat=0.02) as house:
        game_id, token = await house.started()
        append, gate = house.parts.store.append, asyncio.Event()

        async def slow(rows):
            await gate.wait()
            await append(rows)

        house.parts.store.append = slow
        acting = asyncio.create_task(house.act(game_id, token))
        await until(lambda: house.parts.desk._games[UUID(game_id)].busy)
        assert (await house.game(game_id)).version == 4
        assert len(await house.legal(game_id, token)) > 0
        assert (await house.export(game_id)).count(b"\n") == 4 + 1
        call = house.games.Subscribe(games.SubscribeRequest(game_id=game_id, after=4))
        quiet = [(await call.read()).WhichOneof("item") for _ in range(3)]
        status = await health_pb2_grpc.HealthStub(house.channel).Check(health_pb2.HealthCheckRequest())
        assert not acting.done()

        gate.set()
        assert (await acting).version == 5
        call.cancel()
    assert quiet == ["caught_up", "heartbeat", "heartbeat"]
    assert status.status == health_pb2.HealthCheckResponse.SERVING


async def test_streams_take_no_threads(house):
    """With 300 who follow 30 games the service has as many threads as with ten."""
    made = [await house.create() for _ in range(30)]
    calls, threads = [], []
    for each in range(300):
        calls.append(house.games.Subscribe(games.SubscribeRequest(game_id=made[each % 30])))
        while (await calls[-1].read()).WhichOneof("item") != "caught_up":
            pass
        threads.append(threading.active_count())
    assert threads[-1] <= threads[9]
