"""What a referee wants to see besides the verdict: who played, how it ended, what lies about a fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from summitbook.v1 import record_pb2
from summitbook_client.messages import printable
from summitbook_client.terminal.people import People
from summitbook_client.terminal.screen import screen_of
from summitbook_domain import record as records
from summitbook_domain.game import Game
from summitbook_domain.games import GAMES
from summitbook_domain.record import Cause
from summitbook_domain.replay import Report
from summitbook_domain.replay.draws import Counts, Draws, Source
from summitbook_domain.table.events import GameCreated, SeatTaken
from summitbook_domain.table.state import event_type

from ...wire import pack_event

RECORD = b'{"at":'
"""What every record begins with, and neither a reveal nor a seal."""
SEATED = b'"type":"SeatTaken"'
CAUSED = b'"cause":{'
BEFORE, AFTER = 3, 3
"""Lines about the line of a fault."""
MOST_SEATS = 100
"""More than any game has."""
LONGEST_STEP = 200
"""Records of the last command; more are not told."""
LONGEST_NAME = 80
LONGEST_LINE = 2_000
"""Characters of a line that are shown."""


@dataclass(frozen=True)
class Line:
    """A line as it can be shown, by its number from 1."""

    number: int
    text: str


@dataclass(frozen=True)
class Evidence:
    """
    What one file says; all of it is short, whatever the file holds.

    `names` and `result` are only told of a file without a fault, `draws` only where the
    dice were checked. `deal` is one that other games may share, empty where none can.
    `around` are the lines about a fault, `command` that of the command behind it.
    """

    began: str = ""
    names: tuple[str, ...] = ()
    result: str = ""
    draws: Mapping[Source, Counts] = field(default_factory=dict)
    deal: str = ""
    around: tuple[Line, ...] = ()
    command: Line | None = None


class _Caused(msgspec.Struct):
    cause: Cause


_read_cause = msgspec.json.Decoder(_Caused).decode


def evidence_of(lines: Iterable[bytes], report: Report) -> Evidence:
    """What is to be told of a file with this report, in one pass over its lines."""
    return _about_fault(lines, report.line or 0) if report.code else _of_game(lines, report)


def _about_fault(lines: Iterable[bytes], at: int) -> Evidence:
    around: list[Line] = []
    command: Line | None = None
    for number, raw in enumerate(islice(lines, at + AFTER), 1):
        if number <= at and CAUSED in raw:
            command = _command(number, raw)
        if number >= at - BEFORE:
            around.append(_shown(number, raw))
    return Evidence(around=tuple(around), command=command)


def _command(number: int, raw: bytes) -> Line:
    """The command on a line in words; the whole line where that cannot be read."""
    try:
        cause = _read_cause(raw).cause
    except (ValueError, RecursionError):
        return _shown(number, raw)
    who = cause.by if cause.seat is None else f"seat {cause.seat}"
    args = json.dumps(cause.args, ensure_ascii=False)
    return _shown(number, f"{who}: {cause.command} {args}".encode(errors="replace"))


def _shown(number: int, raw: bytes) -> Line:
    return Line(number, short(raw[: 4 * LONGEST_LINE].rstrip(b"\n").decode("utf-8", "replace")))


def short(text: str, most: int = LONGEST_LINE) -> str:
    """Text of a file as it can be shown, and no more of it than can be read."""
    return printable(text if len(text) <= most else text[: most - 1] + "…")


def _of_game(lines: Iterable[bytes], report: Report) -> Evidence:
    """The chain holds, so that each line is a record until the tail; the rest may be nonsense."""
    told = iter(lines)
    first = records.read(next(told)[:-1])
    created = records.shaped(first.data, GameCreated)
    draws = Draws()
    names: dict[int, str] = {}
    last: list[bytes] = []
    draws.begin(created)
    for raw in told:
        draws.take(raw)
        if CAUSED in raw:
            last = []
        if len(last) < LONGEST_STEP and raw.startswith(RECORD):
            last.append(raw)
        if SEATED in raw:
            names |= _seated(raw)
    people = People({seat: names[seat] for seat in sorted(names)})
    return Evidence(
        began=first.at,
        names=tuple(map(people.name, people.names)),
        result=_told(created, people, last) if report.outcome else "",
        draws=draws.counts() if report.level in {"dice", "rules"} else {},
        deal=created.deal if created.seed_source == "deal" else "",
    )


def _seated(raw: bytes) -> dict[int, str]:
    """Who took which seat on this line; a seat that no game has is left out."""
    try:
        taken = records.shaped(records.read(raw[:-1]).data, SeatTaken)
    except ValueError:
        return {}
    return {taken.seat: short(taken.name, LONGEST_NAME)} if 0 <= taken.seat < MOST_SEATS else {}


def _told(created: GameCreated, people: People, last: list[bytes]) -> str:
    """What the last command led to, in sentences."""
    game = GAMES.get((created.game, created.rules))
    if game is None:
        return ""
    try:
        cause = records.read(last[0][:-1]).cause
        actor = cause.seat if isinstance(cause, Cause) else None
        told = screen_of(created.game).story(_events(game, last), people.by(actor))
    except Exception:  # noqa: BLE001 - where the rules were not asked, events may be nonsense and fail in any way
        return ""
    return short(told)


def _events(game: Game[Any, Any, Any], lines: Iterable[bytes]) -> Iterator[record_pb2.Event]:
    """The events on these lines, as a client is sent them."""
    for raw in lines:
        record = records.read(raw[:-1])
        if kind := event_type(game, record.type):
            yield pack_event(records.shaped(record.data, kind))
