"""
Calls that others' code answers on our port: health and reflection.

Their handlers are bound as they are, but for what they would tell of themselves: a request that
is none, or a fault, is answered as in our own calls.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NoReturn, TypeAlias

import grpc
from google.protobuf.message import DecodeError

from .errors import bad_args, details_of, told
from .limits import Pace, address_of
from .rpc import answer_to

Context = grpc.aio.ServicerContext[Any, Any]
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Foreign:
    """What their `add_…_to_server` functions take for a server; callers are held to their limits."""

    def __init__(
        self,
        server: grpc.aio.Server,
        pace: Pace,
        admitted: Callable[[Hashable], AbstractContextManager[None]],
    ) -> None:
        self._server = server
        self._pace = pace
        self._admitted = admitted

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """The same handlers come again below, with their names."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Answer these calls on the server."""
        bound = {name: self._bound(handler) for name, handler in handlers.items()}
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, bound),))

    def _bound(self, handler: Any) -> Handler:
        make = _MAKERS[handler.request_streaming, handler.response_streaming]
        behaviour = getattr(handler, make.__name__.removesuffix("_rpc_method_handler"))
        read = _reader(handler.request_deserializer, many=handler.request_streaming)
        bind = self._streaming if inspect.isasyncgenfunction(behaviour) else self._answering
        # A stream of answers may stay open, whether or not it is written as one.
        admitted = self._admitted if handler.response_streaming else nullcontext
        return make(bind(behaviour, read, admitted), None, handler.response_serializer)

    def _answering(self, behaviour: Any, read: Callable[[Any], Any], admitted: Any) -> Any:
        async def call(sent: Any, context: Context) -> Any:
            try:
                with admitted(self._caller(context)):
                    return await behaviour(read(sent), context)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the client is told no more than a status
                await _abort(context, error)

        return call

    def _streaming(self, behaviour: Any, read: Callable[[Any], Any], admitted: Any) -> Any:
        async def call(sent: Any, context: Context) -> AsyncIterator[Any]:
            try:
                with admitted(self._caller(context)):
                    async for item in behaviour(read(sent), context):
                        yield item
            except Exception as error:  # noqa: BLE001 -- as above
                await _abort(context, error)

        return call

    def _caller(self, context: Context) -> str:
        """The address that calls, if not too often; raises LimitReached."""
        address = address_of(context.peer())
        self._pace.admit(address)
        return address


_MAKERS: dict[tuple[bool, bool], Callable[..., Handler]] = {
    (False, False): grpc.unary_unary_rpc_method_handler,
    (False, True): grpc.unary_stream_rpc_method_handler,
    (True, False): grpc.stream_unary_rpc_method_handler,
    (True, True): grpc.stream_stream_rpc_method_handler,
}


def _reader(parse: Callable[[bytes], Any], *, many: bool) -> Callable[[Any], Any]:
    """Parses one request, or each of a stream; raises Refused."""

    def one(data: bytes) -> Any:
        try:
            return parse(data)
        except DecodeError:
            raise bad_args("", "this is no request of this call") from None

    async def each(data: AsyncIterator[bytes]) -> AsyncIterator[Any]:
        async for sent in data:
            yield one(sent)

    return each if many else one


async def _abort(context: Context, error: Exception) -> NoReturn:
    """End the call as they ended it, or as ours are ended."""
    if isinstance(error, grpc.aio.AbortError):
        raise error
    what = told(answer_to(error))
    await context.abort(what.code, what.message, (("grpc-status-details-bin", details_of(what)),))
