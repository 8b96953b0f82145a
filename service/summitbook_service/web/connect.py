"""
The door of Connect: the calls of a service as browsers make them, by HTTP/1.1 and in JSON or binary.

The library sees bytes only; what is in them is read and said by `rpc.Calls`, as for gRPC, so that limits,
tokens, errors and log lines are the same. See https://connectrpc.com/docs/protocol.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing
from typing import Any, NoReturn

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from protobuf.wkt import Any as AnyMessage

from ..errors import LimitReached, bad_args
from ..rpc import Calls, Parse
from ..settings import LARGEST_MESSAGE

Asked = RequestContext[bytes, bytes]
Ready = Callable[[Any, "Context"], Any]
"""A call as `rpc.Calls` makes it ready."""

_SHAPES: dict[tuple[bool, bool], tuple[StreamType, Callable[..., Any]]] = {
    (False, False): (StreamType.UNARY, Endpoint.unary),
    (False, True): (StreamType.SERVER_STREAM, Endpoint.server_stream),
    (True, False): (StreamType.CLIENT_STREAM, Endpoint.client_stream),
    (True, True): (StreamType.BIDI_STREAM, Endpoint.bidi_stream),
}


class Context:
    """A call over Connect, told as `rpc.Context` has it."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._code: grpc.StatusCode | None = None

    def invocation_metadata(self) -> Iterator[tuple[str, str]]:
        """See `rpc.Context`."""
        return iter(self._asked.request_headers.allitems())

    def peer(self) -> str:
        """See `rpc.Context`."""
        host, _, port = (self._asked.client_address or "").rpartition(":")
        return f"ipv6:[{host}]:{port}" if ":" in host else f"ipv4:{host}:{port}"

    def code(self) -> grpc.StatusCode | None:
        """See `rpc.Context`."""
        return self._code

    async def abort(self, code: grpc.StatusCode, details: str, trailing_metadata: Any) -> NoReturn:
        """See `rpc.Context`; the details of the google.rpc.Status become Connect's."""
        self._code = code
        ((_, packed),) = trailing_metadata
        told = [
            ErrorDetail(AnyMessage(type_url=each.type_url, value=each.value))
            for each in Status.FromString(packed).details
        ]
        raise ConnectError(Code[code.name], details, told)


class Application(ConnectASGIApplication[Calls]):
    """The calls of one service, for a server that speaks ASGI."""

    def __init__(self, calls: Calls) -> None:
        super().__init__(
            service=calls,
            endpoints=_endpoints,
            # Beyond this the library cuts requests off, as gRPC does; over our own limit a reason is told.
            read_max_bytes=LARGEST_MESSAGE,
            compressions=(),
            codecs=(_AsItIs("proto"), _AsItIs("json")),
        )
        self.paths = [_path(method) for method in calls.service.methods]

    @property
    def path(self) -> str:
        """Where it answers."""
        return self.paths[0].rpartition("/")[0]


class _AsItIs:
    """A codec that leaves every message to `rpc.Calls`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        return self._name

    def encode(self, message: bytes) -> bytes:
        return message

    def decode(self, data: bytes | bytearray, _kind: type[bytes]) -> bytes:
        return bytes(data)


def _path(method: MethodDescriptor) -> str:
    return f"/{method.containing_service.full_name}/{method.name}"


def _endpoints(calls: Calls) -> Mapping[str, Any]:
    return {_path(method): _endpoint(calls, method) for method in calls.service.methods}


def _endpoint(calls: Calls, method: MethodDescriptor) -> Any:
    kind, make = _SHAPES[method.client_streaming, method.server_streaming]
    asked = MethodInfo(
        name=method.name,
        service_name=calls.service.full_name,
        input=bytes,
        output=bytes,
        # Nothing is asked for by GET: a link would be a call.
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=kind,
    )
    binary = calls.ready(method, "connect_rpc")
    plain = calls.ready(method, "connect_rpc", _from_json(GetMessageClass(method.input_type)))
    bind = _streaming if method.server_streaming else _answering
    call = bind(binary, plain, _to_json(GetMessageClass(method.output_type)))
    return make(asked, (lambda sent, of: call(_whole(sent), of)) if method.client_streaming else call)


async def _whole(requests: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The requests of a stream; raises Refused or LimitReached where the library cannot go on with it."""
    try:
        async for each in requests:
            yield each
    except ConnectError as error:
        if error.code is Code.RESOURCE_EXHAUSTED:
            raise LimitReached("MESSAGE_TOO_LARGE", error.message) from None
        raise bad_args("", "this is no whole stream of requests") from None


def _answering(binary: Ready, plain: Ready, to_json: Callable[[bytes], bytes]) -> Callable[[Any, Asked], Any]:
    async def call(sent: Any, asked: Asked) -> bytes:
        if _is_json(asked):
            return to_json(await plain(sent, Context(asked)))
        answer: bytes = await binary(sent, Context(asked))
        return answer

    return call


def _streaming(binary: Ready, plain: Ready, to_json: Callable[[bytes], bytes]) -> Callable[[Any, Asked], Any]:
    async def call(sent: Any, asked: Asked) -> AsyncIterator[bytes]:
        async with aclosing(plain(sent, Context(asked))) as items:
            async for item in items:
                yield to_json(item)

    return lambda sent, asked: call(sent, asked) if _is_json(asked) else binary(sent, Context(asked))


def _is_json(asked: Asked) -> bool:
    return asked.request_headers.get("content-type", "").partition(";")[0].strip().lower().endswith("json")


def _from_json(kind: type[Message]) -> Parse:
    """Reads a message from JSON; what a newer client knows and we do not is passed over, as in binary."""

    def parse(data: bytes) -> Message:
        try:
            return json_format.Parse(data, kind(), ignore_unknown_fields=True)
        except (json_format.ParseError, ValueError, RecursionError):
            raise DecodeError from None

    return parse


def _to_json(kind: type[Message]) -> Callable[[bytes], bytes]:
    def to_json(packed: bytes) -> bytes:
        return json_format.MessageToJson(kind.FromString(packed), indent=None).encode()

    return to_json
