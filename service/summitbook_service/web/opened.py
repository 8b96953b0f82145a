"""The page's port: opened before the service answers, closed with its streams at the stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from typing import Self

import structlog
import uvicorn

from .. import address
from ..certificates import Certificates
from ..rpc import Calls
from ..settings import Settings
from .answer import App
from .connect import Application
from .front import Front
from .page import Page
from .patience import Patient

log = structlog.get_logger()

KEEPALIVE = {"TCP_KEEPIDLE": 20, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 2}
"""A browser that has vanished without a word is noticed within 40 seconds, as over gRPC."""
UNANSWERED_MS = 40_000
"""How long what was sent may stay without a sign that it came, in milliseconds."""


class _Server(uvicorn.Server):
    """Uvicorn without its own answer to signals: the service knows when to stop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Web:
    """A port at which the page is served, and calls are answered over Connect."""

    def __init__(self, listening: socket.socket, server: _Server) -> None:
        self.port: int = listening.getsockname()[1]
        self._listening = listening
        self._server = server
        self._running: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the port, also where the service has not come to answer anything."""
        self._listening.close()

    def start(self) -> None:
        """Answer from now on."""
        self._running = asyncio.create_task(self._server.serve(sockets=[self._listening]))
        log.info("serving the page", port=self.port)

    async def stop(self) -> None:
        """Let what is under way end within the grace; then cut off who still has not read it."""
        if self._running is None:
            return
        self._server.should_exit = True
        await self._running
        for connection in tuple(self._server.server_state.connections):
            connection.transport.abort()


def opened(port: int, settings: Settings, calls: Sequence[Calls], certificates: Certificates | None) -> Web:
    """Open the page's port; raises CannotStart with BAD_ADDRESS or PORT_IN_USE."""
    host = settings.web_host
    try:
        listening = _listening(host, port)
    except (OSError, UnicodeError) as error:
        raise address.cannot_listen(host, port, error, "--web") from None
    return Web(listening, _Server(_config(_front(settings, calls), settings, certificates)))


def _listening(host: str, port: int) -> socket.socket:
    if not host:
        raise socket.gaierror
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
    # Connections have from here what they are opened with.
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {**KEEPALIVE, "TCP_USER_TIMEOUT": UNANSWERED_MS}.items():
        if hasattr(socket, name):
            made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    return made


def _front(settings: Settings, calls: Sequence[Calls]) -> App:
    paths = {path: made for made in map(Application, calls) for path in made.paths}
    # Behind a proxy, or with a certificate, it goes by whatever name there is.
    own_names = not (settings.plain_text or settings.tls_cert)
    return Front(paths, Page(), own_names=own_names)


def _config(app: App, settings: Settings, certificates: Certificates | None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        lifespan="off",
        # Its errors are told in our lines; that somebody sends nonsense is none.
        log_config=None,
        log_level="error",
        access_log=False,
        # Who calls is told by the connection, not by a header that anyone may send.
        proxy_headers=False,
        server_header=False,
        reset_contextvars=True,
        timeout_graceful_shutdown=ceil(settings.grace),
        ssl_context_factory=(lambda *_: certificates.context()) if certificates else None,
    )
