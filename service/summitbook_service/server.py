"""Where the service starts and stops."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import structlog

from summitbook_domain.content import BadContent

from . import logs
from .address import is_loopback
from .certificates import Certificates, certificates_of
from .clock import Clock
from .editions import Editions
from .errors import CannotStart
from .exposition import exposed
from .handlers import Parts
from .keys import Keys
from .listening import calls_of, listening
from .rpc import Calls
from .settings import Settings
from .store import SQLiteStore, Store
from .working import timing, working

if TYPE_CHECKING:
    from .tracing import Tracing
    from .web import Web

log = structlog.get_logger()


class Serving(NamedTuple):
    """A service that answers calls."""

    port: int
    parts: Parts
    web_port: int | None
    """The page's port, if it is served."""


def run(settings: Settings, ready: Callable[[Serving], None]) -> None:
    """
    Serve until SIGINT or SIGTERM, then stop within the grace; a second signal ends at once.

    `ready` is called once as soon as calls are answered. Raises `errors.CannotStart`, whose `code` says why.
    """
    logs.configure(settings)
    logs.adopt()
    collect_seldom()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, ready))


def collect_seldom() -> None:
    """
    Let Python look for garbage in cycles seldom, for the whole process.

    Commands leave hardly any behind, and among many games in memory each look is long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def _serve(settings: Settings, ready: Callable[[Serving], None]) -> None:
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, _last_warning, stop)
    async with serving(settings) as service:
        ready(service)
        await stop.wait()


def _last_warning(stop: asyncio.Event) -> None:
    """Begin to stop; from now on a signal does what it does to any process."""
    stop.set()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().remove_signal_handler(each)
        signal.signal(each, signal.SIG_DFL)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Uvloop where it is installed."""
    try:
        import uvloop  # noqa: PLC0415 -- not there on every platform
    except ImportError:
        return None
    return uvloop.new_event_loop


@asynccontextmanager
async def serving(
    settings: Settings, store: Store | None = None, clock: Clock | None = None
) -> AsyncIterator[Serving]:
    """A service in this process, its store and clock its own unless others are given; raises CannotStart."""
    settings.check()
    certificates = certificates_of(settings)
    _check_reach(settings)
    async with AsyncExitStack() as stack:
        editions = _editions(settings.content)
        _make_folder(settings.data)
        store = store or await _open_store(settings)
        stack.callback(store.close)
        keys = Keys.open(settings.key_folder, token_hours=settings.token_hours)
        tracing = await stack.enter_async_context(_tracing(settings))
        work = working(settings, store, keys, editions, clock or Clock(), tracing=tracing)
        parts = await stack.enter_async_context(work)
        stack.push_async_callback(parts.advice.close)
        await stack.enter_async_context(exposed(parts))
        calls = calls_of(parts)
        web = _web(settings, calls, certificates)
        if web:
            stack.enter_context(web)
        secured = certificates.credentials() if certificates else None
        port = await stack.enter_async_context(listening(parts, calls, secured, web))
        await stack.enter_async_context(timing(parts))
        parts.locksmith.leave_token()
        yield Serving(port, parts, web.port if web else None)


def _check_reach(settings: Settings) -> None:
    """Raise CannotStart where tokens would travel in plain text and nobody has asked for that."""
    hosts = [settings.host, *([] if settings.web_port == "off" else [settings.web_host])]
    open_to_all = next((host for host in hosts if not is_loopback(host)), None)
    if open_to_all is not None and not (settings.tls_cert or settings.plain_text):
        raise CannotStart(
            "NO_TLS",
            f"{open_to_all} can be reached by others, who could read tokens along: give a certificate with "
            "--tls-cert and --tls-key, or say --plain-text where a proxy encrypts",
        )


def _editions(folder: Path | None) -> Editions:
    try:
        return Editions.of_folder(folder) if folder else Editions()
    except BadContent as error:
        raise CannotStart(error.code, str(error)) from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart("DATA_UNWRITABLE", f"{folder} cannot be made: {error.strerror}") from None


async def _open_store(settings: Settings) -> Store:
    """The database that is set, or the store of the data folder; raises CannotStart."""
    if settings.store is None:
        return _open_file(settings)
    from .store.postgres import PostgresStore  # noqa: PLC0415 -- its library is for those who need it

    return await PostgresStore.open(settings.store)


def _open_file(settings: Settings) -> Store:
    """The store of a data folder; one that has to be made where others were before is told aloud."""
    folder = settings.data
    if settings.key_folder.exists() and not SQLiteStore.is_in(folder):
        log.warning(
            "no store where there are keys: its games are gone until it is brought back", folder=str(folder)
        )
    return SQLiteStore.open(folder, apart=settings.slow_disk)


@asynccontextmanager
async def _tracing(settings: Settings) -> AsyncIterator[Tracing | None]:
    """What makes spans, where they are wanted; raises CannotStart with NO_TRACING."""
    if not settings.traces:
        yield None
        return
    try:
        from .tracing import tracing  # noqa: PLC0415 -- its library is for those who need it
    except ImportError:
        raise CannotStart("NO_TRACING", "traces need more: pip install 'summitbook[otel]'") from None
    async with tracing() as made:
        yield made


def _web(settings: Settings, calls: Sequence[Calls], certificates: Certificates | None) -> Web | None:
    """The page's port, opened, where there is to be one; raises CannotStart."""
    if settings.web_port == "off":
        return None
    from .web import opened  # noqa: PLC0415 -- its libraries are for those who serve it

    return opened(settings.web_port, settings, calls, certificates)
