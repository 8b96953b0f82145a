"""Something between client and service that hears every call, and may change what is said."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, Self

import grpc

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1.game_service_pb2_grpc import GameServiceStub

SERVICE = games.DESCRIPTOR.services_by_name["GameService"]
Change = Callable[[str, Any, int], Any]
"""What becomes of a message: the call's name, the message, and how often it was called before."""


class Lost(Exception):
    """What a change raises where the line breaks after the call was done."""


def unchanged(name: str, message: Any, before: int) -> Any:
    return message


class Heard(NamedTuple):
    """A call: its name, what was asked, and from which connection."""

    name: str
    request: Any
    peer: str


class Between(grpc.GenericRpcHandler):
    """Passes GameService on to a server, as long as it is entered; `server` is where it listens."""

    def __init__(self, server: str, asked: Change = unchanged, answered: Change = unchanged) -> None:
        self.heard: list[Heard] = []
        self._upstream = server
        self._asked = asked
        self._answered = answered
        self._hearing = threading.Lock()

    def __enter__(self) -> Self:
        self._channel = grpc.insecure_channel(self._upstream)
        self._stub = GameServiceStub(self._channel)
        self._listening = grpc.server(ThreadPoolExecutor(16), handlers=(self,))
        self.server = f"127.0.0.1:{self._listening.add_insecure_port('127.0.0.1:0')}"
        self._listening.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.stop(None).wait()
        self._channel.close()

    def calls(self, name: str) -> list[Heard]:
        """The calls of this name, in the order they came."""
        return [each for each in self.heard if each.name == name]

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        """How one call is handled."""
        method = SERVICE.methods_by_name[handler_call_details.method.rpartition("/")[2]]
        shape, pass_on = grpc.unary_unary_rpc_method_handler, self._answer
        if method.server_streaming:
            shape, pass_on = grpc.unary_stream_rpc_method_handler, self._items
        return shape(
            partial(pass_on, method.name),
            request_deserializer=getattr(games, method.input_type.name).FromString,
            response_serializer=lambda message: message.SerializeToString(),
        )

    def _begin(self, name: str, request: Any, context: grpc.ServicerContext) -> tuple[Any, int]:
        with self._hearing:
            before = len(self.calls(name))
            self.heard.append(Heard(name, request, context.peer()))
        return self._asked(name, request, before), before

    def _answer(self, name: str, request: Any, context: grpc.ServicerContext) -> Any:
        request, before = self._begin(name, request, context)
        with _refusing(context):
            return self._answered(name, getattr(self._stub, name)(request, metadata=_token(context)), before)

    def _items(self, name: str, request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        request, before = self._begin(name, request, context)
        call = getattr(self._stub, name)(request, metadata=_token(context))
        context.add_callback(call.cancel)
        with _refusing(context):
            for item in call:
                yield self._answered(name, item, before)


class _refusing:  # noqa: N801 -- read as a sentence: with refusing
    """Ends a call as the server behind ended it."""

    def __init__(self, context: grpc.ServicerContext) -> None:
        self._context = context

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Lost):
            self._context.abort(grpc.StatusCode.UNAVAILABLE, "the line broke")
        if isinstance(error, grpc.RpcError):
            self._context.abort(error.code(), error.details())


def _token(context: grpc.ServicerContext) -> list[tuple[str, str]]:
    return [(name, value) for name, value in context.invocation_metadata() if name == "authorization"]
