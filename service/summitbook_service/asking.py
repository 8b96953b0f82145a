"""What the front desk is asked, the step that it leads to, and the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from summitbook_domain import book
from summitbook_domain.message import Command, Event
from summitbook_domain.record import Cause, Head
from summitbook_domain.table.state import Table

from .aside import Stamp
from .deadlines import due_after, starts_one, turn_of
from .live import Shown, waits_for
from .store import Row
from .uptime import Uptime


def _nothing(table: Table) -> None:
    """Most commands the rules alone decide."""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """One command as it is asked for, its token being good for it as far as can be told without the game."""

    game_id: UUID
    id: str
    by: str
    command: Callable[[Table, Cause | None], Command]
    """Makes the command, given the game and, for an id that is known, what was asked then; raises Refused."""
    permit: Callable[[Table], None]
    """Raises where the token is not good for this any more."""
    seat: int | None = None
    expected: int | None = None
    besides: Callable[[Table], None] = _nothing
    """Raises where the service does not do what the rules would allow."""


class Step(NamedTuple):
    """What an accepted command adds to a game, and where that leads."""

    entry: book.Entry
    shown: Shown
    stamp: Stamp | None
    """When it was, where a seat's time may run from then."""

    @classmethod
    def made(cls, entry: book.Entry, before: Shown, at: str, uptime: Uptime) -> Step:
        """The step of an entry recorded at this time."""
        if not turn_of(entry.table):
            return cls(entry, Shown(entry.table, entry.head, at), None)
        served = uptime.served()
        due = due_after(before.table, before.due, entry.table, served)
        return cls(entry, Shown(entry.table, entry.head, at, due), Stamp(uptime.life, served))

    def rows(self, game_id: UUID, after: int) -> list[Row]:
        """The records as they are stored, and beside them when it was, where a seat's time runs from then."""
        told = zip(self.entry.events, self.entry.lines, strict=True)
        rows = [
            Row(game_id, n, type(event).__name__, line) for n, (event, line) in enumerate(told, after + 1)
        ]
        if self.stamp and starts_one(self.shown.table, after):
            rows.append(self.stamp.row(game_id, rows[-1].n))
        return rows


class Answer(msgspec.Struct, frozen=True):
    """What a command led to, and the game as it was then, or as it is now for one asked again."""

    events: tuple[Event, ...]
    first: int
    head: Head
    shown: Shown


def situation(table: Table) -> dict[str, Any]:
    """What helps whoever was refused to see where the game stands."""
    waits = ",".join(map(str, waits_for(table)))
    return {"version": table.n, "status": table.phase, "waits_for": waits or None}
