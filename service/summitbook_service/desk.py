"""
The front desk: one way for every command, from whoever asks to the writer.

Find the game, look the command id up, decide, step ahead in memory, queue for the
writer, wait for the disk, answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from uuid import UUID, uuid5

from summitbook_domain import book, canonical
from summitbook_domain.message import Command
from summitbook_domain.record import cause_of
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import TakeHint, TakeSeat
from summitbook_domain.table.state import Table

from .asking import Answer, Ask, Step, situation
from .deadlines import Deadlines
from .errors import AlreadyUsed, Denied, LimitReached, Unauthenticated, Unavailable, WrongVersion
from .history import Told, commands
from .keys import Keys
from .live import Live, Shown, caught_up, load, overtaken
from .neighbours import Neighbours
from .places import SERVICE
from .store import Conflict, Row, Store
from .turns import Turn, Turns
from .uptime import Uptime
from .writer import Writer

TRIES = 10
"""How often a command is decided afresh where another hand was faster."""


class Desk:
    """The games of the service, as many as fit in memory, and the one way to change them."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        writer: Writer,
        uptime: Uptime,
        deadlines: Deadlines,
        *,
        neighbours: Neighbours,
        cached: int,
        records: int,
        clock: Callable[[], str],
    ) -> None:
        self._store = store
        self._keys = keys
        self._writer = writer
        self._uptime = uptime
        self._deadlines = deadlines
        self._neighbours = neighbours
        self._cached = cached
        self._records = records
        self._clock = clock
        self._games: OrderedDict[UUID, Live] = OrderedDict()
        self._loading: dict[UUID, asyncio.Task[Live]] = {}
        self._told: dict[UUID, int] = {}
        self._turns = Turns()
        neighbours.tell(self._hear)
        self.hits = self.loads = 0
        """How often a game was found in memory, and how often read from its log."""

    @property
    def cached(self) -> int:
        """How many games are in memory."""
        return len(self._games)

    async def find(self, game_id: UUID) -> Live:
        """The game, from memory or from its log; raises NotFound, CannotGoOn or Unavailable."""
        if live := self._at_hand(game_id):
            return live
        task = self._loading.get(game_id) or self._start_loading(game_id)
        loaded = await asyncio.shield(task)
        # Where many games are asked for at once it may have had to make room again already.
        live = self._games.get(game_id, loaded)
        self._keep(live)
        self._games.move_to_end(game_id)
        return live

    async def current(self, game_id: UUID) -> Live:
        """The game, with every record in `shown` that any node has answered for; raises as `find` does."""
        await self._neighbours.catch_up()
        return await self.settled(game_id)

    async def settled(self, game_id: UUID) -> Live:
        """The game, its first record in `shown`, and all that other nodes are known to have written."""
        while (live := await self.find(game_id)).told > live.shown.head.n or not live.shown.head.n:
            await self._written(game_id)
        return live

    async def ask(self, ask: Ask) -> Answer:
        """
        Do a command once and answer once its events are on disk.

        Raises Refused or a Problem. A command done before is answered again. Where the
        log has grown by another hand, the command is decided afresh.
        """
        with self._turns.take(ask.game_id) as turn:
            for _ in range(TRIES):
                try:
                    return await self._ask(ask, turn)
                except Conflict:
                    continue
        raise Unavailable("CONFLICT", "the game changed under this command again and again; send it again")

    async def would(self, ask: Ask) -> Table | None:
        """
        The game as a command would find it now; nothing is done. None for one that was done before.

        Raises as `ask` would now.
        """
        live = await self.current(ask.game_id)
        if live.first_of(ask.id) is not None:
            return None
        self._decide(live, ask)
        return live.tip.table

    async def do(
        self,
        live: Live,
        what: str,
        command: Command,
        *,
        permit: Callable[[Table], None],
        seat: int | None = None,
    ) -> str:
        """
        Do a command of the service's own and answer its id; `permit` sees to it that it is done once.

        With a `seat` it is one of a seat that the service plays, with that seat's rights and no others.

        The id follows from game and `what`. Anyone can find it out, and use it up for a
        command of their own: then it is the next one.
        """
        ids = (str(uuid5(live.game_id, f"{what}/{k}")) for k in count())
        for unused in (each for each in ids if live.first_of(each) is None):
            ask = Ask(
                game_id=live.game_id,
                id=unused,
                by=SERVICE,
                seat=seat,
                permit=permit,
                command=lambda _table, _known: command,
            )
            # Another node may know better which ids are used.
            with suppress(AlreadyUsed):
                await self.ask(ask)
                return unused
        raise AssertionError  # there is no last id

    def wrote(self, game_id: UUID) -> int:
        """The number of the last record that this node wrote of a game in memory; 0 where none is known."""
        live = self._games.get(game_id)
        return live.own if live else 0

    def forget_lost(self) -> None:
        """Let go of games whose key was lost, so that they are read again: it may be back."""
        for live in [each for each in self._games.values() if each.seed is None and not each.busy]:
            del self._games[live.game_id]

    def enter(
        self, live: Live, step: Step, command_id: str, *, beside: Sequence[Row] = (), turn: Turn | None = None
    ) -> asyncio.Future[None]:
        """Step the game ahead in memory and queue what a command added, with rows beside the log."""
        rows = [*beside, *step.rows(live.game_id, live.tip.head.n)]
        done = self._writer.put(live.game_id, rows, partial(self._settle, live, step.shown, turn))
        live.grow(step.shown, command_id)
        if not live.shown.head.n:  # a new one; any other was found in memory just now
            self._keep(live)
        return done

    def enter_all(
        self, live: Live, steps: Sequence[tuple[str, Step]], *, beside: Sequence[Row]
    ) -> asyncio.Future[None]:
        """Step a new game ahead by many commands, each with its id, and queue them as one."""
        rows = [*beside]
        for command_id, step in steps:
            rows += step.rows(live.game_id, live.tip.head.n)
            live.grow(step.shown, command_id)
        done = self._writer.put(live.game_id, rows, partial(self._settle, live, live.tip, None))
        self._keep(live)
        return done

    async def _ask(self, ask: Ask, turn: Turn) -> Answer:
        at_hand = self._at_hand(ask.game_id) if turn.is_first else None
        live = at_hand or await self._found_in_turn(ask.game_id, turn)
        first = live.first_of(ask.id)
        if first is not None:
            turn.pass_on()
            return await self._again(live, ask, first)
        try:
            step = self._decide(live, ask)
        except (Refused, WrongVersion, Unauthenticated, Denied):
            if await self._has_moved_on(live):
                raise Conflict from None
            raise
        first = live.tip.head.n + 1
        done = self.enter(live, step, ask.id, turn=turn)
        turn.pass_on()
        await done
        return Answer(step.entry.events, first, step.shown.head, step.shown)

    def _at_hand(self, game_id: UUID) -> Live | None:
        """The game, where it is in memory as far as it is known to have gone: so it is nearly always."""
        live = self._games.get(game_id)
        if live is None or live.behind:
            return None
        self.hits += 1
        self._games.move_to_end(game_id)
        return live

    async def _found_in_turn(self, game_id: UUID, turn: Turn) -> Live:
        """The game, once all commands that came before are decided, those that another node overtook too."""
        turn.come_back()
        while True:
            await turn.come()
            live = await self.find(game_id)
            if turn.is_first:
                return live

    def _decide(self, live: Live, ask: Ask) -> Step:
        table, head, latest, _ = live.tip
        ask.permit(table)
        try:
            command = ask.command(table, None)
            if ask.expected not in {None, head.n}:
                raise WrongVersion("WRONG_VERSION", "the game has moved on; look again", **situation(table))
            self._check_length(table, command)
            self._writer.admit()
            at = max(self._clock(), latest)
            seat = _seat(ask, command)
            entry = book.answer(table, head, seat, command, live.secret(), by=ask.by, id=ask.id, at=at)
            ask.besides(table)
            return Step.made(entry, live.tip, at, self._uptime)
        except Refused as refused:
            refused.detail = {**situation(table), **refused.detail}
            raise

    def _check_length(self, table: Table, command: Command) -> None:
        """Raise LimitReached where a game has gone on for so long that only its end is taken any more."""
        if table.phase == "closed":
            return
        # Else whoever is about to lose could ask for hints until nobody can win any more.
        if isinstance(command, TakeHint) and table.n >= self._records // 2:
            raise LimitReached(
                "TOO_MANY_RECORDS",
                f"after {self._records // 2} records a game takes no hints any more: play on without",
            )
        if table.n >= self._records and not _towards_the_end(table, command):
            raise LimitReached(
                "TOO_MANY_RECORDS",
                f"after {self._records} records a game takes only what ends it: give up or retire",
            )

    async def _again(self, live: Live, ask: Ask, first: int) -> Answer:
        """The stored answer of a command that was done, or is being done, before."""
        if first > live.shown.head.n:
            # Nothing to write, but it is done no sooner than what waits before it.
            await self._writer.put(live.game_id, (), lambda _: None)
        told, *_ = await commands(self._store, live.tip.table.game, ask.game_id, first - 1)
        if not _same(ask, live.tip.table, told[0]):
            raise AlreadyUsed(
                "COMMAND_ID_USED", "this command id was used for something else; make a new one"
            )
        return Answer(tuple(each.event for each in told), first, told[-1].head, live.shown)

    async def _has_moved_on(self, live: Live) -> bool:
        """Whether another node has written more than what a command has just been refused for."""
        if not self._neighbours.possible:
            return False
        before, now = live.tip.head, await self.current(live.game_id)
        # Read anew and not as it was: what it was refused for did not get to the disk.
        lost = now is not live and now.shown.head != before
        return lost or now.shown.head.n > before.n

    async def _written(self, game_id: UUID) -> None:
        """Wait until what is on its way to disk of this game is there, or is not to be."""
        with suppress(Conflict):
            await self._writer.put(game_id, (), lambda _: None)

    def _hear(self, news: Mapping[UUID, int]) -> None:
        """Remember of games in memory how far other nodes have brought them."""
        for game_id, n in news.items():
            if live := self._games.get(game_id):
                live.told = max(live.told, n)
            if game_id in self._loading:
                self._told[game_id] = n

    def _settle(self, live: Live, shown: Shown, turn: Turn | None, error: Exception | None) -> None:
        """What was queued is on disk; or it is not, and then neither is what memory says of this game."""
        if error is None:
            live.shown = shown
            live.own = shown.head.n
            self._deadlines.note(live.game_id, shown.due)
            return
        if turn and isinstance(error, Conflict):
            # Now, so that whoever comes before it knows of this does not overtake it.
            turn.come_back()
        if self._games.get(live.game_id) is live:
            del self._games[live.game_id]
            if isinstance(error, Conflict) and live.shown.head.n:
                self._games[live.game_id] = overtaken(live)

    def _start_loading(self, game_id: UUID) -> asyncio.Task[Live]:
        self.loads += 1
        task = asyncio.create_task(self._load(game_id))
        self._loading[game_id] = task
        return task

    async def _load(self, game_id: UUID) -> Live:
        try:
            live = await self._read(game_id)
            live.told = max(live.told, self._told.pop(game_id, 0))
            self._deadlines.note(game_id, live.shown.due)
            self._keep(live)
            return live
        finally:
            self._told.pop(game_id, None)
            # Here, not once the task is done: nobody may find a game that is loaded and gone again.
            del self._loading[game_id]

    async def _read(self, game_id: UUID) -> Live:
        """The game from its log, or what its log has more than memory."""
        while (old := self._games.get(game_id)) and old.busy:
            await self._written(game_id)
        if old is None:
            return await load(self._store, self._keys, self._uptime, game_id)
        newer = await caught_up(self._store, self._uptime, old)
        # A command may have gone on with the old one meanwhile: it will fail, and all is read again.
        return old if old.busy else newer

    def _keep(self, live: Live) -> None:
        self._games[live.game_id] = live
        while len(self._games) > self._cached:
            idle = next((each for each in self._games.values() if not each.busy), live)
            if idle is live:
                break
            del self._games[idle.game_id]


def _same(ask: Ask, table: Table, told: Told) -> bool:
    """Whether a command is the very one that was done before; a malformed one is not."""
    cause = told.cause
    try:
        command = ask.command(table, cause)
    except Refused:
        return False
    asked = cause_of(command, seat=_seat(ask, command), by=ask.by, id=ask.id)
    return canonical.encode(asked) == canonical.encode(cause)


def _towards_the_end(table: Table, command: Command) -> bool:
    """Whether a command gives up, goes away or is the service's own: there are only so many of each."""
    if type(command) in table.game.commands:
        return table.game.gives_up(command)
    return not isinstance(command, TakeSeat)


def _seat(ask: Ask, command: Command) -> int | None:
    return command.seat if isinstance(command, TakeSeat) else ask.seat
