"""Practice games that go on from a finished one: docs/replay-format.md, "Forks"."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from uuid import UUID, uuid4

import msgspec

from summitbook_domain.book import Entry
from summitbook_domain.recorded import Fork, entries
from summitbook_domain.table.events import GameCreated
from summitbook_domain.table.state import Table

from .aside import Aside, Creation
from .asking import Step
from .creations import once
from .desk import Desk
from .editions import Editions
from .errors import AlreadyUsed, LimitReached, NotFound
from .history import Told, commands, table_at, tell
from .keys import Keys
from .live import Live, Shown
from .lobby import Lobby
from .store import Store
from .unbroken import Unbroken
from .uptime import Uptime

MOST_RECORDS = 5_000
"""What is told again is written at once, and all others wait. Games that people play have a few hundred."""


class ForkWish(msgspec.Struct, frozen=True, kw_only=True):
    """One `ForkReplay` as it is asked for."""

    id: str
    by: str
    fork: Fork
    private: bool
    caller: Hashable
    """In whose share of the open games it counts."""


class Forks:
    """The way to make a fork: all that is told again is on disk at once, or nothing of it."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        desk: Desk,
        lobby: Lobby,
        uptime: Uptime,
        *,
        editions: Editions,
        clock: Callable[[], str],
        seats: int,
        records: int,
    ) -> None:
        self._store = store
        self._keys = keys
        self._desk = desk
        self._lobby = lobby
        self._uptime = uptime
        self._editions = editions
        self._clock = clock
        self._seats = seats
        self._records = records
        self._unbroken = Unbroken()

    async def fork(self, wish: ForkWish) -> Shown:
        """Make a fork once; the game as it then stood, once it is on disk. Raises Refused or a Problem."""
        making = once(self._store, wish.id, partial(self._make, wish), partial(self._again, wish))
        return await self._unbroken.do(making)

    async def _make(self, wish: ForkWish) -> Shown:
        fork = wish.fork
        self._check(fork)
        await self._lobby.catch_up()
        game_id, at = str(uuid4()), self._clock()
        told = await asyncio.to_thread(_told, wish, game_id, at)
        aside = Aside(game_id, wish.private, self._keys.seal_seed(fork.seed, game_id))
        beside = [Creation(wish.id, game_id, has_aside=True).row(), aside.row()]
        live = Live(Table(game=fork.game), aside, fork.seed)
        steps = self._steps(live.shown, told, at)
        with self._lobby.room((live.game_id,), wish.caller):
            await self._desk.enter_all(live, steps, beside=beside)
        return steps[-1][1].shown

    def _check(self, fork: Fork) -> None:
        """Raise NotFound or LimitReached where such a game could not be made here either."""
        edition, created = fork.terms.edition, fork.created
        if self._editions.find(fork.game, created.content.edition).sha256 != edition.sha256:
            raise NotFound("UNKNOWN_EDITION", "the edition of this name is another one here")
        if created.seats > self._seats:
            raise LimitReached("TOO_MANY_SEATS", f"a game has at most {self._seats} seats here")
        most = min(self._records - 1, MOST_RECORDS)
        if fork.n > most:
            raise LimitReached("TOO_MANY_RECORDS", f"a game is forked here from record {most} at the latest")

    def _steps(self, shown: Shown, told: Sequence[tuple[str, Entry]], at: str) -> list[tuple[str, Step]]:
        """Each command's step by its id; clocks run from now on, however long ago the old game was."""
        steps = []
        for command_id, entry in told:
            step = Step.made(entry, shown, at, self._uptime)
            shown = step.shown
            steps.append((command_id, step))
        return steps

    async def _again(self, wish: ForkWish, game_id: UUID) -> Shown:
        """The fork of this very command, as it was when it was made."""
        live, n = await self._desk.find(game_id), wish.fork.n
        game = live.tip.table.game
        ((first, *_), *_) = await commands(self._store, game, game_id, 0)
        if not _same(wish, live, first):
            raise AlreadyUsed("COMMAND_ID_USED", "this command id made another game; make a new one")
        if live.shown.head.n == n:
            return live.shown
        table = await table_at(self._store, game_id, n, (0, Table(game=game)))
        (row,) = await self._store.read(game_id, n - 1, 1)
        last = tell(game, row)
        return Shown(table, last.head, last.record.at)


def _told(wish: ForkWish, game_id: str, at: str) -> list[tuple[str, Entry]]:
    """What each old command leads to in the new game, by its new id; the first is the one that was sent."""
    ids = [wish.id, *(str(uuid4()) for _ in wish.fork.commands[1:])]
    return list(
        zip(ids, entries(wish.fork, game_id=game_id, by=wish.by, ids=iter(ids).__next__, at=at), strict=True)
    )


def _same(wish: ForkWish, live: Live, told: Told) -> bool:
    """Whether this is the very command that made the game; the hash it names pins all that was told again."""
    if told.cause is None or not isinstance(told.event, GameCreated):
        return False
    asked = (wish.by, wish.private, wish.fork.origin)
    return asked == (told.cause.by, live.aside.private, told.event.forked_from)
