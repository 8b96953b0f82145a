"""What every handler of tournaments works with."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from summitbook_domain.message import Command

from .. import door
from ..errors import Problem
from ..rpc import Caller
from ..store import StoreUnavailable
from ..tournaments import Asked, Done
from ..tournaments.kept import Shown
from ..wire import pack_tournament_event
from .parts import Handlers


class Meeting(Handlers):
    """The calls of one topic, of tournaments."""

    async def shown(self, request: door.HasTournamentId) -> Shown:
        """The tournament as it stands; raises Refused, NotFound or CannotGoOn."""
        return await self._parts.office.current(door.tournament_id_of(request))

    async def ask(
        self,
        request: Any,
        caller: Caller,
        by: str,
        command: Callable[[], Command],
        contestant: int | None = None,
    ) -> Done:
        """Do a command once; what it asks for is looked at only where its id is new."""
        asked = Asked(
            tournament_id=door.tournament_id_of(request),
            id=door.command_id_of(request),
            by=by,
            command=command,
            caller=caller.address,
            contestant=contestant,
        )
        return await self._parts.office.ask(asked)

    async def see_to(self, request: door.HasTournamentId) -> None:
        """Make and count games now; what cannot be done now is done soon, here or on another node."""
        with suppress(Problem, StoreUnavailable):
            await self._parts.keeper.see_to(door.tournament_id_of(request))


def receipt(done: Done) -> dict[str, Any]:
    """What every command of a tournament is answered with."""
    return {
        "version": done.head.n,
        "record_hash": bytes.fromhex(done.head.hash),
        "events": [pack_tournament_event(event) for event in done.events],
    }
