"""
One game held in memory: its table, its chain and its lines.

The service's desk, the tests, the tools and the audit all ask through the same two
functions, `opening` and `answer`; `Book` keeps what they answer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .chance import Seed
from .game import Game
from .message import Command, Events
from .record import START, Cause, Head, cause_of, write_all
from .table import rules
from .table.commands import CreateGame
from .table.state import Table, evolve


class Entry(msgspec.Struct, frozen=True, gc=False):
    """What one accepted command added: the events, their lines, and where that leads."""

    events: Events
    lines: tuple[bytes, ...]
    table: Table
    head: Head


def opening(
    game: Game[Any, Any, Any], command: CreateGame, terms: rules.Terms, *, by: str, id: str, at: str
) -> Entry:
    """The first entry of a new game; raises Refused."""
    created = rules.create(game, command, terms)
    filled = msgspec.structs.replace(command, options=created.options)
    return _entry(Table(game=game), START, (created,), cause_of(filled, seat=None, by=by, id=id), at)


def answer(
    table: Table, head: Head, seat: int | None, command: Command, seed: Seed, *, by: str, id: str, at: str
) -> Entry:
    """The next entry of a game; raises Refused, and then nothing has changed."""
    events = rules.decide(table, seat, command, seed)
    return _entry(table, head, events, cause_of(command, seat=seat, by=by, id=id), at)


def _entry(table: Table, head: Head, events: Events, cause: Cause, at: str) -> Entry:
    lines, head = write_all(head, at, events, cause)
    because: Cause | None = cause
    for event in events:
        table = evolve(table, event, because)
        because = None
    return Entry(events, lines, table, head)


class Book:
    """A whole game in memory, as tests and offline tools want it."""

    def __init__(self, first: Entry, seed: Seed) -> None:
        self.table = first.table
        self.head = first.head
        self.lines = list(first.lines)
        self.events = first.events
        self._seed = seed

    def ask(self, seat: int | None, command: Command, *, by: str, id: str, at: str) -> Entry:
        """Ask for a command and write down its answer; raises Refused."""
        entry = answer(self.table, self.head, seat, command, self._seed, by=by, id=id, at=at)
        self.table, self.head = entry.table, entry.head
        self.lines += entry.lines
        self.events += entry.events
        return entry
