"""
The office: one way for every command of a tournament, from whoever asks to the writer.

Read on to the last record, look the command id up, decide, write, answer. Of one tournament
one command is under way at a time; where another node was faster it is decided afresh.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, suppress
from typing import TypeVar
from uuid import UUID, uuid4, uuid5

from summitbook_domain import canonical
from summitbook_domain.message import Command
from summitbook_domain.record import Cause
from summitbook_domain.tournament import commands as c

from ..command_ids import key_of
from ..desk import TRIES
from ..editions import Editions
from ..errors import AlreadyUsed, CannotGoOn, Unavailable
from ..history import page_of
from ..keys import Keys
from ..lobby import Lobby
from ..places import SERVICE
from ..store import Conflict, Store
from ..unbroken import Unbroken
from ..writer import Writer
from .asking import Asked, Done, Wish
from .bounds import Bounds
from .deciding import Deciding
from .kept import Kept, Shown, tell
from .roster import Roster
from .shelf import Shelf
from .step import Step

A = TypeVar("A")

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
        self._writer = writer
        self._roster = roster
        self._clock = clock
        self._unbroken = Unbroken()
        self._shelf = Shelf(store, keys)
        self._deciding = Deciding(keys, lobby, roster, editions=editions, bounds=bounds)

    async def current(self, tournament_id: UUID) -> Shown:
        """The tournament with every record that any node has answered for; raises NotFound or CannotGoOn."""
        kept = self._shelf.at_hand(tournament_id)
        async with kept.turn:
            await self._shelf.read_on(kept)
            return kept.shown

    async def mark_of(self, tournament_id: UUID, contestant: int | None) -> str:
        """
        The mark of the claim by which a contestant entered, or the organiser announced it.

        Raises NotFound or CannotGoOn, with BAD_CONTESTANT where there is no such contestant.
        """
        kept = self._shelf.at_hand(tournament_id)
        async with kept.turn:
            await self._shelf.read_on(kept)
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
        kept = self._shelf.at_hand(tournament_id)

        async def once() -> Done:
            if await self._store.last(tournament_id) is None:
                return await self._create(kept, wish)
            await self._shelf.read_on(kept)
            return await self._again(kept, wish.id, wish.cause)

        return await _tried(kept, once)

    async def _ask_once(self, asked: Asked) -> Done:
        kept = self._shelf.at_hand(asked.tournament_id)

        async def once() -> Done:
            await self._shelf.read_on(kept)
            if kept.known.get(key_of(asked.id)) is not None:
                return await self._again(kept, asked.id, lambda _: asked.cause())
            (done,) = await self._do(kept, [asked])
            return done

        return await _tried(kept, once)

    async def count(self, tournament_id: UUID, finished: Sequence[c.FinishGame]) -> None:
        """Count games that are over, those that no node has counted yet; all of them are on disk at once."""
        kept = self._shelf.at_hand(tournament_id)

        async def once() -> None:
            await self._shelf.read_on(kept)
            going_on = {each.game_id for each in kept.shown.state.open_fixtures}
            await self._do(
                kept, [_by_service(tournament_id, each) for each in finished if each.game_id in going_on]
            )

        await _tried(kept, once)

    async def expire(self, tournament_id: UUID, n: int) -> bool:
        """
        Close a tournament whose last record is still this one, and its round before; answers whether it did.

        While games go on nothing is done: they expire by themselves, and then are counted.
        """
        kept = self._shelf.at_hand(tournament_id)
        async with kept.turn:
            await self._shelf.read_on(kept)
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
        at = self._clock()
        entry, seed = self._deciding.opened(kept.tournament_id, wish, at)
        step = Step(kept)
        step.add(entry, wish.id, at, wish.by)
        with self._roster.room(kept.tournament_id, wish.caller):
            await self._write(kept, step)
        kept.seed = seed
        self._shelf.keep(kept)
        return Done(entry.events, entry.head, kept.shown)

    async def _do(self, kept: Kept, asked: Sequence[Asked]) -> list[Done]:
        """Decide these one after another and write them as one."""
        step, done = Step(kept), []
        with ExitStack() as room:
            for each in asked:
                before, at = step.shown, max(self._clock(), step.shown.at)
                entry = await self._deciding.decided(kept, before, each, at, room)
                step.add(entry, each.id, at, each.by)
                done.append(entry)
            await self._write(kept, step)
        return [Done(entry.events, entry.head, kept.shown) for entry in done]

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


def _by_service(tournament_id: UUID, command: Command) -> Asked:
    """A command of the service's own."""
    return Asked(
        tournament_id=tournament_id, id=str(uuid4()), by=SERVICE, command=lambda: command, caller=SERVICE
    )


async def _tried(kept: Kept, once: Callable[[], Awaitable[A]]) -> A:
    """Do it alone within this process; where another node was faster, afresh on what is then there."""
    for _ in range(TRIES):
        async with kept.turn:
            with suppress(Conflict):
                return await once()
    raise Unavailable("CONFLICT", "the tournament changed under this command again and again; send it again")
