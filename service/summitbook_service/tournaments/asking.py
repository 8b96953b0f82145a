"""What the office is asked, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple
from uuid import UUID

import msgspec

from summitbook_domain.message import Command, Events, from_args
from summitbook_domain.record import Cause, Head, cause_of
from summitbook_domain.refusal import Refused
from summitbook_domain.tournament import commands as c

from ..errors import NotFound
from .kept import Shown


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """One `CreateTournament` as it is asked for."""

    id: str
    by: str
    command: Callable[[c.CreateTournament | None], c.CreateTournament]
    """Makes the command, given what was asked where the id is known; raises Refused or NotFound."""
    caller: Hashable
    """Whose share it counts in."""

    def cause(self, told: Cause) -> Cause | None:
        """The cause that it would have now, or None where it cannot be; `told` is the one of then."""
        try:
            command = self.command(from_args(c.CreateTournament, told.args))
        except (Refused, NotFound):
            return None
        return cause_of(command, seat=None, by=self.by, id=self.id)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One command as it is asked for, by a token that is good for it; `contestant` is the one who asks."""

    tournament_id: UUID
    id: str
    by: str
    command: Callable[[], Command]
    """Makes the command; raises Refused where it is malformed."""
    caller: Hashable
    """Whose share it counts in where it makes something."""
    contestant: int | None = None

    def cause(self) -> Cause | None:
        """The cause that it has, or None where it is malformed."""
        try:
            return cause_of(self.command(), seat=self.contestant, by=self.by, id=self.id)
        except Refused:
            return None


class Done(NamedTuple):
    """What a command led to."""

    events: Events
    head: Head
    shown: Shown
    """The tournament as it stands now."""
