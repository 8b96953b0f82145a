"""Calls over Connect, as the page makes them: docs/api.md, "From a browser"."""

import asyncio
import contextlib
import gc
import json
from contextlib import aclosing

import grpc
import pytest
from browser import METHODS, Browser, Failed
from google.protobuf.message_factory import GetMessageClass
from house import CLAIM, ROLL, House, info_of, kind, new_id, refused, until
from structlog.testing import capture_logs

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_service.limits import Pace

UNARY = sorted(name for name, each in METHODS.items() if not each.client_streaming | each.server_streaming)


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path, web_port=0, heartbeat=0.05) as opened:
        yield opened


@pytest.fixture(params=["proto", "json"])
def browser(house, request):
    return Browser(house.web_port, form=request.param)


class failed:  # noqa: N801 -- it is read as a word of a sentence
    """The call in this block ends with this code of Connect's and this reason."""

    def __init__(self, code, reason):
        self._expected = (code, reason)

    def __enter__(self):
        self._raised = pytest.raises(Failed)
        self.caught = self._raised.__enter__()
        return self

    def __exit__(self, *raised):
        passed = self._raised.__exit__(*raised)
        error = self.caught.value
        assert (error.code, error.info.reason) == self._expected, error.message
        assert (error.info.domain, error.told) == ("summitbook", "google.rpc.ErrorInfo")
        return passed


def new_game(**request):
    usual = {"command_id": new_id(), "game": "everest1924", "seats": 1, "claim": CLAIM}
    return games.CreateGameRequest(**{**usual, **request})


async def seated(browser):
    """A game made and begun from the page, and the seat's token."""
    game_id = (await browser.call("CreateGame", new_game())).game.game_id
    sit = games.TakeSeatRequest(command_id=new_id(), game_id=game_id, name="Irvine", claim=CLAIM)
    return game_id, (await browser.call("TakeSeat", sit)).token


async def over_grpc(house, rpc, request, token=""):
    """The same call over gRPC; of an error, what a client is told."""
    stub = next(each for each in (house.games, house.replays, house.tournaments) if hasattr(each, rpc))
    return await getattr(stub, rpc)(
        request, metadata=(("authorization", f"Bearer {token}"),) if token else ()
    )


async def test_a_game_is_played_from_the_page(browser):
    """Making a game, sitting down, looking, choosing and acting are the calls that they are over gRPC."""
    game_id, token = await seated(browser)
    asked = games.ListLegalActionsRequest(game_id=game_id)
    legal = (await browser.call("ListLegalActions", asked, token)).legal_actions
    act = games.ActRequest(command_id=new_id(), game_id=game_id, command=legal[0].command)
    acted = await browser.call("Act", act, token)

    shown = await browser.call("GetGame", games.GetGameRequest(game_id=game_id))
    assert acted.version == shown.game.version
    assert acted.version > 1


async def test_what_is_asked_is_answered_alike(house, browser):
    """A question is answered over Connect with the very message that gRPC brings."""
    game_id, token = await seated(browser)
    for rpc, request in {
        "GetServerInfo": games.GetServerInfoRequest(),
        "GetGame": games.GetGameRequest(game_id=game_id),
        "ListGames": games.ListGamesRequest(),
        "ListLegalActions": games.ListLegalActionsRequest(game_id=game_id),
        "GetServerKey": replays.GetServerKeyRequest(),
    }.items():
        assert await browser.call(rpc, request, token) == await over_grpc(house, rpc, request, token)


@pytest.mark.parametrize("rpc", UNARY)
async def test_every_call_is_answered_or_refused_alike(house, browser, rpc):
    """An empty request ends each unary call over Connect as over gRPC: answered, or with the same reason."""
    request = GetMessageClass(METHODS[rpc].input_type)()
    here, there = browser.call(rpc, request), over_grpc(house, rpc, request)
    assert await answer_or_error(here) == await answer_or_error(there)


async def answer_or_error(call):
    """What a call is answered, or what is told of its error: code, sentence and ErrorInfo."""
    try:
        return await call
    except Failed as error:
        return error.code, error.message, error.info
    except grpc.aio.AioRpcError as error:
        return error.code().name.lower(), error.details(), info_of(error)


async def test_every_stream_is_answered(house, browser):
    """Streams end as they do over gRPC, those of requests too when all are sent in one body."""
    game_id, token = await seated(browser)
    await house.finish(game_id, token)
    file = await house.export(game_id)
    operator = dict(house.operator)["authorization"].removeprefix("Bearer ")

    parts = [
        part.lines
        async for part in browser.stream("ExportReplay", replays.ExportReplayRequest(game_id=game_id))
    ]
    assert b"".join(parts) == file
    asked = (
        replays.AuditReplayRequest(settings=replays.AuditSettings()),
        replays.AuditReplayRequest(lines=file),
    )
    (audited,) = [each async for each in browser.stream("AuditReplay", *asked)]
    assert audited.report.game_id == game_id
    settings = replays.ForkSettings(command_id=new_id(), claim=CLAIM, n=4)
    fork = replays.ForkReplayRequest(settings=settings), replays.ForkReplayRequest(lines=file)
    (forked,) = [each async for each in browser.stream("ForkReplay", *fork)]
    assert forked.game.game_id != game_id
    play = games.PlayRequest(act=games.ActRequest(command_id=new_id(), game_id=game_id, command=ROLL))
    (answer,) = [each async for each in browser.stream("Play", play, token=token)]
    assert answer.refusal.reason
    async with aclosing(browser.stream("SubscribeAll", games.SubscribeAllRequest(), token=operator)) as items:
        assert (await anext(items)).position


async def test_a_stream_follows_a_game_live(house, browser):
    """Who follows from the page is sent the records of others as they come, and the end after the last."""
    game_id, token = await seated(browser)
    events = []
    async with aclosing(browser.stream("Subscribe", games.SubscribeRequest(game_id=game_id))) as items:
        async for item in items:
            if item.HasField("caught_up") and len(events) < 10:
                await house.play(game_id, token, 1)
            events += [kind(record.event) for record in item.records.records]
            if len(events) > 6:
                break
    assert events[:2] == ["game_created", "seat_taken"]


async def test_a_closed_game_ends_its_stream(house, browser):
    """After the last record of a closed game the stream is over, without an error."""
    game_id, token = await seated(browser)
    await house.finish(game_id, token)
    request = games.SubscribeRequest(game_id=game_id)
    items = [item async for item in browser.stream("Subscribe", request)]
    assert [kind(each.event) for each in items[-1].records.records][-1] == "game_closed"


async def test_a_stream_that_cannot_be_is_refused(browser):
    """A stream of a game that there is not ends with code and reason, before any item."""
    request = games.SubscribeRequest(game_id=new_id())
    with failed("not_found", "NO_SUCH_GAME"):
        assert [item async for item in browser.stream("Subscribe", request)] == []


@pytest.mark.parametrize("form", ["proto", "json"])
@pytest.mark.parametrize(
    "body", [b"{", b"\xff\xff", b"[" * 60_000, b'{"gameId": 7}', b'{"gameId": "\\ud800"}']
)
async def test_what_is_no_request_is_told(house, form, body):
    """A body that is no message of the call is BAD_ARGS, whatever is wrong with it."""
    with failed("invalid_argument", "BAD_ARGS"), capture_logs() as logged:
        await Browser(house.web_port, form=form).call("GetGame", body)
    assert not [line for line in logged if line["log_level"] == "error"]


async def test_a_field_of_a_newer_page_is_passed_over(house):
    """JSON may hold fields that this release does not know."""
    got = await Browser(house.web_port, form="json").call("ListGames", b'{"colour": "blue"}')
    assert not got.games


async def test_a_token_that_is_no_good_is_refused(house, browser):
    """Tokens are looked at as over gRPC, needed or not."""
    with failed("unauthenticated", "BAD_TOKEN"):
        await browser.call("GetServerInfo", games.GetServerInfoRequest(), "nonsense")


async def test_a_long_request_is_refused(tmp_path):
    """The longest request is as long as over gRPC, and so is the reason."""
    async with House(tmp_path, web_port=0, message_bytes=1_000) as house:
        with failed("resource_exhausted", "MESSAGE_TOO_LARGE"):
            await Browser(house.web_port).call("GetGame", games.GetGameRequest(game_id="x" * 1_001))


async def test_both_doors_count_for_one_caller(tmp_path):
    """Who has used up a pace over gRPC has used it up over Connect."""
    async with House(tmp_path, web_port=0) as house:
        browser, request = Browser(house.web_port), games.GetServerInfoRequest()
        house.parts.pace._slack = 0
        house.parts.pace._apart = 3_600 * 10**9
        await house.games.GetServerInfo(request)
        with failed("resource_exhausted", "TOO_MANY_CALLS") as refusal:
            await browser.call("GetServerInfo", request)
    assert int(refusal.caught.value.info.metadata["retry_after_ms"]) > 0
    assert isinstance(house.parts.pace, Pace)


async def test_streams_of_both_doors_share_their_limit(tmp_path):
    """Open streams are counted together, and a browser that is gone has given its place back."""
    async with House(tmp_path, web_port=0, subscribers=1) as house:
        browser, request = Browser(house.web_port), games.SubscribeRequest(game_id=await house.create())
        async with aclosing(browser.stream("Subscribe", request)) as items:
            await anext(items)
            with refused("RESOURCE_EXHAUSTED", "TOO_MANY_SUBSCRIBERS"):
                await house.follow(request.game_id)
        await until(lambda: not house.parts.followers.open.inside)
        assert await house.follow(request.game_id)


async def test_a_fault_is_told_by_its_id(house, browser, monkeypatch):
    """A fault inside reaches the page as INTERNAL with the id under which it is logged, and nothing else."""
    monkeypatch.setattr(house.parts.lobby, "catch_up", lambda: 1 / 0)
    with capture_logs() as logged, failed("internal", "INTERNAL") as fault:
        await browser.call("ListGames", games.ListGamesRequest())
    (line,) = [each for each in logged if each["log_level"] == "error"]
    assert line["id"] == fault.caught.value.info.metadata["id"]
    assert "division" not in str(fault.caught.value)


async def test_a_call_is_measured_and_its_log_line_names_it(tmp_path):
    """Refusals are counted whichever door they leave by."""
    async with House(tmp_path, web_port=0) as house:
        with contextlib.suppress(Failed):
            await Browser(house.web_port).call("GetGame", games.GetGameRequest(game_id=new_id()))
        count = house.parts.metrics.registry.get_sample_value
        assert count("summitbook_refusals_total", {"code": "NO_SUCH_GAME"}) == 1


async def test_browsers_that_are_gone_leave_nothing_behind(house):
    """After many streams that were cut off there is no follower, no feed, no listener and no task more."""
    game_id = await house.create()
    browser, request = Browser(house.web_port), games.SubscribeRequest(game_id=game_id)

    async def look():
        async with aclosing(browser.stream("Subscribe", request)) as items:
            await anext(items)

    await look()
    await until(lambda: not house.parts.followers.open.inside)
    before = len(asyncio.all_tasks())
    for _ in range(5):
        await asyncio.gather(*(look() for _ in range(20)))
    await until(lambda: not house.parts.followers.open.inside and len(asyncio.all_tasks()) <= before)
    gc.collect()
    followers = house.parts.followers
    assert (followers._feeds, len(followers._shares), len(house.parts.bell)) == ({}, 0, 0)


async def test_a_call_whose_browser_is_gone_is_let_go(house, browser):
    """A call ends with its connection; a command that was on its way is recorded all the same."""
    game_id, token = await seated(browser)
    (other, theirs), version = await house.started(), (await house.game(game_id)).version
    house.gather(2)
    before = len(asyncio.all_tasks())
    act = games.ActRequest(command_id=new_id(), game_id=game_id, command=ROLL)
    call = asyncio.create_task(browser.call("Act", act, token))
    await until(lambda: house.parts.writer._waiting)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await until(lambda: len(asyncio.all_tasks()) <= before)

    await house.act(other, theirs, ROLL)
    assert (await house.game(game_id)).version > version


async def test_open_streams_end_with_the_service(tmp_path):
    """Fifty open streams are each told that the service stops, after all that was recorded."""
    async with House(tmp_path, web_port=0, grace=30) as house:
        game_id = await house.create()
        browser, request = Browser(house.web_port), games.SubscribeRequest(game_id=game_id)

        async def follow(begun):
            with failed("unavailable", "SHUTTING_DOWN"):
                async with aclosing(browser.stream("Subscribe", request)) as items:
                    async for item in items:
                        if item.HasField("caught_up"):
                            begun.set_result(None)

        begun = [asyncio.get_running_loop().create_future() for _ in range(50)]
        following = [asyncio.create_task(follow(each)) for each in begun]
        await asyncio.gather(*begun)
        await house.stop()
        await asyncio.gather(*following)
        assert not house.parts.followers.open.inside


async def test_a_browser_that_does_not_read_holds_up_no_stop(tmp_path):
    """Who never reads is cut off when the grace is over."""
    async with House(tmp_path, web_port=0, grace=0.2) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.web_port)
        body = json.dumps({"gameId": await house.create()}).encode()
        # A request whose body never ends.
        writer.write(
            b"POST /summitbook.v1.GameService/GetGame HTTP/1.1\r\nhost: 127.0.0.1\r\n"
            b"content-type: application/json\r\ncontent-length: 1000\r\n\r\n" + body
        )
        await writer.drain()
        await house.stop()
        assert b"200 OK" not in await reader.read()
        writer.close()
