"""Level rules: the recorded commands, played again, give the recorded events exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .. import canonical
from ..chance import Seed
from ..game import Game
from ..message import Command, Event
from ..record import Cause, Record, cause_of, shaped
from ..refusal import Refused
from ..table import events as e
from ..table import rules
from ..table.commands import CreateGame
from ..table.state import Table, command_of, edition_of, evolve
from .report import Fault, plain


class Rules:
    """Takes the records of a log whose dice are right, and plays it again."""

    def __init__(self, games: Mapping[tuple[str, int], Game[Any, Any, Any]], seed: Seed) -> None:
        self._games = games
        self.seed = seed
        self.table: Table | None = None
        """The game as it stands after the records taken."""
        self.due: tuple[Event, ...] = ()
        """What else the latest command leads to."""

    def take(self, line: int, record: Record) -> None:
        """Check the record on this line; raises Fault."""
        table = self.table or self._begin(shaped(record.data, e.GameCreated))
        cause = record.cause or None
        if cause and not self.due:
            self.due = self._ask(table, line, record, cause)
        elif cause:
            raise _wrong(line, record, self.due[0], "the command before has another event to come")
        if not self.due:
            raise _wrong(line, record, None, "no command led to this event")
        right = self.due[0]
        if type(right).__name__ != record.type or canonical.encode(right) != canonical.encode(record.data):
            raise _wrong(line, record, right, "not what the command leads to")
        self.follow(evolve(table, right, cause), self.due[1:])

    def follow(self, table: Table, due: tuple[Event, ...]) -> None:
        """Take a record that is right, which leads to this table, with these events to come."""
        self.table, self.due = table, due

    def _begin(self, created: e.GameCreated) -> Table:
        game = self._games.get((created.game, created.rules))
        if game is None:
            raise Fault("UNKNOWN_RULES", 1, f"rules {created.rules} of {created.game} are not known here")
        return Table(game=game)

    def _ask(self, table: Table, line: int, record: Record, cause: Cause) -> tuple[Event, ...]:
        try:
            command = command_of(table.game, cause.command, cause.args)
            events = self._decide(table, record, cause, command)
        except Refused as refused:
            raise Fault("ILLEGAL_COMMAND", line, str(refused), found=plain(cause)) from None
        right = cause_of(_filled(command, events[0]), seat=cause.seat, by=cause.by, id=cause.id)
        if canonical.encode(right) != canonical.encode(cause):
            expected, found = plain(right), plain(cause)
            reason = "the command's fields are not written out in full"
            raise Fault("WRONG_EVENT", line, reason, expected=expected, found=found)
        return events

    def _decide(self, table: Table, record: Record, cause: Cause, command: Any) -> tuple[Event, ...]:
        if table.n:
            return rules.decide(table, cause.seat, command, self.seed)
        if not isinstance(command, CreateGame) or cause.seat is not None:
            raise Refused("BAD_ARGS", "a log begins with CreateGame, asked by no seat")
        created = shaped(record.data, e.GameCreated)
        terms = rules.Terms(
            game_id=created.game_id,
            deal=created.deal,
            commitment=created.commitment,
            seed_source=created.seed_source,
            edition=edition_of(table.game, created.content),
            forked_from=created.forked_from or None,
        )
        return (rules.create(table.game, command, terms),)


def _filled(command: Command, first: Event) -> Command:
    """The command with every default written out; only a new game's options have some within."""
    if isinstance(command, CreateGame) and isinstance(first, e.GameCreated):
        return msgspec.structs.replace(command, options=first.options)
    return command


def _wrong(line: int, record: Record, right: Event | None, reason: str) -> Fault:
    expected = right and {"type": type(right).__name__, "data": plain(right)}
    found = {"type": record.type, "data": record.data}
    return Fault("WRONG_EVENT", line, reason, expected=expected, found=found)
