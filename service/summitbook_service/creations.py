"""How games come to be: one for each `CreateGame`, found again when it is repeated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar
from uuid import UUID, uuid4

import msgspec

from summitbook_domain import book, canonical
from summitbook_domain.chance import Seed
from summitbook_domain.content import Edition
from summitbook_domain.message import from_args
from summitbook_domain.record import cause_of
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import CreateGame
from summitbook_domain.table.events import GameCreated
from summitbook_domain.table.rules import Terms
from summitbook_domain.table.state import Table, evolve

from .aside import Aside, Creation, Invitation, creation_stream, read_creation
from .asking import Answer, Step
from .bots import Bots
from .desk import TRIES, Desk
from .editions import Editions
from .errors import AlreadyUsed, LimitReached, NotFound, Unavailable
from .history import AnyGame, Told, commands, readable
from .keys import Keys
from .live import Live, Shown
from .lobby import Lobby
from .places import bots_of, names_of, taken
from .store import Conflict, Store
from .unbroken import Unbroken
from .uptime import Uptime

T = TypeVar("T")


class Plan(NamedTuple):
    """What is to be played."""

    game: AnyGame
    command: CreateGame
    seed: Seed | None
    """The seed that was given; None where the service is to draw one."""
    bots: tuple[str, ...] = ()
    """The policies by which the service is to play the last seats."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """One `CreateGame` as it is asked for."""

    id: str
    by: str
    plan: Callable[[CreateGame | None], Plan]
    """Makes the plan, given what was asked where the id is known; raises Refused or NotFound."""
    private: bool
    caller: Hashable
    """In whose share of the open games it counts."""


class Creations:
    """The way to make a new game; forks.py has that to go on from an old one."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        desk: Desk,
        lobby: Lobby,
        uptime: Uptime,
        *,
        bots: Bots,
        editions: Editions,
        clock: Callable[[], str],
        seats: int,
    ) -> None:
        self._store = store
        self._keys = keys
        self._desk = desk
        self._lobby = lobby
        self._uptime = uptime
        self._bots = bots
        self._editions = editions
        self._clock = clock
        self._seats = seats
        self._unbroken = Unbroken()

    async def create(self, wish: Wish) -> Answer:
        """Make a game once and answer once it is on disk; raises Refused or a Problem."""
        making = once(self._store, wish.id, partial(self._make, wish), partial(self._again, wish))
        return await self._unbroken.do(making)

    async def _make(self, wish: Wish) -> Answer:
        plan = wish.plan(None)
        edition = self._editions.find(plan.game, plan.command.edition)
        await self._lobby.catch_up()
        game_id, at = str(uuid4()), self._clock()
        seed = plan.seed or self._keys.new_seed(game_id)
        terms = _terms(plan, edition, game_id, seed)
        entry = book.opening(plan.game, plan.command, terms, by=wish.by, id=wish.id, at=at)
        if plan.command.seats > self._seats:
            raise LimitReached("TOO_MANY_SEATS", f"a game has at most {self._seats} seats here")
        sealed = self._keys.seal_seed(seed, game_id) if plan.seed else None
        aside = Aside(game_id, wish.private, sealed, invites=wish.private, bots=plan.bots)
        beside = [Creation(wish.id, game_id, has_aside=True).row(), aside.row()]
        if wish.private and (code := self._keys.join_code(game_id, seed.commitment, sealed, game_id)):
            beside.append(Invitation(game_id).row(code.stream))
        live = Live(Table(game=plan.game), aside, seed)
        made = Step.made(entry, live.tip, at, self._uptime)
        places = zip(bots_of(plan.bots, plan.command.seats), names_of(plan.bots), strict=True)
        steps = [(wish.id, made), *taken(made.shown, places, seed, at, self._uptime)]
        for_bots = self._bots.room(live.game_id, plan.bots, wish.caller)
        with self._lobby.room((live.game_id,), wish.caller), for_bots:
            await self._desk.enter_all(live, steps, beside=beside)
        shown = steps[-1][1].shown
        return Answer(entry.events, 1, shown.head, shown)

    async def _again(self, wish: Wish, game_id: UUID) -> Answer:
        """The game of this very command, as it was when it was made and its bots had sat down."""
        live = await self._desk.find(game_id)
        game = live.tip.table.game
        first, *others = await commands(self._store, game, game_id, 0)
        if not _same(wish, live, first[0]):
            raise AlreadyUsed("COMMAND_ID_USED", "this command id made another game; make a new one")
        table, last = Table(game=game), first[0]
        for last in chain(first, *others[: len(live.aside.bots)]):
            table = evolve(table, last.event, last.cause)
        return Answer((first[0].event,), 1, last.head, Shown(table, last.head, last.record.at))


async def once(
    store: Store,
    command_id: str,
    make: Callable[[], Awaitable[T]],
    again: Callable[[UUID], Awaitable[T]],
) -> T:
    """Make a game, or answer again with the one that this very command made, told its id."""
    for _ in range(TRIES):
        if made := await store.read(creation_stream(command_id)):
            return await again(UUID(readable(read_creation, made[0]).game_id))
        with suppress(Conflict):
            return await make()
    raise Unavailable("CONFLICT", "the same command was sent from elsewhere; send it again")


def _terms(plan: Plan, edition: Edition[Any], game_id: str, seed: Seed) -> Terms:
    return Terms(
        game_id=game_id,
        deal=game_id,
        commitment=seed.commitment,
        seed_source="given" if plan.seed else "server",
        edition=edition,
    )


def _same(wish: Wish, live: Live, told: Told) -> bool:
    """Whether this is the very command that made the game, also by what no record tells, as `private`."""
    if told.cause is None or not isinstance(told.event, GameCreated) or told.event.forked_from:
        return False
    try:
        plan = wish.plan(from_args(CreateGame, told.cause.args))
    except (Refused, NotFound):
        return False
    asked = cause_of(plan.command, seat=None, by=wish.by, id=wish.id)
    if canonical.encode(asked) != canonical.encode(told.cause):
        return False
    if (wish.private, plan.bots) != (live.aside.private, live.aside.bots):
        return False
    if plan.seed is None:
        return told.event.seed_source == "server"
    return told.event.commitment == plan.seed.commitment
