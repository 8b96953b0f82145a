"""
A tournament's log being written: what each accepted command added.

The service, the tests and the audit ask through the same two functions, `opening` and
`answer`; `Minutes` keeps what they answer.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec

from ..chance import Seed
from ..game import Game
from ..message import Command, Events
from ..record import START, Cause, Head, cause_of, write_all
from . import rules
from .commands import CreateTournament
from .folding import evolve
from .state import Tournament


class Entry(msgspec.Struct, frozen=True):
    """What one accepted command added: the events, their lines, and where that leads."""

    events: Events
    lines: tuple[bytes, ...]
    tournament: Tournament
    head: Head


def opening(
    game: Game[Any, Any, Any], command: CreateTournament, birth: rules.Birth, *, by: str, id: str, at: str
) -> Entry:
    """The first entry of a new tournament; raises Refused."""
    created = rules.create(game, command, birth)
    filled = msgspec.structs.replace(command, options=created.options)
    return _entry(Tournament(), START, (created,), cause_of(filled, seat=None, by=by, id=id), at)


def answer(
    tournament: Tournament,
    head: Head,
    contestant: int | None,
    command: Command,
    seed: Seed,
    *,
    terms: rules.Terms = rules.NOTHING,
    by: str,
    id: str,
    at: str,
) -> Entry:
    """
    The next entry of a tournament; raises Refused, and then nothing has changed.

    The `seat` of a tournament's cause is the contestant that asked, null for the host and
    the service.
    """
    events = rules.decide(tournament, contestant, command, seed, terms)
    return _entry(tournament, head, events, cause_of(command, seat=contestant, by=by, id=id), at)


def _entry(tournament: Tournament, head: Head, events: Events, cause: Cause, at: str) -> Entry:
    lines, head = write_all(head, at, events, cause)
    return Entry(events, lines, reduce(evolve, events, tournament), head)


class Minutes:
    """A whole tournament's log in memory, as tests and offline tools want it."""

    def __init__(self, first: Entry, seed: Seed) -> None:
        self.tournament = first.tournament
        self.head = first.head
        self.lines = list(first.lines)
        self._seed = seed

    def ask(
        self,
        contestant: int | None,
        command: Command,
        *,
        terms: rules.Terms = rules.NOTHING,
        by: str,
        id: str,
        at: str,
    ) -> Entry:
        """Ask for a command and write down its answer; raises Refused."""
        entry = answer(
            self.tournament, self.head, contestant, command, self._seed, terms=terms, by=by, id=id, at=at
        )
        self.tournament, self.head = entry.tournament, entry.head
        self.lines += entry.lines
        return entry
