"""What an audited game says to its tournament."""

from __future__ import annotations

import msgspec

from ..record import Head
from ..table.events import GameCreated
from ..table.state import Table
from ..tournament.results import finish_of


class Taken(msgspec.Struct, frozen=True):
    """A seat: who took it, with which salt, in which record."""

    name: str
    salt: str
    since: int


class Played(msgspec.Struct, frozen=True):
    """A game that came to its end; `seats` are None where nobody sat, `results` those of its rules."""

    created: GameCreated
    seats: tuple[Taken | None, ...]
    outcome: str
    results: tuple[int, ...]


def played_of(table: Table) -> Played | None:
    """The facts of a game in which an audit found nothing wrong; None while it goes on."""
    if table.outcome is None:
        return None
    seats = tuple(Taken(each.name, each.salt, each.since) if each else None for each in table.seats)
    results = finish_of(table, Head(table.n, "")).results
    return Played(table.birth, seats, table.outcome, results)
