"""Health as others see it: tied to the store and to the writer, and true again when they are."""

import asyncio
from contextlib import contextmanager

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from house import House, new_id, refused

from summitbook_service import health
from summitbook_service.store import StoreUnavailable

SERVICES = ("", "summitbook.v1.GameService", "summitbook.v1.ReplayService")
SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(health, "LOOK_SECONDS", 0.01)


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path) as opened:
        yield opened


async def become(house, status):
    """Wait until all services have this status, as whoever watches is told."""
    stub = health_pb2_grpc.HealthStub(house.channel)
    async with asyncio.timeout(30):
        for service in SERVICES:
            watch = stub.Watch(health_pb2.HealthCheckRequest(service=service))
            while (await watch.read()).status != status:
                pass
            watch.cancel()


@contextmanager
def room(house, pages):
    """Let the file of the store have no more than so many pages, as if the disk were full."""

    def limit(most):
        with house.parts.store._recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"PRAGMA max_page_count = {most}")

    limit(pages)
    yield
    limit(1_000_000)


async def refused_one(house, game_id, token):
    """The next command of a game, if the store does not take it."""
    (legal, *_) = await house.legal(game_id, token)
    order = {"command": legal, "command_id": new_id()}
    try:
        await house.act(game_id, token, **order)
    except grpc.aio.AioRpcError as error:
        assert error.code() == grpc.StatusCode.UNAVAILABLE  # noqa: PT017 -- when it is full is open
        return order
    return None


async def unavailable(*_):
    raise StoreUnavailable("gone")


async def test_a_full_disk_shows_until_there_is_room(house):
    """While the store is full the service is NOT_SERVING; with room again it recovers with no one's help."""
    game_id, token = await house.started()
    with room(house, pages=1):
        while (unsure := await refused_one(house, game_id, token)) is None:
            pass
        for _ in range(10):
            await become(house, NOT_SERVING)
            await house.parts.health.look(SERVICES[1:])
    await become(house, SERVING)
    assert (await house.act(game_id, token, **unsure)).version > 4


async def test_a_store_that_cannot_be_read_shows(house, monkeypatch):
    """A store that cannot be read makes the service NOT_SERVING for as long."""
    with monkeypatch.context() as patch:
        patch.setattr(house.parts.store, "last", unavailable)
        await become(house, NOT_SERVING)
    await become(house, SERVING)


async def test_a_store_that_hangs_shows(house, monkeypatch):
    """A probe that has no answer in time has failed."""
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.01)
    with monkeypatch.context() as patch:
        patch.setattr(house.parts.store, "last", lambda _: asyncio.Event().wait())
        await become(house, NOT_SERVING)
    await become(house, SERVING)


async def test_nothing_is_written_while_all_is_well(house):
    """The probes leave no rows in a store that has never failed."""
    before = len(await house.parts.store.read_all(0, 1_000))
    for _ in range(20):
        await house.parts.health.look(SERVICES[1:])
    assert len(await house.parts.store.read_all(0, 1_000)) == before


async def test_a_writer_that_ends_keeps_nobody_waiting(tmp_path):
    """Where the writer ends by a fault, health says so, and commands are UNAVAILABLE instead of waiting."""
    house = await House(tmp_path).__aenter__()
    game_id, token = await house.started()

    async def fault():
        raise RuntimeError("a fault")

    house.parts.writer._gather = fault
    for reason in ("STORE_UNAVAILABLE", "SHUTTING_DOWN"):
        with refused("UNAVAILABLE", reason):
            await house.act(game_id, token)
    await become(house, NOT_SERVING)
    with pytest.raises(RuntimeError, match="a fault"):
        await house.__aexit__()


async def test_any_part_can_be_watched(house):
    """A probe with a name is one line; the service is NOT_SERVING while it fails, and metrics say which."""
    wrong = ["listener"]

    async def probe():
        if wrong:
            raise ConnectionError(wrong[0])

    house.parts.health.watch("listener", probe)
    await become(house, NOT_SERVING)
    held = house.parts.metrics.registry.get_sample_value
    assert held("summitbook_probe_held", {"probe": "listener"}) == 0
    assert held("summitbook_probe_held", {"probe": "store"}) == 1
    wrong.clear()
    await become(house, SERVING)
    assert held("summitbook_probe_held", {"probe": "listener"}) == 1
