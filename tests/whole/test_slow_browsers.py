"""docs/doors.md, "The page": a request that does not come in time, by real sockets."""

import asyncio
from contextlib import aclosing, asynccontextmanager, suppress

import pytest
from browser import Browser
from house import House, kind, new_id, until
from structlog.testing import capture_logs

from summitbook.v1 import game_service_pb2 as games
from summitbook_service.handlers.replays import SENDING_SECONDS
from summitbook_service.web import patience

SOON = 0.5
"""Seconds that a request may take here."""
HANG = 30.0
"""Seconds after which a connection is taken for one that is never ended."""
PATH = "/summitbook.v1.GameService/ListGames"
HEAD = b"HTTP/1.1\r\nhost: 127.0.0.1\r\n"
CALL = f"POST {PATH} ".encode() + HEAD + b"content-type: application/proto\r\n"


@pytest.fixture
async def house(tmp_path, monkeypatch):
    """A service that waits for little, and logs no fault."""
    monkeypatch.setattr(patience, "HEAD_SECONDS", SOON)
    monkeypatch.setattr(patience, "BODY_SECONDS", SOON)
    with capture_logs() as logged:
        async with House(tmp_path, web_port=0, heartbeat=SOON / 4) as opened:
            yield opened
    assert not [line for line in logged if line["log_level"] in {"error", "critical", "warning"}]


@asynccontextmanager
async def connected(house):
    """A connection to the page's port, as a reader and a writer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.web_port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def dribbled(writer, data=b"x"):
    """Send it byte by byte, and then more of it, for as long as anybody listens."""
    while not writer.is_closing():
        for byte in data:
            writer.write(bytes([byte]))
            await asyncio.sleep(SOON / 10)


async def answered(reader, writer=None, dribble=b""):
    """All that comes until the connection is closed, while more is dribbled in."""
    sending = asyncio.create_task(dribbled(writer, dribble)) if dribble else None
    got = b""
    with suppress(ConnectionResetError):
        while part := await asyncio.wait_for(reader.read(65_536), HANG):
            got += part
    if sending:
        sending.cancel()
    return got


async def test_who_sends_nothing_is_hung_up_on(house):
    """A browser opens connections beforehand that it may never need: it is told nothing."""
    async with connected(house) as (reader, _):
        assert await answered(reader) == b""


@pytest.mark.parametrize("begun", [b"GET / HTTP/1.1\r\nho", CALL + b"x-more: "])
async def test_a_head_that_dribbles_in_is_too_slow(house, begun):
    """However short the pause is between two of its bytes."""
    async with connected(house) as (reader, writer):
        writer.write(begun)
        assert (await answered(reader, writer, b"x")).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("dribble", [b"", b"x"], ids=["silent", "dribbling"])
@pytest.mark.parametrize(
    "length", [b"content-length: 60000\r\n\r\n", b"transfer-encoding: chunked\r\n\r\n6000\r\n"]
)
async def test_a_body_that_does_not_come_is_too_slow(house, length, dribble):
    """Nothing is done of such a call, and nothing is left of it."""
    async with connected(house) as (reader, writer):
        writer.write(CALL + length)
        assert (await answered(reader, writer, dribble)).startswith(b"HTTP/1.1 408 ")
    assert await Browser(house.web_port).call("ListGames", games.ListGamesRequest()) is not None


async def test_the_next_request_on_a_connection_has_its_own_time(house):
    """From when the answer before has gone: many in a row take longer together than one may."""
    async with connected(house) as (reader, writer):
        end = asyncio.get_running_loop().time() + 2 * SOON
        while asyncio.get_running_loop().time() < end:
            writer.write(CALL + b"content-length: 0\r\n\r\n")
            assert (await reader.readuntil(b"\r\n0\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
        writer.write(b"GET ")
        assert b"HTTP/1.1 408 " in await answered(reader, writer, b"x")


async def test_a_body_that_nobody_reads_is_bounded_too(house):
    """The page is answered at once, and the connection ended when the rest has not come."""
    async with connected(house) as (reader, writer):
        writer.write(b"GET / " + HEAD + b"content-length: 60000\r\n\r\n")
        got = await answered(reader, writer, b"x")
    assert got.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " not in got


async def test_an_answer_takes_as_long_as_it_does(house):
    """An open stream has been asked for in time, and goes on long after that."""
    game_id = await house.create()
    request = games.SubscribeRequest(game_id=game_id)
    async with aclosing(Browser(house.web_port).stream("Subscribe", request)) as items:
        beats = 0
        async for item in items:
            beats += item.WhichOneof("item") == "heartbeat"
            if beats == 10:
                break
        await house.take_seat(game_id)
        async for item in items:
            if item.WhichOneof("item") == "records":
                assert kind(item.records.records[0].event) == "seat_taken"
                break


async def test_what_we_do_not_read_on_is_not_too_slow(house):
    """A stream of requests is read at its caller's pace, and sent by whoever waits for that."""
    pace = house.parts.pace
    pace._slack, pace._apart = 0, int(SOON / 16 * 10**9)
    long = games.ActRequest(command_id=new_id(), game_id="x" * 40_000)
    asked = [games.PlayRequest(act=long)] * 32
    answers = [each async for each in Browser(house.web_port).stream("Play", *asked)]
    assert [each.WhichOneof("answer") for each in answers] == ["refusal"] * len(asked)


async def test_those_who_are_too_slow_leave_nothing_behind(house):
    """Neither a connection nor a call that waits."""
    await Browser(house.web_port).get("/")
    before = len(asyncio.all_tasks())

    async def too_slow():
        async with connected(house) as (reader, writer):
            writer.write(CALL + b"content-length: 9\r\n\r\nx")
            await answered(reader)

    await asyncio.gather(*(too_slow() for _ in range(20)))
    await until(lambda: len(asyncio.all_tasks()) <= before)


def test_whoever_sends_a_file_too_slowly_is_told_so_first():
    """The call itself says FILE_TOO_SLOW, as over gRPC, before the connection is ended for it."""
    assert patience.BODY_SECONDS > SENDING_SECONDS
