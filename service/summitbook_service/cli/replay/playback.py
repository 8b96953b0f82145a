"""A recorded game folded command by command, each with what the table showed after it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from summitbook.v1 import games_pb2, record_pb2
from summitbook_client.terminal.people import NOBODY, People
from summitbook_domain import record as records
from summitbook_domain.message import Event, View
from summitbook_domain.record import Cause, Record
from summitbook_domain.recorded import Log, commands, game_of
from summitbook_domain.replay.report import Fault
from summitbook_domain.table.events import GameStarted
from summitbook_domain.table.state import Table, event_type, evolve

from ...wire import pack_event, pack_view
from .logs import asked, cannot, log_of


@dataclass(frozen=True)
class Scene:
    """A command, the records it led to, the view after each (none before the start), the people after all."""

    records: tuple[Record, ...]
    events: tuple[record_pb2.Event, ...]
    views: tuple[View | None, ...]
    people: People

    @property
    def view(self) -> View | None:
        """The view after the command."""
        return self.views[-1]

    @property
    def picture(self) -> games_pb2.View | None:
        """The view after the command, as a client is sent it."""
        return self.picture_at(-1)

    def picture_at(self, index: int) -> games_pb2.View | None:
        """The view after one of the records, as a client would be sent it."""
        view = self.views[index]
        return pack_view(view) if view else None

    @property
    def asked(self) -> str:
        """The command in one line, as recorded."""
        cause = self.records[0].cause
        return asked(cause) if cause else ""


def scenes(file: Path) -> tuple[str, list[Scene]]:
    """The game's name and the scenes of a file; raises Problem where it cannot be played back."""
    log = log_of(file)
    table = _table(file, log)
    found: list[Scene] = []
    for step in commands(log.records):
        table, scene = _fold(file, table, found[-1].people if found else NOBODY, step)
        found.append(scene)
    return log.created.game, found


def _table(file: Path, log: Log) -> Table:
    try:
        return Table(game=game_of(log))
    except Fault as fault:
        raise cannot(file, fault.code, fault.line, fault.reason) from None


def _fold(file: Path, table: Table, people: People, step: tuple[Record, ...]) -> tuple[Table, Scene]:
    """The table after a command; a log that breaks the rules may fold into nonsense, and fail in any way."""
    try:
        events = tuple(_event(table, record) for record in step)
        views = []
        for event, record in zip(events, step, strict=True):
            table = evolve(table, event, record.cause or None)
            views.append(_view(table, event))
        packed = tuple(map(pack_event, events))
        return table, Scene(step, packed, tuple(views), people.after(packed).by(_actor(step)))
    except Exception as error:
        wrong = "what is recorded here cannot follow"
        raise cannot(file, "WRONG_EVENT", step[0].n, wrong) from error


def _view(table: Table, last: Event) -> View | None:
    """What is seen after this event, once the game's own first events have set it up."""
    begun = table.started and not isinstance(last, GameStarted)
    return table.game.view(table.play) if begun else None


def _actor(step: tuple[Record, ...]) -> int | None:
    cause = step[0].cause
    return cause.seat if isinstance(cause, Cause) else None


def _event(table: Table, record: Record) -> Event:
    kind = event_type(table.game, record.type)
    if kind is None:
        raise LookupError(record.type)
    return records.shaped(record.data, kind)
