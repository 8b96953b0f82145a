"""
The office: one way for every command of a tournament, from whoever asks to the writer.

Read on to the last record, look the command id up, decide, write, answer. Of one tournament
one command is under way at a time; where another node was faster it is decided afresh.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from functools import partial
from uuid import UUID, uuid4, uuid5
from weakref import WeakValueDictionary

from summitbook_domain import canonical
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command
from summitbook_domain.record import Cause
from summitbook_domain.refusal import Refused
from summitbook_domain.tournament import commands as c
from summitbook_domain.tournament import events as e
from summitbook_domain.tournament.log import Entry, answer, opening
from summitbook_domain.tournament.rules import Birth, Terms, games_due
from summitbook_domain.tournament.state import Tournament

from ..command_ids import key_of
from ..desk import TRIES
from ..editions import Editions
from ..errors import AlreadyUsed, CannotGoOn, Unavailable
from ..history import page_of, pages
from ..keys import Keys
from ..lobby import Lobby
from ..meanwhile import meanwhile
from ..places import SERVICE
from ..store import Conflict, Store
from ..unbroken import Unbroken
from ..writer import Writer
from .asking import Asked, Done, Wish
from .bounds import Bounds
from .kept import Kept, Shown, no_such_tournament, tell
from .roster import Roster
from .step import Step

CACHED = 64
"""How many tournaments are kept in memory; others are read again when they are needed."""
LONG = (c.PublishRound, c.CloseTournament)
"""To pair many, or to reckon where they stand, takes a while: others are answered meanwhile."""
_TOURNAMENTS = UUID("5b0a1c4e-3a0f-4d52-9f0b-0f6e8a0c7d11")
"""The namespace in which a tournament's id follows from the id of the command that made it."""


class Office:
    """The tournaments of the service and the one way to change them."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        writer: Writer,
        lobby: Lobby,
        roster: Roster,
        *,
        editions: Editions,
        clock: Callable[[], str],
        bounds: Bounds,
    ) -> None:
        self._store = store
        self._keys = keys
        self._writer = writer
        self._lobby = lobby
        self._roster = roster
        self._editions = editions
        self._clock = clock
        self._bounds = bounds
        self._unbroken = Unbroken()
        self._kept: OrderedDict[UUID, Kept] = OrderedDict()
        self._met: WeakValueDictionary[UUID, Kept] = WeakValueDictionary()

    async def current(self, tournament_id: UUID) -> Shown:
        """The tournament with every record that any node has answered for; raises NotFound or CannotGoOn."""
        kept = self._at_hand(tournament_id)
        async with kept.turn:
            await self._read_on(kept)
            return kept.shown

    async def mark_of(self, tournament_id: UUID, contestant: int | None) -> str:
        """
        The mark of the claim by which a contestant entered, or the organiser announced it.

        Raises NotFound or CannotGoOn, with BAD_CONTESTANT where there is no such contestant.
        """
        kept = self._at_hand(tournament_id)
        async with kept.turn:
            await self._read_on(kept)
            if contestant is None:
                return kept.host
            if not 0 <= contestant < len(kept.entrants):
                raise CannotGoOn("BAD_CONTESTANT", "there is no such contestant", contestant=contestant)
            return kept.entrants[contestant]

    async def create(self, wish: Wish) -> Done:
        """Announce a tournament once; raises Refused or a Problem."""
        return await self._unbroken.do(self._create_once(wish))

    async def ask(self, asked: Asked) -> Done:
        """Do a command once and answer once its events are on disk; raises Refused or a Problem."""
        return await self._unbroken.do(self._ask_once(asked))

    async def _create_once(self, wish: Wish) -> Done:
        tournament_id = uuid5(_TOURNAMENTS, wish.id)
        kept = self._at_hand(tournament_id)
        for _ in range(TRIES):
            async with kept.turn:
                if await self._store.last(tournament_id) is not None:
                    await self._read_on(kept)
                    return await self._again(kept, wish.id, wish.cause)
                try:
                    return await self._create(kept, wish)
                except Conflict:
                    continue
        raise _busy()

    async def _ask_once(self, asked: Asked) -> Done:
        kept = self._at_hand(asked.tournament_id)
        for _ in range(TRIES):
            async with kept.turn:
                await self._read_on(kept)
                if kept.known.get(key_of(asked.id)) is not None:
                    return await self._again(kept, asked.id, lambda _: asked.cause())
                try:
                    (done,) = await self._do(kept, [asked])
                except Conflict:
                    continue
                return done
        raise _busy()

    async def count(self, tournament_id: UUID, finished: Sequence[c.FinishGame]) -> None:
        """Count games that are over, those that no node has counted yet; all of them are on disk at once."""
        kept = self._at_hand(tournament_id)
        for _ in range(TRIES):
            async with kept.turn:
                await self._read_on(kept)
                going_on = {each.game_id for each in kept.shown.state.open_fixtures}
                asked = [_by_service(tournament_id, each) for each in finished if each.game_id in going_on]
                try:
                    await self._do(kept, asked)
                except Conflict:
                    continue
                return
        raise _busy()

    async def expire(self, tournament_id: UUID, n: int) -> bool:
        """
        Close a tournament whose last record is still this one, and its round before; answers whether it did.

        While games go on nothing is done: they expire by themselves, and then are counted.
        """
        kept = self._at_hand(tournament_id)
        async with kept.turn:
            await self._read_on(kept)
            state = kept.shown.state
            if state.n != n or state.phase == "closed" or state.going_on:
                return False
            rounds = [c.CloseRound()] if state.open_round else []
            ending: list[Command] = [*rounds, c.CloseTournament()]
            with suppress(Conflict):
                await self._do(kept, [_by_service(tournament_id, each) for each in ending])
                return True
        return False

    async def _create(self, kept: Kept, wish: Wish) -> Done:
        command = wish.command(None)
        game = GAMES[command.game, command.rules]
        edition = self._editions.find(game, command.edition)
        seed = self._keys.new_seed(str(kept.tournament_id))
        birth = Birth(tournament_id=str(kept.tournament_id), commitment=seed.commitment, edition=edition)
        at = self._clock()
        entry = opening(game, command, birth, by=wish.by, id=wish.id, at=at)
        step = Step(kept)
        self._bounds.check_seats(command.seats)
        step.add(entry, wish.id, at, wish.by)
        with self._roster.room(kept.tournament_id, wish.caller):
            await self._write(kept, step)
        kept.seed = seed
        self._keep(kept)
        return Done(entry.events, entry.head, kept.shown)

    async def _do(self, kept: Kept, asked: Sequence[Asked]) -> list[Done]:
        """Decide these one after another and write them as one."""
        step, done = Step(kept), []
        with ExitStack() as room:
            for each in asked:
                before, at = step.shown, max(self._clock(), step.shown.at)
                entry = await self._decided(kept, before, each, at, room)
                step.add(entry, each.id, at, each.by)
                done.append(entry)
            await self._write(kept, step)
        return [Done(entry.events, entry.head, kept.shown) for entry in done]

    async def _decided(self, kept: Kept, shown: Shown, asked: Asked, at: str, room: ExitStack) -> Entry:
        """What a command leads to; `room` holds what it takes up until that is written."""
        state = shown.state
        try:
            command = asked.command()
            terms = self._terms(state, command)
            room.enter_context(self._room(asked, command, terms))
            if isinstance(command, c.EnterContestant) and state.phase != "closed":
                kept.check_entry(command.name, asked.by)
            decide = partial(
                answer,
                state,
                shown.head,
                asked.contestant,
                command,
                kept.secret(),
                terms=terms,
                by=asked.by,
                id=asked.id,
                at=at,
            )
            entry = await meanwhile(decide) if isinstance(command, LONG) else decide()
            self._bounds.check(state, command)
        except Refused as refused:
            refused.detail = {"version": state.n, "status": state.phase, **refused.detail}
            raise
        return entry

    def _terms(self, state: Tournament, command: Command) -> Terms:
        """What is given to a command from outside: new ids, new deals, the seed of the one to be revealed."""
        match command:
            case c.PublishRound():
                deal, ids = str(uuid4()), tuple(str(uuid4()) for _ in range(games_due(state)))
                return Terms(deal=deal, commitment=self._keys.new_seed(deal).commitment, game_ids=ids)
            case c.MakeMatch():
                game_id = str(uuid4())
                return Terms(commitment=self._keys.new_seed(game_id).commitment, game_ids=(game_id,))
            case c.CloseRound() if opened := state.open_round:
                seed = self._keys.find_seed(opened.deal, opened.commitment, None, opened.deal)
                if seed is None:
                    raise CannotGoOn("SEED_LOST", "the key of this deal is missing; bring it back")
                return Terms(seed=seed)
        return Terms()

    def _room(self, asked: Asked, command: Command, terms: Terms) -> AbstractContextManager[None]:
        """Room for what a command makes: games are their tournament's maker's; raises LimitReached."""
        if isinstance(command, c.EnterContestant):
            return self._roster.entry(asked.tournament_id, asked.caller)
        if terms.game_ids:
            maker = self._roster.maker_of(asked.tournament_id, asked.caller)
            return self._lobby.room([UUID(each) for each in terms.game_ids], maker)
        return nullcontext()

    async def _write(self, kept: Kept, step: Step) -> None:
        if step.rows:
            await self._writer.put(kept.tournament_id, step.rows, lambda _: None)
            for command_id, first in step.known:
                kept.known[key_of(command_id)] = first
            for event, by in step.noted:
                kept.note(event, by)
            kept.shown = step.shown

    async def _again(self, kept: Kept, command_id: str, asked: Callable[[Cause], Cause | None]) -> Done:
        """
        The stored answer of a command that was done before; raises AlreadyUsed where it was another.

        `asked` answers the cause that is asked for now, told the one of then.
        """
        first = kept.known.get(key_of(command_id)) or 1
        group, *_ = (await page_of(self._store, tell, kept.tournament_id, first - 1)).groups
        before = group[0].cause
        if before is None or canonical.encode(asked(before)) != canonical.encode(before):
            raise AlreadyUsed(
                "COMMAND_ID_USED", "this command id was used for something else; make a new one"
            )
        return Done(tuple(each.event for each in group), group[-1].head, kept.shown)

    async def _read_on(self, kept: Kept) -> None:
        """Take in what any node has written since; raises NotFound, CannotGoOn or StoreUnavailable."""
        async for rows in pages(self._store, kept.tournament_id, kept.shown.head.n):
            if not kept.shown.head.n and rows[0].topic != e.TournamentCreated.__name__:
                break
            for row in rows:
                kept.fold(tell(row))
        if not kept.shown.head.n:
            raise no_such_tournament()
        self._keep(kept)
        if kept.seed is None:
            birth = kept.shown.state.birth
            kept.seed = self._keys.find_seed(birth.tournament_id, birth.commitment, None, birth.tournament_id)

    def _at_hand(self, tournament_id: UUID) -> Kept:
        """The tournament as far as it is in memory, the same for all who ask for it at once."""
        kept = self._met.get(tournament_id)
        if kept is None:
            kept = self._met[tournament_id] = Kept(tournament_id)
        return kept

    def _keep(self, kept: Kept) -> None:
        """Keep a tournament that is there, in place of the one that nobody has asked for the longest."""
        self._kept[kept.tournament_id] = kept
        self._kept.move_to_end(kept.tournament_id)
        if len(self._kept) > CACHED:
            self._kept.popitem(last=False)


def _by_service(tournament_id: UUID, command: Command) -> Asked:
    """A command of the service's own."""
    return Asked(
        tournament_id=tournament_id, id=str(uuid4()), by=SERVICE, command=lambda: command, caller=SERVICE
    )


def _busy() -> Unavailable:
    return Unavailable("CONFLICT", "the tournament changed under this command again and again; send it again")
