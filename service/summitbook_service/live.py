"""A game in memory: where it stands, what of it is on disk, and which commands it has had."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

import structlog

from summitbook_domain.chance import Seed
from summitbook_domain.record import START, Head, hash_of
from summitbook_domain.table.state import Table, UnknownContent, evolve

from .aside import Aside, aside_stream, creation_stream, read_aside, read_creation
from .command_ids import CommandIds, key_of
from .deadlines import NONE, Due, read_due
from .errors import CannotGoOn, NotFound
from .history import Told, broken, command_id_of, game_of, pages, readable, tell
from .keys import Keys
from .store import LISTED, Store
from .uptime import Uptime

NEVER_DRAWN = Seed(bytes(32))
"""Stands in where a closed game's own is lost: no rule draws any more, each says GAME_OVER."""

log = structlog.get_logger()


class Shown(NamedTuple):
    """A game as it stood after some record; queries and streams are answered from one that is on disk."""

    table: Table
    head: Head
    at: str
    """When that record was made; the next is never dated before it."""
    due: Due = NONE
    """By seat, when its time is up."""


class Live:
    """
    One game of the cache.

    `tip` runs ahead of `shown` by what is still on its way to disk. `known` has the
    first record of each command by the command's id.
    """

    __slots__ = ("aside", "game_id", "known", "own", "seed", "shown", "tip", "told")

    def __init__(self, table: Table, aside: Aside, seed: Seed | None) -> None:
        self.tip = self.shown = Shown(table, START, "")
        self.game_id = UUID(aside.game_id)
        self.aside = aside
        self.seed = seed
        self.known = CommandIds()
        self.told = 0
        """The number of the last record that another node is known to have written, or this one."""
        self.own = 0
        """The number of the last record that this node has written."""

    @property
    def busy(self) -> bool:
        """Whether something of it is still on its way to disk."""
        return self.tip is not self.shown

    @property
    def behind(self) -> bool:
        """Whether another node has written more than is known here."""
        return self.told > self.tip.head.n

    def secret(self) -> Seed:
        """The seed for the next command; raises CannotGoOn with SEED_LOST."""
        if self.seed is None and self.tip.table.phase == "closed":
            return NEVER_DRAWN
        if self.seed is None:
            raise CannotGoOn(
                "SEED_LOST", "the key of this game's seed is missing from the key folder; bring it back"
            )
        return self.seed

    def grow(self, shown: Shown, command_id: str) -> None:
        """Step ahead to where a command leads."""
        self.known[key_of(command_id)] = self.tip.head.n + 1
        self.tip = shown

    def first_of(self, command_id: str) -> int | None:
        """The number of the first record of a command, if the game has had it."""
        return self.known.get(key_of(command_id))

    def fold(self, told: Told) -> None:
        """Step ahead by a stored record; raises CannotGoOn where it is not the one that was written there."""
        table, head, *_ = self.tip
        if (told.n, told.record.prev) != (head.n + 1, head.hash):
            raise broken(told.n, f"does not follow record {head.n}")
        if hash_of(told.line, told.record) != told.record.hash:
            raise broken(told.n, "is not as it was written")
        try:
            if told.cause:
                self.known[key_of(told.cause.id)] = told.n
            table = evolve(table, told.event, told.cause)
        except UnknownContent as error:
            raise CannotGoOn("UNKNOWN_CONTENT", f"{error}; bring that edition back") from None
        except Exception as error:
            log.exception(
                "a record that cannot be", game_id=self.aside.game_id, n=told.n, type=told.record.type
            )
            raise broken(told.n, "cannot be") from error
        self.tip = Shown(table, told.head, told.record.at)


async def load(store: Store, keys: Keys, uptime: Uptime, game_id: UUID) -> Live:
    """Fold a game from its stored log; raises NotFound, CannotGoOn or StoreUnavailable."""
    aside = await _aside(store, game_id)
    try:
        live = await _folded(store, game_id, aside)
    except CannotGoOn as error:
        error.hidden = aside.private
        raise
    live.tip = live.tip._replace(due=await read_due(store, uptime, game_id, live.tip.table))
    live.shown = live.tip
    birth = live.tip.table.birth
    live.seed = keys.find_seed(birth.deal, birth.commitment, aside.sealed, aside.game_id)
    if live.seed is None and live.tip.table.phase != "closed":
        log.warning("seed lost: this game cannot go on without its key", game_id=aside.game_id)
    return live


def overtaken(live: Live) -> Live:
    """A game as it is on disk, of which another node has written the next record; the old one is no more."""
    older = Live(live.shown.table, live.aside, live.seed)
    older.tip = older.shown = live.shown
    older.known, older.told = live.known, live.shown.head.n + 1
    older.known.forget_after(live.shown.head.n)
    return older


async def caught_up(store: Store, uptime: Uptime, live: Live) -> Live:
    """A game of the cache and what other nodes have added since; raises CannotGoOn or StoreUnavailable."""
    newer = Live(live.shown.table, live.aside, live.seed)
    newer.tip, newer.known, newer.own = live.shown, live.known.copy(), live.own
    async for rows in pages(store, live.game_id, live.shown.head.n):
        for row in rows:
            newer.fold(tell(live.shown.table.game, row))
    due = await read_due(store, uptime, live.game_id, newer.tip.table)
    newer.tip = newer.shown = newer.tip._replace(due=due)
    newer.told = newer.tip.head.n
    return newer


async def _folded(store: Store, game_id: UUID, aside: Aside) -> Live:
    live: Live | None = None
    async for rows in pages(store, game_id):
        live = live or Live(Table(game=game_of(rows[0])), aside, None)
        for row in rows:
            live.fold(tell(live.tip.table.game, row))
    if live is None:  # though there is a row beside its log, which is written with the first record
        raise CannotGoOn("BROKEN_LOG", "its records are missing; bring the store back from a backup")
    return live


async def _aside(store: Store, game_id: UUID) -> Aside:
    """What is kept beside a log; where it is lost the game may be private, so its error is hidden."""
    try:
        if rows := await store.read(aside_stream(game_id)):
            return readable(read_aside, rows[0])
        return await _without_aside(store, game_id)
    except CannotGoOn as error:
        log.warning("who may see this game cannot be told", game_id=str(game_id), reason=error.reason)
        error.hidden = True
        raise


async def _without_aside(store: Store, game_id: UUID) -> Aside:
    """A public game of an older store, which has no row beside its log; raises NotFound or CannotGoOn."""
    if not (first := await store.read(game_id, 0, 1)) or first[0].topic != LISTED:
        raise no_such_game()
    made = await store.read(creation_stream(command_id_of(first[0])))
    if not made or readable(read_creation, made[0]).has_aside:
        raise CannotGoOn(
            "BROKEN_LOG", "the row beside its log is missing; bring the store back from a backup"
        )
    return Aside(str(game_id))


def waits_for(table: Table) -> tuple[int, ...]:
    """The seats that the game waits for."""
    return table.game.waits_for(table.play) if table.phase == "playing" else ()


def no_such_game() -> NotFound:
    """The one answer for a game that is not there and for one that the caller may not know of."""
    return NotFound("NO_SUCH_GAME", "there is no such game")
