"""A tournament in memory, as its log tells it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from uuid import UUID

import msgspec

from summitbook_domain.chance import Seed
from summitbook_domain.message import Event
from summitbook_domain.record import START, Head, hash_of
from summitbook_domain.refusal import Refused
from summitbook_domain.tournament.commands import NAME_TAKEN
from summitbook_domain.tournament.events import EVENTS, ContestantEntered, TournamentCreated
from summitbook_domain.tournament.folding import evolve
from summitbook_domain.tournament.state import Tournament

from ..command_ids import CommandIds, key_of
from ..errors import CannotGoOn, NotFound
from ..history import Told, broken, readable, record_in
from ..lookalikes import looks_of
from ..store import Row

_KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in EVENTS}


class Shown(NamedTuple):
    """A tournament as it stands on disk."""

    state: Tournament
    head: Head
    at: str
    """When its last record was made; the next is never dated before it."""


class Kept:
    """One tournament; `known` has the first record of each command by its id."""

    def __init__(self, tournament_id: UUID) -> None:
        self.tournament_id = tournament_id
        self.shown = Shown(Tournament(), START, "")
        self.known = CommandIds()
        self.host = ""
        """The mark of the claim that announced it."""
        self.entrants: list[str] = []
        """The marks of the claims that entered, by the contestants' numbers."""
        self._numbers: dict[str, int] = {}
        self._looks: set[str] = set()
        self.seed: Seed | None = None
        self.turn = asyncio.Lock()
        """Whoever reads on or adds to it does so alone, within this process."""

    def fold(self, told: Told) -> None:
        """Step ahead by a stored record; raises CannotGoOn where it is not the one that was written there."""
        state, head, _ = self.shown
        if (told.n, told.record.prev) != (head.n + 1, head.hash):
            raise broken(told.n, f"does not follow record {head.n}")
        if hash_of(told.line, told.record) != told.record.hash:
            raise broken(told.n, "is not as it was written")
        if told.cause:
            self.known[key_of(told.cause.id)] = told.n
            self.note(told.event, told.cause.by)
        self.shown = Shown(evolve(state, told.event), told.head, told.record.at)

    def note(self, event: Event, by: str) -> None:
        """Take in who announced the tournament, or entered it; `by` is the mark of the claim."""
        match event:
            case TournamentCreated():
                self.host = by
            case ContestantEntered():
                self._numbers[by] = len(self.entrants)
                self.entrants.append(by)
                self._looks |= looks_of(event.name)

    def check_entry(self, name: str, by: str) -> None:
        """
        Raise CannotGoOn where this claim has entered, and Refused where a name looks like this.

        Neither is a rule of tournaments: older logs have to hold to those, and may have such entries.
        """
        number = self._numbers.get(by)
        if number is not None:
            raise CannotGoOn("ALREADY_ENTERED", "you have entered this tournament already", contestant=number)
        if self._looks & looks_of(name):
            raise Refused(NAME_TAKEN, "somebody has entered under this name, or one that looks like it")

    def secret(self) -> Seed:
        """The seed of all draws that pair; raises CannotGoOn with SEED_LOST."""
        if self.seed is None:
            raise CannotGoOn(
                "SEED_LOST", "the key of this tournament's seed is missing from the key folder; bring it back"
            )
        return self.seed


def tell(row: Row) -> Told:
    """The typed record of a row; raises CannotGoOn, with UNKNOWN_RULES for an event of a later release."""
    record = record_in(row)
    kind = _KINDS.get(record.type)
    if kind is None:
        raise CannotGoOn("UNKNOWN_RULES", f"this release does not know the event {record.type}")
    return Told(record, readable(lambda _: msgspec.convert(record.data, kind), row), row.line)


def no_such_tournament() -> NotFound:
    """The answer for a tournament that is not there."""
    return NotFound("NO_SUCH_TOURNAMENT", "there is no such tournament")
