"""What there is of a game's rules for recorded games to show, and what they show of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect
from whole_games import REPLAYS, AnyGame, Moment, golden_lines, tables_after, told_by

from summitbook_domain.chance import Seed
from summitbook_domain.message import FROM_CONTENT
from summitbook_domain.refusal import COMMON_CODES, Refused
from summitbook_domain.table import commands as c
from summitbook_domain.table import events as e
from summitbook_domain.table import rules
from summitbook_domain.table.state import Table, command_of

SEATS = {2, 3, 6}
"""Numbers of seats to show where a game allows them, beside the fewest and the most."""
ONLY_WITH_OTHERS = {"SeatLeft", "LeaveSeat", "SEAT_TAKEN"}
"""A game for one begins as soon as somebody sits down, so these cannot come about in it."""
HOUSE_ENDS = ("CancelGame", "ExpireGame")

Topics = dict[str, set[str]]


class Refusal(msgspec.Struct, frozen=True):
    """A command that was refused in a golden replay when it had so many records."""

    replay: str
    after: int
    seat: int | None
    command: str
    args: dict[str, Any]
    code: str


def refusals_in(game: AnyGame) -> list[Refusal]:
    """What was refused in the golden replays of a game under its rules edition."""
    file, names = REPLAYS / game.name / "refusals.json", golden_lines(game)
    listed = msgspec.json.decode(file.read_bytes(), type=list[Refusal]) if file.exists() else []
    return [each for each in listed if f"{each.replay}.replay.jsonl" in names]


def not_refused_any_more(game: AnyGame) -> list[Refusal]:
    """Those that are accepted now, or refused with another code."""
    goldens, listed = golden_lines(game), refusals_in(game)
    found = []
    for name in {each.replay for each in listed}:
        tables = [Table(game=game), *tables_after(game, goldens[f"{name}.replay.jsonl"])]
        here = [each for each in listed if each.replay == name]
        found += [each for each in here if _code_of(tables[each.after], each) != each.code]
    return found


def _code_of(table: Table, refusal: Refusal) -> str | None:
    """The code with which the command is refused, if it is; what is refused draws nothing."""
    try:
        command = command_of(table.game, refusal.command, refusal.args)
        rules.decide(table, refusal.seat, command, Seed(bytes(32)))
    except Refused as refused:
        return refused.code
    return None


def to_show(game: AnyGame) -> Topics:
    """All that a game declares by its types, codes and content, by topic."""
    several = max(_seats_of(game)) > 1
    out = set() if several else ONLY_WITH_OTHERS
    events, commands = (*e.EVENTS, *game.events), (*c.COMMANDS, *game.commands)
    return {
        "events": {kind.__name__ for kind in events} - out,
        "commands": {kind.__name__ for kind in commands} - out,
        "refusal codes": {*COMMON_CODES, *game.codes} - out,
        "words": {word for kind in (*game.events, *game.commands) for word in _words_of(game, kind)},
        "options": set(_options_of(game)),
        "seats": {str(n) for n in (SEATS & _seats_of(game)) | {min(_seats_of(game)), max(_seats_of(game))}},
        "endings": {
            "by the game's own command", "by RetireSeat", "by TimeOutTurn",
            *(f"by {each} {when}" for each in HOUSE_ENDS for when in ("before the start", "under way")),
        },
        "leavings": {"RetireSeat when waited for", "TimeOutTurn"} | (_WITH_OTHERS if several else set()),
        "content": {"shipped", "carried"},
        "seeds": {"given", "deal"},
    }  # fmt: skip


_WITH_OTHERS = {
    "LeaveSeat", "RetireSeat when not waited for", "RetireSeat, others go on", "TimeOutTurn, retired",
    "TimeOutTurn, others go on",
}  # fmt: skip


def shown(game: AnyGame, goldens: Iterable[list[bytes]], refusals: Iterable[Refusal]) -> Topics:
    """What these games and refusals show, by the same topics."""
    found: Topics = defaultdict(set, {"refusal codes": {each.code for each in refusals}})
    for lines in goldens:
        for moment in told_by(game, lines):
            _look_at(moment, found)
    return found


def gaps(game: AnyGame, goldens: Iterable[list[bytes]], refusals: Iterable[Refusal]) -> Topics:
    """What is not shown, by topic."""
    found = shown(game, goldens, refusals)
    return {topic: missing for topic, all_ in to_show(game).items() if (missing := all_ - found[topic])}


def _seats_of(game: AnyGame) -> set[int]:
    contents = [edition.content for edition in game.editions.values()]
    return {n for content in contents for n in range(content.min_seats, content.max_seats + 1)}


def _words_of(game: AnyGame, kind: type[msgspec.Struct]) -> Iterator[str]:
    for field in inspect.type_info(kind).fields:
        for word in _words_in(game, field.type):
            yield f"{kind.__name__}.{field.encode_name} {word}"


def _words_in(game: AnyGame, kind: inspect.Type) -> set[str]:
    """The words that a type lists; a field of any other type may show anything."""
    match kind:
        case inspect.Metadata(extra=dict() as extra) if FROM_CONTENT in extra:
            path = extra[FROM_CONTENT].split(".")
            return {str(word) for each in game.editions.values() for word in _at(each.data, path)}
        case inspect.Metadata():
            return _words_in(game, kind.type)
        case inspect.LiteralType():
            return {str(value) for value in kind.values}
        case inspect.BoolType():
            return {"true", "false"}
        case inspect.UnionType() if any(isinstance(each, inspect.NoneType) for each in kind.types):
            return {"null"}.union(*(_words_in(game, each) for each in kind.types))
        case inspect.VarTupleType():
            return _words_in(game, kind.item_type)
    return set()


def _at(data: Any, path: list[str]) -> Iterator[Any]:
    """What stands at a path, with `*` for any place or key; nothing where the path ends early."""
    if not path:
        yield data
        return
    key, *rest = path
    inside = data.values() if isinstance(data, dict) else data
    for item in inside if key == "*" else [data[key]] if key in data else []:
        yield from _at(item, rest)


def _options_of(game: AnyGame) -> Iterator[str]:
    for field in inspect.type_info(game.options).fields:
        words = _words_in(game, field.type) or {"the default", "another"}
        yield from (f"{field.encode_name} {word}" for word in words)


def _look_at(moment: Moment, found: Topics) -> None:
    """Note all that one command and its events show."""
    command, table = moment.cause.command, moment.table
    found["commands"].add(command)
    found["words"].update(_said(command, moment.cause.args))
    for event in moment.events:
        name = type(event).__name__
        found["events"].add(name)
        found["words"].update(_said(name, msgspec.to_builtins(event)))
        if isinstance(event, e.GameCreated):
            _look_at_birth(table.game, event, found)
    closed = isinstance(moment.events[-1], e.GameClosed)
    if closed:
        found["endings"].add(_ending(moment))
    found["leavings"].update(_leavings(moment, closed=closed))


def _look_at_birth(game: AnyGame, born: e.GameCreated, found: Topics) -> None:
    found["seats"].add(str(born.seats))
    found["seeds"].add(born.seed_source)
    found["content"].add("carried" if born.content.data else "shipped")
    usual = msgspec.to_builtins(game.options())
    for name, value in born.options.items():
        found["options"].add(f"{name} {'the default' if value == usual[name] else 'another'}")
        found["options"].update(f"{name} {word}" for word in _texts(value))


def _ending(moment: Moment) -> str:
    command = moment.cause.command
    if command in HOUSE_ENDS:
        return f"by {command} {'under way' if moment.table.started else 'before the start'}"
    if command in {"RetireSeat", "TimeOutTurn"}:
        return f"by {command}"
    return "by the game's own command"


def _leavings(moment: Moment, *, closed: bool) -> Iterator[str]:
    command, table = moment.cause.command, moment.table
    if command not in {"LeaveSeat", "RetireSeat", "TimeOutTurn"}:
        return
    yield command
    if command == "RetireSeat":
        waited_for = moment.cause.seat in table.game.waits_for(table.play)
        yield f"RetireSeat when {'' if waited_for else 'not '}waited for"
    elif any(isinstance(event, e.SeatRetired) for event in moment.events):
        yield "TimeOutTurn, retired"
    if not closed:
        yield f"{command}, others go on"


def _said(name: str, fields: dict[str, Any]) -> Iterator[str]:
    for field, value in fields.items():
        for word in _texts(value):
            yield f"{name}.{field} {word}"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str):
        yield value
    elif not isinstance(value, dict):
        yield json.dumps(value)
