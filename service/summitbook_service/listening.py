"""The door of gRPC, and all calls that there are, for every door."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import grpc
import structlog
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from summitbook.v1 import game_service_pb2, replay_service_pb2, tournament_service_pb2

from .address import listen
from .foreign import Foreign
from .handlers import GameService, Parts, ReplayService, TournamentService
from .over_grpc import answer_over_grpc
from .rpc import Calls
from .settings import LARGEST_MESSAGE

if TYPE_CHECKING:
    from .web import Web

log = structlog.get_logger()

OPTIONS = (
    # Two servers on one port would take each other's calls: let the second fail.
    ("grpc.so_reuseport", 0),
    # Requests over our own limit are answered with a reason; beyond this gRPC cuts them off.
    ("grpc.max_receive_message_length", LARGEST_MESSAGE),
    # Calls that come at once wait their turn; by default some beyond 1,000 are cancelled without a reason.
    ("grpc.server.max_pending_requests", 100_000),
    ("grpc.server.max_pending_requests_hard_limit", 200_000),
    # A dead peer is noticed within 40 seconds, and a client may ask as often as it likes whether we live.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # What gRPC really waits for: by default it is a minute, whatever the line above says.
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 0),
)
SERVICES = (
    game_service_pb2.DESCRIPTOR.services_by_name["GameService"],
    replay_service_pb2.DESCRIPTOR.services_by_name["ReplayService"],
    tournament_service_pb2.DESCRIPTOR.services_by_name["TournamentService"],
)


@asynccontextmanager
async def listening(
    parts: Parts, calls: Sequence[Calls], secured: grpc.ServerCredentials | None, web: Web | None
) -> AsyncIterator[int]:
    """Answer calls; at the end tell health and streams first, then let calls in hand end within the grace."""
    server = grpc.aio.server(options=OPTIONS)
    _add_services(server, parts, calls)
    names = [service.full_name for service in SERVICES]
    await parts.health.look(names)
    port = listen(server, parts.settings.host, parts.settings.port, secured)
    await server.start()
    log.info("serving", port=port)
    if web:
        web.start()
    looking = asyncio.create_task(parts.health.run(names))
    try:
        yield port
    finally:
        log.info("stopping")
        looking.cancel()
        await parts.health.servicer.enter_graceful_shutdown()
        parts.bell.stop()
        ending = [server.stop(parts.settings.grace), *([web.stop()] if web else [])]
        await asyncio.gather(*ending)


def calls_of(parts: Parts) -> list[Calls]:
    """The calls of our own services, for every door."""
    handlers = GameService(parts), ReplayService(parts), TournamentService(parts)
    return [
        Calls(
            service,
            handler,
            parts.keys,
            parts.metrics,
            gate=parts.gate,
            pace=parts.pace,
            admitted=parts.followers.admitted,
            message_bytes=parts.settings.message_bytes,
            verbose=parts.settings.log_level == "debug",
            tracing=parts.tracing,
        )
        for service, handler in zip(SERVICES, handlers, strict=True)
    ]


def _add_services(server: grpc.aio.Server, parts: Parts, calls: Sequence[Calls]) -> None:
    for each in calls:
        answer_over_grpc(server, each)
    others = Foreign(server, parts.pace, parts.followers.admitted)
    health_pb2_grpc.add_HealthServicer_to_server(parts.health.servicer, others)
    names = [*(service.full_name for service in SERVICES), health.SERVICE_NAME, reflection.SERVICE_NAME]
    # Its own way in would not know our stand-in for an asyncio server.
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(
        reflection.aio.ReflectionServicer(service_names=names), others
    )
