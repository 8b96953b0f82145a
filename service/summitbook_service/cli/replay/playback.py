"""A recorded game folded command by command, each with what the table showed after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from summitbook.v1 import games_pb2, record_pb2
from summitbook_client.terminal.people import NOBODY, People
from summitbook_domain import record as records
from summitbook_domain.games import GAMES
from summitbook_domain.message import Event, View
from summitbook_domain.record import Cause, Record
from summitbook_domain.replay import audit
from summitbook_domain.table.events import GameCreated
from summitbook_domain.table.state import Table, event_type, evolve

from ...keys import verify
from ...wire import pack_event, pack_view
from ..problem import Problem
from .files import read


@dataclass(frozen=True)
class Scene:
    """A command, the records it led to, and view and people after them (no view before the start)."""

    records: tuple[Record, ...]
    events: tuple[record_pb2.Event, ...]
    view: View | None
    people: People

    @property
    def picture(self) -> games_pb2.View | None:
        """The view as a client is sent it."""
        return pack_view(self.view) if self.view else None

    @property
    def asked(self) -> str:
        """The command in one line, as recorded."""
        cause = self.records[0].cause
        if not isinstance(cause, Cause):
            return ""
        who = cause.by if cause.seat is None else f"seat {cause.seat}"
        args = (f"{name}={_json(value)}" for name, value in cause.args.items())
        return " ".join((f"{who}:", cause.command, *args))


def scenes(file: Path) -> tuple[str, list[Scene]]:
    """The game's name and the scenes of a file; raises Problem where it cannot be played back."""
    lines = read(file)
    report = audit(lines, verify=verify, level="chain")
    if report.code:
        raise _cannot(file, report.code, report.line, report.reason)
    log = [records.read(line[:-1]) for line in lines[: report.records]]
    table = _table(file, log[0])
    found: list[Scene] = []
    for step in _steps(log):
        table, scene = _fold(file, table, found[-1].people if found else NOBODY, step)
        found.append(scene)
    return report.game, found


def _table(file: Path, first: Record) -> Table:
    created = records.shaped(first.data, GameCreated)
    game = GAMES.get((created.game, created.rules))
    if game is None:
        unknown = f"rules {created.rules} of {created.game} are not known here"
        raise _cannot(file, "UNKNOWN_RULES", 1, unknown)
    return Table(game=game)


def _steps(log: list[Record]) -> Iterator[tuple[Record, ...]]:
    """The records of each command together."""
    starts = [i for i, record in enumerate(log) if record.cause or i == 0]
    for start, end in zip(starts, [*starts[1:], len(log)], strict=True):
        yield tuple(log[start:end])


def _fold(file: Path, table: Table, people: People, step: tuple[Record, ...]) -> tuple[Table, Scene]:
    """The table after a command; a log that breaks the rules may fold into nonsense, and fail in any way."""
    try:
        events = tuple(_event(table, record) for record in step)
        for event, record in zip(events, step, strict=True):
            table = evolve(table, event, record.cause or None)
        view = table.game.view(table.play) if table.started else None
        packed = tuple(map(pack_event, events))
        return table, Scene(step, packed, view, people.after(packed).by(_actor(step)))
    except Exception as error:
        wrong = "what is recorded here cannot follow"
        raise _cannot(file, "WRONG_EVENT", step[0].n, wrong) from error


def _actor(step: tuple[Record, ...]) -> int | None:
    cause = step[0].cause
    return cause.seat if isinstance(cause, Cause) else None


def _event(table: Table, record: Record) -> Event:
    kind = event_type(table.game, record.type)
    if kind is None:
        raise LookupError(record.type)
    return records.shaped(record.data, kind)


def _cannot(file: Path, code: str, line: int | None, why: str) -> Problem:
    return Problem(code, f"{file}, line {line}: {why}. See: summitbook replay audit {file}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
