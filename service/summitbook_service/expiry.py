"""
Closes games and tournaments that nobody goes on with.

Idle is one without a record, counted in days in which the service ran.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

import msgspec
import structlog

from summitbook_domain.refusal import GAME_OVER, Refused
from summitbook_domain.table.commands import ExpireGame
from summitbook_domain.table.state import Table

from .clock import Clock
from .desk import Desk
from .errors import Problem
from .lobby import Lobby
from .store import Store, StoreUnavailable
from .tournaments import Office, Roster
from .uptime import Uptime

SWEEP_SECONDS = 3_600
"""How often the games that are not closed are looked through, the first time at the start."""

log = structlog.get_logger()


class _Last(msgspec.Struct):
    at: str


_read_last = msgspec.json.Decoder(_Last).decode


class Expiry:
    """The one who sweeps up."""

    def __init__(
        self,
        store: Store,
        desk: Desk,
        lobby: Lobby,
        uptime: Uptime,
        clock: Clock,
        *,
        office: Office,
        roster: Roster,
        idle_days: float,
    ) -> None:
        self._store = store
        self._desk = desk
        self._lobby = lobby
        self._uptime = uptime
        self._clock = clock
        self._office = office
        self._roster = roster
        self._idle_days = idle_days

    async def run(self) -> None:
        """Sweep for ever; not at all where games may lie for as long as they like."""
        while self._idle_days:
            with suppress(StoreUnavailable):
                await self.sweep()
            await self._clock.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Expire every game and tournament that has been idle for too long; raises StoreUnavailable."""
        await self._lobby.catch_up()
        for game_id in self._lobby.unclosed():
            if n := await self._idle_since(game_id):
                await self._expire(game_id, n)
            await asyncio.sleep(0)
        for tournament_id in self._roster.open:
            if n := await self._idle_since(tournament_id):
                await self._close(tournament_id, n)
            await asyncio.sleep(0)

    async def _idle_since(self, stream: UUID) -> int:
        """The number of the last record of what has been idle for too long; 0 for what has not."""
        last = await self._store.last(stream)
        idle = last is not None and self._uptime.idle(_read_last(last.line).at) >= self._idle_days
        return last.n if last and idle else 0

    async def _close(self, tournament_id: UUID, n: int) -> None:
        try:
            closed = await self._office.expire(tournament_id, n)
        except Problem as problem:
            log.warning("cannot expire", tournament_id=str(tournament_id), reason=problem.reason)
        else:
            if closed:
                log.info("expired", tournament_id=str(tournament_id))

    async def _expire(self, game_id: UUID, n: int) -> None:
        try:
            live = await self._desk.find(game_id)
            done = await self._desk.do(live, f"expire/{n}", ExpireGame(), permit=_still_at(n))
        except Refused:
            log.debug("not idle any more", game_id=str(game_id))
        except Problem as problem:
            log.warning("cannot expire", game_id=str(game_id), reason=problem.reason)
        else:
            log.info("expired", game_id=str(game_id), command_id=done)


def _still_at(n: int) -> Callable[[Table], None]:
    """Leave while nothing has been recorded since; else raises Refused."""

    def permit(table: Table) -> None:
        if table.n != n:
            raise Refused(GAME_OVER, "somebody went on with it")

    return permit
