"""Traces: a call, the desk's work in it and its wait for the commit, under the caller's own span."""

import asyncio
import builtins
import secrets
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from browser import Browser
from house import CLAIM, ROLL, House, bearer, new_id, refused
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from summitbook.v1 import game_service_pb2 as games
from summitbook_service import tracing
from summitbook_service.errors import CannotStart
from summitbook_service.server import serving
from summitbook_service.settings import Settings
from summitbook_service.store import StoreUnavailable

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
HEADERS = (("traceparent", f"00-{TRACE}-{PARENT}-01"),)


@pytest.fixture
def sent(monkeypatch):
    """Where spans go in place of a collector."""
    exporter = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "OTLPSpanExporter", lambda: exporter)
    return exporter


@pytest.fixture
async def house(tmp_path, sent):
    async with House(tmp_path, traces=True) as opened:
        yield opened


async def spans(house, sent, **wanted):
    """All spans by name; the service is stopped, which sends what is left."""
    await house.stop()
    return [span for span in sent.get_finished_spans() if wanted.items() <= dict(span.attributes).items()]


async def test_a_command_is_one_trace(house, sent):
    """Call, desk and commit hang one under the other, below the span that the caller's metadata names."""
    game_id, token = await house.started()
    request = games.ActRequest(command_id=new_id(), game_id=game_id, command=ROLL)
    await house.games.Act(request, metadata=(*bearer(token), *HEADERS))

    await house.stop()
    mine = [span for span in sent.get_finished_spans() if f"{span.context.trace_id:032x}" == TRACE]
    call, desk, commit = sorted(mine, key=lambda span: span.start_time)
    assert [span.name for span in (call, desk, commit)] == ["summitbook.v1.GameService/Act", "desk", "commit"]
    assert f"{call.parent.span_id:016x}" == PARENT
    assert (desk.parent.span_id, commit.parent.span_id) == (call.context.span_id, desk.context.span_id)
    assert call.kind == SpanKind.SERVER
    for span in (call, desk):
        assert span.attributes["summitbook.game_id"] == game_id
        assert span.attributes["summitbook.command_id"] == request.command_id
    assert (call.attributes["rpc.grpc.status_code"], desk.attributes["summitbook.version"]) == (0, 5)


async def test_calls_at_once_do_not_mix(house, sent):
    """Of many commands at once each desk's span is in its own call's trace, and no trace has two."""
    played = [await house.started() for _ in range(20)]
    await asyncio.gather(*(house.act(*game) for game in played))

    acts = await spans(house, sent, **{"rpc.method": "Act"})
    desks = {span.parent.span_id: span for span in sent.get_finished_spans() if span.name == "desk"}
    assert len({span.context.trace_id for span in acts}) == len(acts) == len(played)
    for act in acts:
        desk = desks[act.context.span_id]
        assert desk.attributes["summitbook.game_id"] == act.attributes["summitbook.game_id"]


async def test_a_stream_is_a_span(house, sent):
    """A subscription is seen from its beginning to its end."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    await house.follow(game_id)
    (stream,) = await spans(house, sent, **{"rpc.method": "Subscribe"})
    assert stream.attributes["rpc.grpc.status_code"] == 0


async def test_what_went_wrong_shows_by_its_status(house, sent, monkeypatch):
    """A refusal has its status, a failed commit is an error, and neither has a word of what was raised."""
    game_id, token = await house.started()
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.game(new_id())

    async def full(rows):
        raise StoreUnavailable("a secret")

    with monkeypatch.context() as patch:
        patch.setattr(house.parts.store, "append", full)
        with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
            await house.act(game_id, token)
    (looked,) = await spans(house, sent, **{"rpc.method": "GetGame"})
    (act,) = await spans(house, sent, **{"rpc.method": "Act"})
    (commit,) = (span for span in sent.get_finished_spans() if span.status.status_code == StatusCode.ERROR)
    assert looked.attributes["rpc.grpc.status_code"] == 5
    assert act.attributes["rpc.grpc.status_code"] == 14
    assert commit.name == "commit"
    assert "a secret" not in "".join(span.to_json() for span in sent.get_finished_spans())


async def test_no_span_holds_a_secret(house, sent):
    """No seed, token, claim, salt or name is in any span of a game."""
    seed, salt = secrets.token_bytes(32), secrets.token_bytes(16)
    game_id = await house.create(seed=seed)
    token = await house.take_seat(game_id, salt=salt, name="Odell")
    await house.play(game_id, token, turns=3)
    await house.finish(game_id, token)

    await spans(house, sent)
    told = "".join(span.to_json() for span in sent.get_finished_spans())
    assert game_id in told
    for secret in (token, seed.hex(), salt.hex(), CLAIM.decode(), "Odell", "authorization"):
        assert secret not in told


async def test_nothing_is_in_the_way_when_it_is_off(tmp_path):
    """Without traces the parts are the plain ones."""
    async with House(tmp_path) as house:
        assert house.parts.tracing is None
        assert {type(part).__module__ for part in (house.parts.desk, house.parts.writer)} == {
            "summitbook_service.desk",
            "summitbook_service.writer",
        }


async def test_what_is_missing_is_told(tmp_path, monkeypatch):
    """Where the extra is not installed the service does not start, and says what to install."""
    usual = builtins.__import__

    def without(name, given=None, *rest):
        if name == "tracing" and given["__package__"] == "summitbook_service":
            raise ImportError("opentelemetry")
        return usual(name, given, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CannotStart, match="otel") as told:
        async with serving(Settings(data=tmp_path, port=0, web_port="off", traces=True)):
            pass
    assert told.value.code == "NO_TRACING"


async def test_a_collector_that_is_not_there_holds_nothing_up(tmp_path, monkeypatch):
    """With nobody to take the spans, games are played and the service stops all the same."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    # Else it tries for seconds after the test, by global luck that other tests do not want to see used.
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    async with House(tmp_path, traces=True, grace=0.1) as house:
        game_id, token = await house.started()
        assert (await house.act(game_id, token)).version == 5


@pytest.fixture
def collector(monkeypatch):
    """Takes what is sent as OTLP over gRPC, as a collector does."""
    taken = []

    def export(sent, context):
        taken.append(sent)
        return b""

    server = grpc.server(ThreadPoolExecutor(1))
    handlers = {"Export": grpc.unary_unary_rpc_method_handler(export)}
    service = "opentelemetry.proto.collector.trace.v1.TraceService"
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{port}")
    server.start()
    yield taken
    server.stop(None).wait()


async def test_spans_reach_a_collector(tmp_path, collector):
    """What was done is sent to where the standard variables say, all of it before the service is gone."""
    async with House(tmp_path, traces=True, grace=10) as house:
        game_id, token = await house.started()
        await house.act(game_id, token)
    sent = b"".join(collector)
    for word in (b"summitbook.v1.GameService/Act", b"commit", game_id.encode(), b"service.name"):
        assert word in sent


async def test_a_call_from_the_page_is_traced(tmp_path, sent):
    """A call over Connect is a span too, which says by which door it came."""
    async with House(tmp_path, traces=True, web_port=0) as house:
        await Browser(house.web_port).call(
            "GetServerInfo", games.GetServerInfoRequest(), traceparent=HEADERS[0][1]
        )
        (call,) = await spans(house, sent, **{"rpc.system": "connect_rpc"})
    assert (call.name, f"{call.context.trace_id:032x}") == ("summitbook.v1.GameService/GetServerInfo", TRACE)
