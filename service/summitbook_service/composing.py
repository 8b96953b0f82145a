"""The one place where the parts of the service meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import samekeys
from .bell import Bell
from .bots import Bots, Moves
from .clock import Clock
from .creations import Creations
from .deadlines import Deadlines
from .dealing import Dealer
from .deals import Deals
from .desk import Desk
from .door import Turnstile
from .editions import Editions
from .errors import LimitReached
from .expiry import Expiry
from .followers import Followers
from .forks import Forks
from .gate import Gate
from .handlers import Parts
from .health import Health, StoreProbe
from .hints import Advice
from .keys import Keys
from .limits import Pace, too_many_calls, too_many_guesses
from .lobby import Lobby
from .locksmith import Locksmith
from .metrics import Metrics
from .neighbours import Neighbours
from .settings import Settings
from .store import Shared, Store
from .timekeeper import Timekeeper
from .tournaments import Bounds, Keeper, Office, Roster, Summaries
from .uptime import SharedUptime, Uptime
from .writer import Writer

if TYPE_CHECKING:
    from .tracing import Tracing

BURST_SECONDS = 2
"""So many seconds' worth of calls a caller may make at once after a rest."""
GUESSES, GUESSES_SECONDS = 10, 60
"""So many wrong join codes an address may try in so many seconds."""


def composed(
    settings: Settings,
    store: Store,
    keys: Keys,
    editions: Editions,
    clock: Clock,
    *,
    tracing: Tracing | None,
) -> Parts:
    """Every part, made from the settings and what was opened by them; nothing has begun yet."""
    bell, deadlines, metrics, neighbours = Bell(), Deadlines(), Metrics(), Neighbours(store, clock)
    uptime = SharedUptime(store, clock) if isinstance(store, Shared) else Uptime(store, clock)
    make_writer, make_desk = (tracing.writer, tracing.desk) if tracing else (Writer, Desk)
    writer = make_writer(store, bell, queued=settings.queued_commands, metrics=metrics)
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
        gate=Gate(linger=settings.linger),
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
            turned=lambda: _tell_of_keys(store, keys, bots),
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


async def _tell_of_keys(store: Store, keys: Keys, bots: Bots) -> None:
    """Let bots go on whose games lacked a key, and leave word where nodes share a store."""
    bots.look_again()
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
