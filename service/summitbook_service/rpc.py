"""
What every call of every service passes through, whichever door it comes by: gRPC, or Connect from the page.

A handler is an object with a method for each RPC, called as in the proto. It is given a
parsed request and a `Caller`, and answers a message or raises; it knows nothing of either door. A stream
may answer messages that are packed already, so that many streams can share them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable
from contextlib import AbstractContextManager, aclosing
from functools import partial
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

import grpc
import structlog
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from summitbook_domain.refusal import Refused

from . import logs
from .errors import Internal, LimitReached, Problem, Unauthenticated, Unavailable, bad_args, details_of, told
from .gate import Gate
from .keys import Bearer, Keys
from .limits import Pace, address_of
from .metrics import Metrics
from .store import StoreUnavailable

if TYPE_CHECKING:
    from .tracing import Tracing

log = structlog.get_logger()
_calls = count(1)

Parse = Callable[[bytes], Message]
"""Makes a message of a request as it was sent; raises DecodeError."""


Handle = Callable[[Any, "Caller"], Awaitable[Message]]
"""Answers a request, parsed or as it was sent."""


class Context(Protocol):
    """What a door tells of a call: of a grpc.aio.ServicerContext what is used here."""

    def invocation_metadata(self) -> Iterable[Any] | None:
        """Names and values that came with the call; names are in lower case."""

    def peer(self) -> str:
        """Where it comes from, as `ipv4:127.0.0.1:50051` or `ipv6:[::1]:50051`."""

    def code(self) -> Any:
        """How it ended, as far as it has."""

    async def abort(self, code: grpc.StatusCode, details: str, trailing_metadata: Any) -> NoReturn:
        """End it by raising, with this status, and details under `grpc-status-details-bin`."""


class Caller(NamedTuple):
    """Whoever calls."""

    bearer: Bearer | None
    """Whom the token speaks for; None without one."""
    peer: Callable[[], str]
    """Answers where the call comes from, as `Context.peer` tells it; looked up only where it is asked for."""
    again: Callable[[], Bearer | None] = lambda: None
    """Whom the token speaks for by now, for calls that last; raises Unauthenticated once it is no good."""

    @property
    def address(self) -> str:
        """The address that the call comes from, whatever token it brings."""
        return address_of(self.peer())

    @property
    def who(self) -> Bearer | str:
        """The one whose limits count."""
        return self.bearer or self.address

    @property
    def maker(self) -> Bearer | str:
        """In whose share a new game is: the address, since each game gives a token, or the operators."""
        return self.bearer if self.bearer and self.bearer.role == "operator" else self.address


class Calls:
    """The calls of one service, each made ready for a door."""

    def __init__(
        self,
        service: ServiceDescriptor,
        handlers: object,
        keys: Keys,
        metrics: Metrics,
        *,
        gate: Gate,
        pace: Pace,
        admitted: Callable[[Hashable], AbstractContextManager[None]],
        message_bytes: int,
        verbose: bool,
        tracing: Tracing | None = None,
    ) -> None:
        self.service = service
        self._handlers = handlers
        self._keys = keys
        self._metrics = metrics
        self._gate = gate
        self._pace = pace
        self._admitted = admitted
        self._limit = message_bytes
        self._verbose = verbose
        self._tracing = tracing

    def ready(self, method: MethodDescriptor, system: str, parse: Parse | None = None) -> Any:
        """
        What a door calls with what was sent, bytes or a stream of them, and its context.

        It answers the message in protobuf's binary form, or a stream of them. Requests are parsed from
        the same form, unless the door knows better; `system` is its name in traces.
        """
        parse = parse or GetMessageClass(method.input_type).FromString
        many_out = method.server_streaming
        behaviour: Any = (self._streaming if many_out else self._answering)(method, parse)
        if self._tracing:
            rpc = f"{self.service.full_name}/{method.name}"
            see: Any = self._tracing.streaming if many_out else self._tracing.answering
            behaviour = see(rpc, system, behaviour)
        return behaviour

    def _answering(self, method: MethodDescriptor, parse: Parse) -> Callable[[Any, Context], Any]:
        name = method.name
        is_command = "command_id" in method.input_type.fields_by_name
        do = (self._together if is_command else _at_once)(
            getattr(self._handlers, name), self._reader(method, parse)
        )

        async def call(sent: Any, context: Context) -> bytes:
            logs.call.set((name, next(_calls)))
            try:
                caller = self._caller(context)
                answer = await do(sent, caller)
                if self._verbose:
                    log.debug("call ended", status="OK", version=getattr(answer, "version", None))
                return answer.SerializeToString()
            except Exception as error:  # noqa: BLE001 -- whatever it is, the client is told no more than a status
                await self._abort(context, error)

        return call

    def _together(self, handle: Handle, read: Callable[[Any, Caller], Message]) -> Handle:
        """Does a command, together with those that come with it."""

        async def command(sent: Any, caller: Caller) -> Message:
            came = perf_counter()
            await self._gate.come()
            answer = await handle(read(sent, caller), caller)
            self._metrics.answered(perf_counter() - came)
            return answer

        return command

    def _streaming(
        self, method: MethodDescriptor, parse: Parse
    ) -> Callable[[Any, Context], AsyncIterator[bytes]]:
        handle, read = getattr(self._handlers, method.name), self._reader(method, parse)

        async def call(sent: Any, context: Context) -> AsyncIterator[bytes]:
            logs.call.set((method.name, next(_calls)))
            try:
                caller = self._caller(context)
                with self._admitted(caller.who), self._metrics.streaming(method.name):
                    async with aclosing(handle(read(sent, caller), caller)) as items:
                        async for item in items:
                            yield item if isinstance(item, bytes) else item.SerializeToString()
            except Exception as error:  # noqa: BLE001 -- as above
                await self._abort(context, error)

        return call

    async def _abort(self, context: Context, error: Exception) -> NoReturn:
        """End the call with the status of the error, and nothing else of it."""
        what = told(answer_to(error))
        self._metrics.refused(what.reason)
        if self._verbose:
            log.debug("call ended", status=what.code.name)
        await context.abort(what.code, what.message, (("grpc-status-details-bin", details_of(what)),))

    def _caller(self, context: Context) -> Caller:
        """
        Whoever calls, if not too often.

        Raises LimitReached, or Unauthenticated for a token that is no good, needed or not.
        """
        try:
            bearer = self._bearer(context)
        except Unauthenticated:
            self._pace.admit(address_of(context.peer()))
            raise
        caller = Caller(bearer, context.peer, partial(self._bearer, context))
        self._pace.admit(caller.who)
        return caller

    def _bearer(self, context: Context) -> Bearer | None:
        """Whom the token speaks for; raises Unauthenticated."""
        for key, sent in context.invocation_metadata() or ():
            if key == "authorization":
                scheme, _, token = str(sent).partition(" ")
                return self._keys.read_token(token if scheme.lower() == "bearer" else "")
        return None

    def _reader(self, method: MethodDescriptor, parse: Parse) -> Callable[[Any, Caller], Any]:
        """Parses one request, or each of a stream at the caller's pace; raises Refused or LimitReached."""

        def one(data: bytes, _caller: Caller) -> Message:
            if len(data) > self._limit:
                raise LimitReached("MESSAGE_TOO_LARGE", f"a request has at most {self._limit} bytes")
            try:
                request = parse(data)
            except DecodeError:
                raise bad_args("", f"this is no {method.input_type.name}") from None
            logs.request.set(request)
            return request

        async def many(data: AsyncIterator[bytes], caller: Caller) -> AsyncIterator[Message]:
            async for each in data:
                if wait := self._pace.wait(caller.who):
                    await asyncio.sleep(wait)
                self._pace.count(caller.who)
                yield one(each, caller)

        return many if method.client_streaming else one


def _at_once(handle: Handle, read: Callable[[Any, Caller], Message]) -> Handle:
    """Answers what asks for nothing to be done."""
    return lambda sent, caller: handle(read(sent, caller), caller)


def answer_to(error: Exception) -> Problem | Refused:
    """What a client may be told of an error; one that is no answer is logged under an id."""
    if isinstance(error, (Problem, Refused)):
        return error
    if isinstance(error, StoreUnavailable):
        return Unavailable(
            "STORE_UNAVAILABLE", "it may be recorded or not; send it again with the same command id"
        )
    internal = Internal()
    log.error("internal error", id=internal.id, exc_info=error)
    return internal
