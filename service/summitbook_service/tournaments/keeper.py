"""
Sees to it that what a tournament's log says comes about, and that what comes about is in its log.

Games that were published are made, those that a referee cancels are ended, and those that are over
are counted. One that cannot be ended, since its log is broken, is set aside: counted without a
record. Each is found by looking at what there is, so it does not matter which node does it, nor
how often it is tried.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from uuid import UUID

import structlog

from summitbook_domain.refusal import GAME_OVER, Refused
from summitbook_domain.table.commands import CancelGame, CreateGame
from summitbook_domain.table.state import Table
from summitbook_domain.tournament.commands import FinishGame
from summitbook_domain.tournament.results import finish_of, set_aside
from summitbook_domain.tournament.state import Fixture, Tournament

from ..clock import Clock
from ..dealing import Dealer, Dealt
from ..desk import Desk
from ..errors import Problem
from ..lobby import Lobby
from ..store import StoreUnavailable
from .office import Office
from .roster import Roster

LOOK_SECONDS = 0.5
"""How often the tournaments in which something goes on are looked through."""
AT_ONCE = 16
"""How many games are made or read at a time: they share a commit, and nobody waits for more."""

log = structlog.get_logger()


class Keeper:
    """The one who looks after all tournaments, on every node."""

    def __init__(
        self, office: Office, roster: Roster, dealer: Dealer, desk: Desk, lobby: Lobby, *, clock: Clock
    ) -> None:
        self._office = office
        self._roster = roster
        self._dealer = dealer
        self._desk = desk
        self._lobby = lobby
        self._clock = clock
        self._waits: dict[UUID, str] = {}
        """Why a tournament waits, as it was told last."""

    async def run(self) -> None:
        """Look for ever."""
        while True:
            with suppress(StoreUnavailable):
                await self._lobby.catch_up()
            for tournament_id in tuple(self._roster.busy):
                await self._try(tournament_id)
            for over in self._waits.keys() - self._roster.busy:
                del self._waits[over]
            await self._clock.sleep(LOOK_SECONDS)

    async def see_to(self, tournament_id: UUID) -> None:
        """
        Do what is to be done in one tournament; raises a Problem or StoreUnavailable.

        A game that cannot be helped holds up no other: its Problem is raised when all else is done.
        """
        await self._lobby.catch_up()
        state = (await self._office.current(tournament_id)).state
        over = [each for each in state.open_fixtures if not self._lobby.has(UUID(each.game_id))]
        problems: dict[str, Problem] = {}
        for some in _by(AT_ONCE, over):
            finished = [self._made_or_over(state, each, problems) for each in some]
            if counted := [each for each in await asyncio.gather(*finished) if each]:
                await self._office.count(tournament_id, counted)
        for fixture in cancelled(state):
            await self._cancel(fixture, problems)
        await self._set_aside(tournament_id, state, problems)
        if problems:
            raise next(iter(problems.values()))

    async def make(self, state: Tournament, fixture: Fixture) -> None:
        """Make a game where there is none yet; raises a Problem or StoreUnavailable."""
        await self._dealer.make(dealt(state, fixture))

    async def _try(self, tournament_id: UUID) -> None:
        """See to one tournament; one that cannot be helped now is looked at again, and stops no other."""
        try:
            await self.see_to(tournament_id)
            self._waits.pop(tournament_id, None)
            if not (await self._office.current(tournament_id)).state.open_fixtures:
                self._roster.busy.discard(tournament_id)
        except StoreUnavailable:
            pass
        except Problem as problem:
            if self._waits.get(tournament_id) != problem.reason:
                self._waits[tournament_id] = problem.reason
                log.warning("a tournament waits", tournament_id=str(tournament_id), reason=problem.reason)
        except Exception:
            log.exception("a tournament waits", tournament_id=str(tournament_id))

    async def _set_aside(self, tournament_id: UUID, state: Tournament, problems: dict[str, Problem]) -> None:
        """Count as broken what a referee cancelled and cannot be ended; any other a backup may bring back."""
        broken = [
            each.game_id
            for each in cancelled(state)
            if each.game_id in problems and problems[each.game_id].reason == "BROKEN_LOG"
        ]
        if broken:
            await self._office.count(tournament_id, [set_aside(each) for each in broken])
        for game_id in broken:
            log.warning(
                "a game with a broken log is set aside", game_id=game_id, tournament_id=str(tournament_id)
            )
            del problems[game_id]

    async def _made_or_over(
        self, state: Tournament, fixture: Fixture, problems: dict[str, Problem]
    ) -> FinishGame | None:
        """Make a game where there is none yet; answers what its log says where it is over."""
        try:
            await self.make(state, fixture)
            return await self._finished(fixture)
        except Problem as problem:
            problems[fixture.game_id] = problem
            return None

    async def _finished(self, fixture: Fixture) -> FinishGame | None:
        """What the log of a game that is over says; None while it goes on."""
        shown = (await self._desk.current(UUID(fixture.game_id))).shown
        return finish_of(shown.table, shown.head) if shown.table.phase == "closed" else None

    async def _cancel(self, fixture: Fixture, problems: dict[str, Problem]) -> None:
        try:
            live = await self._desk.find(UUID(fixture.game_id))
            with suppress(Refused):
                await self._desk.do(live, "tournament/cancel", CancelGame(), permit=_goes_on)
        except Problem as problem:
            problems[fixture.game_id] = problem


def dealt(state: Tournament, fixture: Fixture) -> Dealt:
    """A game of a tournament as it is to be made; in a duplicate one its contestant holds every seat."""
    birth = state.birth
    names = tuple(state.contestants[each].name for each in fixture.contestants)
    names = names * birth.seats if birth.kind == "duplicate" else names
    deals = {each.number: (each.deal, each.commitment) for each in state.rounds}
    deal, commitment = deals.get(fixture.round, (fixture.game_id, fixture.commitment))
    return Dealt(
        game_id=fixture.game_id,
        deal=deal,
        commitment=commitment,
        tournament=birth.tournament_id,
        command=CreateGame(birth.game, birth.rules, birth.content.edition, birth.options, len(names)),
        names=names,
    )


def cancelled(state: Tournament) -> list[Fixture]:
    """The games that go on though a referee has cancelled them."""
    ended = {each.game_id for each in state.decisions if each.ruling == "cancel"}
    return [each for each in state.open_fixtures if each.game_id in ended]


def _goes_on(table: Table) -> None:
    """Raise Refused where the game is over by itself."""
    if table.phase == "closed":
        raise Refused(GAME_OVER, "the game is over")


def _by(size: int, fixtures: list[Fixture]) -> list[list[Fixture]]:
    return [fixtures[i : i + size] for i in range(0, len(fixtures), size)]
