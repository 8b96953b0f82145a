"""The one place where the parts meet, and where the service starts and stops."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import grpc
import structlog
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from summitbook.v1 import game_service_pb2, replay_service_pb2, tournament_service_pb2
from summitbook_domain.content import BadContent

from . import formats, logs, samekeys
from .address import is_loopback, listen
from .bell import Bell
from .bots import Bots, Moves
from .certificates import Certificates, certificates_of
from .clock import Clock
from .creations import Creations
from .deadlines import Deadlines
from .dealing import Dealer
from .deals import Deals
from .desk import Desk
from .door import Turnstile
from .editions import Editions
from .errors import CannotStart, LimitReached
from .expiry import Expiry
from .exposition import exposed
from .followers import Followers
from .foreign import Foreign
from .forks import Forks
from .handlers import GameService, Parts, ReplayService, TournamentService
from .health import Health, StoreProbe
from .hints import Advice
from .keys import Keys
from .limits import Pace, too_many_calls, too_many_guesses
from .lobby import Lobby
from .locksmith import Locksmith
from .metrics import Metrics
from .neighbours import Neighbours
from .over_grpc import answer_over_grpc
from .rpc import Calls
from .settings import LARGEST_MESSAGE, Settings
from .store import Shared, SQLiteStore, Store, StoreUnavailable
from .timekeeper import Timekeeper
from .tournaments import Bounds, Keeper, Office, Roster, Summaries
from .uptime import SharedUptime, Uptime
from .writer import Writer

if TYPE_CHECKING:
    from .tracing import Tracing
    from .web import Web

log = structlog.get_logger()

BURST_SECONDS = 2
"""So many seconds' worth of calls a caller may make at once after a rest."""
GUESSES, GUESSES_SECONDS = 10, 60
"""So many wrong join codes an address may try in so many seconds."""
LOBBY_SECONDS = 1.0
"""How often the list of games reads on by itself."""

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
        calls = _calls(parts)
        web = _web(settings, calls, certificates)
        if web:
            stack.enter_context(web)
        secured = certificates.credentials() if certificates else None
        port = await stack.enter_async_context(_listening(parts, calls, secured, web))
        await stack.enter_async_context(_timing(parts))
        parts.locksmith.leave_token()
        yield Serving(port, parts, web.port if web else None)


@asynccontextmanager
async def working(
    settings: Settings,
    store: Store,
    keys: Keys,
    editions: Editions,
    clock: Clock,
    *,
    tracing: Tracing | None = None,
) -> AsyncIterator[Parts]:
    """A service at work on a store, with no door that anybody could call at; raises CannotStart."""
    parts = _parts(settings, store, keys, editions, clock, tracing=tracing)
    await _start(parts)
    async with _writing(parts):
        yield parts


async def _start(parts: Parts) -> None:
    try:
        await formats.open_for_writing(parts.store)
        await parts.uptime.start()
        if isinstance(parts.uptime, SharedUptime):
            await samekeys.check(parts.store, parts.keys, alone=parts.uptime.alone)
    except StoreUnavailable as error:
        raise CannotStart("BAD_STORE", f"the store cannot be read: {error}") from None


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


def _parts(
    settings: Settings,
    store: Store,
    keys: Keys,
    editions: Editions,
    clock: Clock,
    *,
    tracing: Tracing | None,
) -> Parts:
    bell, deadlines, metrics, neighbours = Bell(), Deadlines(), Metrics(), Neighbours(store, clock)
    uptime = SharedUptime(store, clock) if isinstance(store, Shared) else Uptime(store, clock)
    make_writer, make_desk = (tracing.writer, tracing.desk) if tracing else (Writer, Desk)
    writer = make_writer(
        store, bell, linger=settings.linger, queued=settings.queued_commands, metrics=metrics
    )
    desk = make_desk(
        store,
        keys,
        writer,
        uptime,
        deadlines,
        neighbours=neighbours,
        cached=settings.cached_games,
        records=settings.records,
        clock=clock.now,
        metrics=metrics,
    )
    # After the desk, so that whoever is woken finds that it knows.
    neighbours.tell(bell.ring)
    lobby = Lobby(store, open_games=settings.open_games, caller_games=settings.caller_games)
    advice = Advice(settings.hints)
    bots = Bots(
        desk,
        lobby,
        bell,
        Moves(advice),
        clock,
        neighbours=neighbours,
        games=settings.bot_games,
        pace=settings.bot_pace,
    )
    dealer = Dealer(store, keys, desk, uptime, editions=editions, clock=clock.now)
    roster = Roster(
        lobby,
        open_tournaments=settings.open_tournaments,
        caller_tournaments=settings.caller_tournaments,
        caller_contestants=settings.caller_contestants,
    )
    office = Office(
        store, keys, writer, lobby, roster, editions=editions, clock=clock.now, bounds=_bounds(settings)
    )
    return Parts(
        settings=settings,
        store=store,
        keys=keys,
        bell=bell,
        bots=bots,
        writer=writer,
        deadlines=deadlines,
        neighbours=neighbours,
        desk=desk,
        creations=Creations(
            store,
            keys,
            desk,
            lobby,
            uptime,
            bots=bots,
            editions=editions,
            clock=clock.now,
            seats=settings.seats,
        ),
        forks=Forks(
            store,
            keys,
            desk,
            lobby,
            uptime,
            editions=editions,
            clock=clock.now,
            seats=settings.seats,
            records=settings.records,
        ),
        dealer=dealer,
        deals=Deals(store),
        office=office,
        roster=roster,
        summaries=Summaries(store, office),
        keeper=Keeper(office, roster, dealer, desk, lobby, clock=clock),
        editions=editions,
        lobby=lobby,
        followers=Followers(
            store,
            bell,
            heartbeat=settings.heartbeat,
            limit=settings.subscribers,
            caller_limit=settings.caller_subscribers,
        ),
        uptime=uptime,
        timekeeper=Timekeeper(desk, lobby, deadlines, uptime, clock, neighbours=neighbours),
        locksmith=Locksmith(
            keys,
            desk,
            settings.data / "operator.token",
            clock,
            token_hours=settings.token_hours,
            turned=lambda: _tell_of_keys(store, keys),
        ),
        expiry=Expiry(
            store, desk, lobby, uptime, clock, office=office, roster=roster, idle_days=settings.idle_days
        ),
        audits=Turnstile(settings.audits, _too_many_audits),
        advice=advice,
        guesses=Pace(GUESSES / GUESSES_SECONDS, GUESSES, too_many_guesses),
        pace=Pace(settings.calls_a_second, BURST_SECONDS * settings.calls_a_second, too_many_calls),
        metrics=metrics,
        health=_health(metrics, store, writer, neighbours),
        tracing=tracing,
    )


def _bounds(settings: Settings) -> Bounds:
    return Bounds(settings.seats, settings.contestants, settings.matches, settings.decisions)


async def _tell_of_keys(store: Store, keys: Keys) -> None:
    """Leave word where nodes share a store."""
    if isinstance(store, Shared):
        await samekeys.leave_word(store, keys)


def _health(metrics: Metrics, store: Store, writer: Writer, neighbours: Neighbours) -> Health:
    made = Health(metrics)
    made.watch("store", StoreProbe(store, writer))
    if neighbours.possible:
        made.watch("listener", neighbours.check)
    return made


def _too_many_audits() -> LimitReached:
    return LimitReached("TOO_MANY_AUDITS", "too many files are being audited; try again shortly")


@asynccontextmanager
async def _writing(parts: Parts) -> AsyncIterator[None]:
    """Write what comes until the end, and then what still waits; keep up with other nodes and new games."""
    writing = asyncio.create_task(parts.writer.run())
    parts.health.watch("writer", lambda: _still(writing))
    reading = [asyncio.create_task(each) for each in (parts.lobby.run(LOBBY_SECONDS), parts.neighbours.run())]
    try:
        yield
    finally:
        for task in reading:
            task.cancel()
        parts.writer.close()
        await writing


async def _still(running: asyncio.Task[None]) -> None:
    """Raise where a task that should run has ended."""
    if running.done():
        raise RuntimeError("it has ended")


@asynccontextmanager
async def _timing(parts: Parts) -> AsyncIterator[None]:
    """Time turns, see to games left lying and to keys, while calls are answered and no longer."""
    work = (
        parts.uptime.run(parts.deadlines),
        parts.timekeeper.run(),
        parts.keeper.run(),
        parts.expiry.run(),
        parts.locksmith.run(),
        parts.bots.run(),
    )
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await parts.uptime.beat()


@asynccontextmanager
async def _listening(
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


def _web(settings: Settings, calls: Sequence[Calls], certificates: Certificates | None) -> Web | None:
    """The page's port, opened, where there is to be one; raises CannotStart."""
    if settings.web_port == "off":
        return None
    from .web import opened  # noqa: PLC0415 -- its libraries are for those who serve it

    return opened(settings.web_port, settings, calls, certificates)


def _calls(parts: Parts) -> list[Calls]:
    """The calls of our own services, for every door."""
    handlers = GameService(parts), ReplayService(parts), TournamentService(parts)
    return [
        Calls(
            service,
            handler,
            parts.keys,
            parts.metrics,
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
