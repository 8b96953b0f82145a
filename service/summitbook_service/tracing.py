"""
Traces for OpenTelemetry: each call, the desk's work in it, and its wait for the commit.

This room needs the extra `otel`; it is only entered where traces are wanted, and puts itself
in front of the parts then, so that without it they do nothing for it. A span holds which
call, game and command it is about, and how it ended: no text of an error, no token, no name.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager
from functools import partial
from importlib.metadata import version
from threading import Thread
from typing import Any
from uuid import UUID

import grpc
from opentelemetry import trace
from opentelemetry.context import attach
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from . import logs
from .asking import Answer, Ask
from .desk import Desk
from .rpc import Context
from .store import Row
from .writer import Writer

_W3C = TraceContextTextMapPropagator()
_HEADERS = ("traceparent", "tracestate")
LAST_SECONDS = 1.0
"""How long the stop of the service waits for a collector, beyond its grace."""


class Tracing:
    """What makes the spans of one service."""

    def __init__(self, tracer: trace.Tracer) -> None:
        self._tracer = tracer

    def desk(self, *parts: Any, **settings: Any) -> Desk:
        """A desk whose work is seen."""
        made = _Desk(*parts, **settings)
        made.tracer = self._tracer
        return made

    def writer(self, *parts: Any, **settings: Any) -> Writer:
        """A writer whose commits are seen by each who waits for one."""
        made = _Writer(*parts, **settings)
        made.tracer = self._tracer
        return made

    def answering(
        self, rpc: str, system: str, call: Callable[[Any, Context], Awaitable[bytes]]
    ) -> Callable[[Any, Context], Awaitable[bytes]]:
        """The same call, seen."""

        async def seen(sent: Any, context: Context) -> bytes:
            with self._call(rpc, system, context):
                return await call(sent, context)

        return seen

    def streaming(
        self, rpc: str, system: str, call: Callable[[Any, Context], AsyncGenerator[bytes, None]]
    ) -> Callable[[Any, Context], AsyncGenerator[bytes, None]]:
        """The same stream, seen from its beginning to its end."""

        async def seen(sent: Any, context: Context) -> AsyncGenerator[bytes, None]:
            with self._call(rpc, system, context):
                async with aclosing(call(sent, context)) as items:
                    async for item in items:
                        yield item

        return seen

    @contextmanager
    def _call(self, rpc: str, system: str, context: Context) -> Iterator[None]:
        """
        The span of a call, under the caller's own where its metadata says which.

        It stays the current one of the call's task, which ends with it.
        """
        service, _, method = rpc.rpartition("/")
        sent = {key: str(value) for key, value in context.invocation_metadata() or () if key in _HEADERS}
        about = {"rpc.system": system, "rpc.service": service, "rpc.method": method}
        span = self._tracer.start_span(rpc, _W3C.extract(sent), trace.SpanKind.SERVER, about)
        attach(trace.set_span_in_context(span))
        logs.trace.set(trace.format_trace_id(span.get_span_context().trace_id))
        try:
            yield
        finally:
            span.set_attributes({f"summitbook.{name}": text for name, text in logs.ids().items()})
            span.set_attribute("rpc.grpc.status_code", _code(context))
            span.end()


def _code(context: Context) -> int:
    """The number of the status so far; a call that is not ended yet will end with OK."""
    code: Any = context.code()
    return int(code.value[0] if isinstance(code, grpc.StatusCode) else code or 0)


class _Desk(Desk):
    """A desk whose work is seen."""

    tracer: trace.Tracer

    async def ask(self, ask: Ask) -> Answer:
        """See `Desk`."""
        with self.tracer.start_as_current_span(
            "desk",
            attributes={"summitbook.game_id": str(ask.game_id), "summitbook.command_id": ask.id},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            answer = await super().ask(ask)
            span.set_attribute("summitbook.version", answer.head.n)
            return answer


class _Writer(Writer):
    """A writer whose commits are seen by each who waits for one."""

    tracer: trace.Tracer

    def put(
        self, game_id: UUID, rows: Sequence[Row], settle: Callable[[Exception | None], None]
    ) -> asyncio.Future[None]:
        """See `Writer`."""
        done = super().put(game_id, rows, settle)
        span = self.tracer.start_span("commit", attributes={"summitbook.rows": len(rows)})
        done.add_done_callback(partial(_ended, span))
        return done


def _ended(span: trace.Span, done: asyncio.Future[None]) -> None:
    """The rows are on disk, or not; who gave up waiting does not know."""
    failed = not done.cancelled() and done.exception() is not None
    if failed:
        span.set_status(trace.StatusCode.ERROR)
    span.end()


@asynccontextmanager
async def tracing() -> AsyncIterator[Tracing]:
    """Send spans to where the standard OTEL_ variables say, the last of them in the second after the end."""
    resource = Resource.create({SERVICE_NAME: "summitbook", SERVICE_VERSION: version("summitbook")})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    try:
        yield Tracing(provider.get_tracer("summitbook"))
    finally:
        # Not a thread of the loop's, which would wait for it however long it takes.
        last = Thread(target=provider.shutdown, daemon=True)
        last.start()
        await asyncio.to_thread(last.join, LAST_SECONDS)
