"""Changes to one field of one record: another value, another type, gone, or one too many."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from .evidence import Evidence, Line, line_of, mended
from .expecting import Change, Finding
from .lines import SETTING, draws, unclosed

Path = tuple[str | int, ...]
HOWS = ("another value", "another type", "gone", "one more")
COMMON = {
    *("GameCreated", "SeatTaken", "SeatLeft", "GameStarted", "TurnTimedOut", "SeatRetired", "HintTaken"),
    "GameClosed",
}
HEX = "0123456789abcdef"
FREE = {("at",), ("cause", "id"), ("cause", "by")}
"""What may differ in another run of the same commands."""


class Field(NamedTuple):
    """What was changed: the record's number, the place in it, how, and the value before and after."""

    n: int
    path: Path
    how: str
    was: Any
    value: Any


def changed(evidence: Evidence, luck: Random, mend: bool) -> Change:
    """Any field of any record, of any kind."""
    records = evidence.copy()
    k = luck.randint(1, evidence.count)
    record = records[k - 1]
    path = luck.choice(list(places(record)))
    how = luck.choice([each for each in HOWS if _can(record, path, each)])
    was = at(record, path)
    value = _alter(record, path, how, luck, evidence)
    what = f"record {k}, {'.'.join(map(str, path)) or 'itself'}: {how}"
    pinned = (
        {k - 1: {path[0]: record[path[0]]}}
        if path in {("n",), ("prev",), ("hash",)} and path[0] in record
        else {}
    )
    lines = mended(records, pinned) if mend and not _no_shape(path, how) else _as_it_is(evidence, k, record)
    change = Change(what, lines, evidence.reveal)
    return _expecting(evidence, change, Field(k, path, how, was, value), mend=mend)


def renamed(evidence: Evidence, luck: Random, mend: bool) -> Change | None:
    """A player's name, in command and event alike: mended, it is the same game of somebody else."""
    records = evidence.copy()
    taken = [each for each in records if each["type"] == "SeatTaken"]
    if not taken:
        return None
    record = luck.choice(taken)
    name = record["data"]["name"][:60] + "!"
    record["data"]["name"] = record["cause"]["args"]["name"] = name
    what, k = f"record {record['n']}: the name everywhere", record["n"]
    if mend:
        return Change(what, mended(records), evidence.reveal, retold=True)
    broken = Finding("BROKEN_CHAIN", k, question=6)
    return Change(what, _as_it_is(evidence, k, record), evidence.reveal, chain=broken)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path to every value inside, containers and the whole too."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*path, key))


def at(value: Any, path: Path) -> Any:
    """What stands there."""
    for key in path:
        value = value[key]
    return value


def _can(record: Line, path: Path, how: str) -> bool:
    value = at(record, path)
    match how:
        case "another value":
            return not isinstance(value, dict | list)
        case "one more":
            return isinstance(value, dict | list)
    return path != ()


def _alter(record: Line, path: Path, how: str, luck: Random, evidence: Evidence) -> Any:
    """Make the change in place; the new value, or None."""
    if how == "one more":
        inside = at(record, path)
        if isinstance(inside, dict):
            inside["zz"] = 1
        else:
            inside.append(inside[-1] if inside else 1)
        return None
    around, key = at(record, path[:-1]), path[-1]
    if how == "gone":
        del around[key]
        return None
    other = _other if how == "another value" else _of_another_type
    around[key] = (
        _named(path, record, luck, evidence)
        if path == ("type",) and how == HOWS[0]
        else other(path, around[key], luck)
    )
    return around[key]


def _named(path: Path, record: Line, luck: Random, evidence: Evidence) -> str:
    """Another event's name: one of the game's, one that no game has, or the one that comes but once."""
    own = sorted({each["type"] for each in evidence.records} - COMMON - {record["type"]})
    return luck.choice([name for name in (*own[:4], "Avalanche", "GameCreated") if name != record["type"]])


def _other(path: Path, value: Any, luck: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + luck.choice((1, 1, 2, -1) if value > 1 else (1, 2))
        case None:
            return 0
        case "" if path[-1] == "salt":
            return "00"
    return _other_text(path, value, luck)


def _other_text(path: Path, value: str, luck: Random) -> str:
    """A time stays a time, hex stays hex, and a word becomes another word."""
    if path == ("at",):
        return value[:-2] + str((int(value[-2]) + luck.randint(1, 9)) % 10) + "Z"
    if path[-2:] == ("data", "seed_source"):
        return luck.choice([each for each in ("server", "given", "deal") if each != value])
    digits = value.replace("-", "")
    if digits and set(digits) <= set(HEX):
        place = luck.choice([i for i, each in enumerate(value) if each != "-"])
        digit = HEX[(HEX.index(value[place]) + luck.randint(1, 15)) % 16]
        return value[:place] + digit + value[place + 1 :]
    return value + "x"


def _of_another_type(path: Path, value: Any, luck: Random) -> Any:
    return (
        luck.choice([[], {}, True]) if isinstance(value, str | int) and not isinstance(value, bool) else "no"
    )


def _as_it_is(evidence: Evidence, k: int, record: Line) -> list[bytes]:
    return [*evidence.lines[: k - 1], line_of(record), *evidence.lines[k:]]


def _no_shape(path: Path, how: str) -> bool:
    """Whether the line is no record any more, whatever stands in its data."""
    if how == "another value":
        return False
    if how == "one more":
        return path in {(), ("cause",)}
    if path == ("cause",) and how == "gone":
        return False
    return len(path) == 1 or (len(path) == 2 and path[0] == "cause")


def _expecting(evidence: Evidence, change: Change, field: Field, *, mend: bool) -> Change:
    """What the page says of this field, the chain first."""
    k, path = field.n, field.path
    name = evidence.records[k - 1]["type"]
    if _no_shape(path, field.how):
        return change._replace(chain=Finding("BAD_FORMAT", k, question=4))
    if path == ("n",):
        return change._replace(chain=Finding("GAP", k, question=5))
    if not mend or path in {("prev",), ("hash",)}:
        return change._replace(chain=Finding("BROKEN_CHAIN", k, question=6))
    if path in FREE:
        return change._replace(retold=True)
    if path == ("type",):
        return _of_another_kind(evidence, change, k, field.value)
    if path[0] == "cause":
        return change._replace(later=_of_another_command(evidence, k, path))
    if name in COMMON and _no_common_event(field):
        return change._replace(chain=Finding("BAD_FORMAT", k, question=7))
    if name == "GameCreated":
        return _of_another_birth(evidence, change, path, field.value)
    if path == ("data", "seed"):
        return change._replace(later=(Finding("BAD_SEED", k),))
    return change._replace(later=_of_another_event(evidence, k, path, field.value))


def _of_another_kind(evidence: Evidence, change: Change, k: int, name: str) -> Change:
    if k == 1 or name == "GameCreated":
        return change._replace(chain=Finding("BAD_FORMAT", k, question=7))
    if k == evidence.count:
        # Nothing is amiss in what is there but that the game goes on, so to say, and shows no seed.
        return unclosed(change)
    return change._replace(later=_of_another_event(evidence, k, ("type",), name))


def _of_another_command(evidence: Evidence, k: int, path: Path) -> tuple[Finding, ...]:
    if path == ("cause",):
        return (Finding("WRONG_EVENT", k),)
    following = next((each["n"] for each in evidence.records[k:] if "cause" in each), evidence.count)
    return Finding("ILLEGAL_COMMAND", k), Finding("WRONG_EVENT", k, following)


def _no_common_event(field: Field) -> bool:
    """Whether a common event lost its shape: options and content are data of any kind."""
    path, how = field.path, field.how
    if path[:2] == ("data", "options") and (len(path) > 2 or how == "one more"):
        return False
    if path[:3] == ("data", "content", "data"):
        return len(path) == 3 and how == "another type"
    return how != "another value" or field.was is None or path == ("data", "format")


def _of_another_birth(evidence: Evidence, change: Change, path: Path, value: Any) -> Change:
    field, last = path[1], evidence.count
    seeded = last + len(evidence.reveal)
    match field:
        case "game_id":
            return change._replace(retold=True)
        case "game" | "content":
            return change._replace(later=(Finding("UNKNOWN_CONTENT", 1),))
        case "rules":
            return change._replace(later=(Finding("UNKNOWN_RULES", 1),))
        case "options":
            return change._replace(later=(Finding("WRONG_EVENT", 1),))
        case "seats":
            return change._replace(later=(Finding("WRONG_EVENT", 1), *draws(evidence)))
        case "commitment":
            return change._replace(later=(Finding("BAD_SEED", seeded),))
        case "deal" if evidence.reveal:
            return change._replace(later=(Finding("BAD_SEED", seeded),))
        case "deal":
            return change._replace(later=draws(evidence), retold=not draws(evidence))
    return _of_another_source(evidence, change, value)


def _of_another_source(evidence: Evidence, change: Change, source: str) -> Change:
    """Server or given is one to the rules; a shared deal alone closes without its seed, and has no salts."""
    was, last = evidence.records[0]["data"]["seed_source"], evidence.count
    if "deal" not in {was, source}:
        return change._replace(retold=True)
    salted = [each["n"] for each in evidence.records if each["data"].get("salt")]
    refused = (Finding("ILLEGAL_COMMAND", salted[0]),) if salted else ()
    return change._replace(later=refused or (Finding("WRONG_EVENT", last),))


def _of_another_event(evidence: Evidence, k: int, path: Path, value: Any) -> tuple[Finding, ...]:
    """The rules lead to another event here; where dice hang on it, they are looked at first."""
    record = evidence.records[k - 1]
    wrong = (Finding("WRONG_EVENT", k),)
    if record["type"] in SETTING:
        return (*wrong, *draws(evidence))
    label = record["data"].get("draw")
    if path == ("data", "draw"):
        named = draws(evidence, k, value) if isinstance(value, str) else ()
        return (*wrong, Finding("WRONG_DRAW", k), *(draws(evidence, k, label) if label else ()), *named)
    return (*wrong, *draws(evidence, k, label)) if label else wrong
