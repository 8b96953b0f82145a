"""The metrics where Prometheus finds them: what the parts hold besides, and the port to ask."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

import structlog
from prometheus_client import Info, start_http_server

from . import address
from .handlers import Parts

log = structlog.get_logger()


def watch(parts: Parts) -> None:
    """Have the metrics show what the parts hold."""
    desk, metrics = parts.desk, parts.metrics
    Info("summitbook", "The release", registry=metrics.registry).info({"version": version("summitbook")})
    metrics.watch("cached_games", "Games in memory", lambda: desk.cached)
    metrics.count("cache_hits", "Games found in memory", lambda: desk.hits)
    metrics.count("cache_misses", "Games read from their logs", lambda: desk.loads)
    metrics.watch("commands_waiting", "Commands that wait for a commit", lambda: parts.writer.waiting)
    streams = parts.followers.open
    metrics.watch("subscriptions_open", "Subscriptions and other open streams", lambda: streams.inside)
    metrics.watch("callers_paced", "Callers of whom it is known how fast they went", lambda: len(parts.pace))
    metrics.watch(
        "audits_running", "Files that are being audited, and games reviewed", lambda: parts.audits.inside
    )
    metrics.watch("games_open", "Games that are open or in play", lambda: parts.lobby.open)
    bots = parts.bots
    metrics.watch("games_with_bots", "Games in which the service plays seats", lambda: len(bots))
    metrics.watch(
        "games_with_unknown_bots",
        "Games in which a bot stands still, since its policy is not known here",
        lambda: bots.unknown,
    )
    metrics.count("bot_commands", "Commands that bots of the service have done", lambda: bots.commands)
    metrics.watch("games_timed", "Games in which a turn is timed", lambda: len(parts.deadlines))
    metrics.watch("games_followed", "Games for which somebody waits", lambda: len(parts.bell))


@asynccontextmanager
async def exposed(parts: Parts) -> AsyncIterator[None]:
    """Serve the metrics where a port is set; raises CannotStart with BAD_ADDRESS or PORT_IN_USE."""
    watch(parts)
    host, port = parts.settings.metrics_host, parts.settings.metrics_port
    if port is None:
        yield
        return
    try:
        server, thread = start_http_server(port, host, parts.metrics.registry)
    except (OSError, UnicodeError) as error:
        raise address.cannot_listen(host, port, error, "--metrics") from None
    log.info("metrics", port=server.server_port)
    try:
        yield
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()
