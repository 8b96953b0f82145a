"""
Files whose chain is sound and whose records say anything, so that the deeper levels get to see it.

Whoever writes a log can hash it, and hash the content it carries, so nothing but the
rules' code stands between such a value and the audit's memory and time.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from tamper.evidence import Evidence, Line, files, mended, plain, read
from tamper.fields import at, places

LARGEST = 2**53 - 1
VALUES: tuple[Callable[[], Any], ...] = (
    *(lambda value=value: value for value in (0, 1, -1, 2, 7, 40, 10**6, 2**31, 2**32, LARGEST, -LARGEST)),
    *(lambda value=value: value for value in (None, True, False, "", "a", "\U0001f3d4", "\x00", "draw")),
    *(list, dict, lambda: [0] * 5_000, lambda: [LARGEST] * 3, lambda: "x" * 100_000),
    *(lambda: ["x"] * 50, lambda: {str(i): i for i in range(3_000)}),
    *(lambda: [[[[]]]], lambda: {"a": {"b": [1]}}),
)  # fmt: skip


def bent(evidence: Evidence, luck: Random) -> list[bytes]:
    """Some values of any records are others."""
    records = evidence.copy()
    for _ in range(luck.choice((1, 1, 2, 5))):
        record = luck.choice(records)
        places_ = [path for path in places(record) if path and path[0] in {"cause", "data", "type"}]
        _set(record, luck.choice(places_), luck)
    return mended(records)


def of_another_kind(evidence: Evidence, luck: Random) -> list[bytes]:
    """Records have the names of others."""
    records = evidence.copy()
    one, other = luck.choice(records), luck.choice(records)
    one["type"], other["type"] = other["type"], one["type"]
    if luck.random() < 0.5:
        one["data"], other["data"] = other["data"], one["data"]
    return mended(records)


def out_of_order(evidence: Evidence, luck: Random) -> list[bytes]:
    """Records in another order, some of them again and again."""
    records = evidence.copy()
    first, rest = records[:1], records[1:]
    luck.shuffle(rest)
    again = [luck.choice(rest or first)] * luck.choice((0, 3, 300))
    return mended([*first, *rest, *again])


def on_odd_content(evidence: Evidence, luck: Random) -> list[bytes]:
    """A board, dice or cards that nobody would draw, hashed as they are."""
    records = evidence.copy()
    born = records[0]
    data = copy.deepcopy(_carried()[born["data"]["game"]])
    for _ in range(luck.choice((1, 1, 2))):
        _set(data, luck.choice([path for path in places(data) if path]), luck)
    said = {"data": data, "sha256": hashlib.sha256(plain(data)).hexdigest()}
    born["data"]["content"] = {"edition": data.get("edition"), **said}
    born["cause"]["args"]["edition"] = data.get("edition")
    return mended(records)


def at_an_odd_table(evidence: Evidence, luck: Random) -> list[bytes]:
    """Seats, options and seed that no service would make a game of, in command and event alike."""
    records = evidence.copy()
    born: Line = records[0]
    key = luck.choice(("seats", "rules", "options", "game"))
    value = luck.choice(VALUES)()
    if key == "options" and born["data"]["options"]:
        value = {**born["data"]["options"], luck.choice(list(born["data"]["options"])): value}
    born["data"][key] = born["cause"]["args"][key] = value
    return mended(records)


BENDERS: tuple[Callable[[Evidence, Random], list[bytes]], ...] = (
    *(bent, bent, of_another_kind, out_of_order),
    *(on_odd_content, at_an_odd_table),
)  # fmt: skip


@cache
def _carried() -> dict[str, Line]:
    """Content of one's own for each game, as some recorded game carries it."""
    born = [read(path).records[0]["data"] for path in files()]
    return {each["game"]: each["content"]["data"] for each in born if "data" in each["content"]}


def _set(record: Any, path: tuple[Any, ...], luck: Random) -> None:
    """Put anything there, unless an earlier change has taken the place away."""
    around = at(record, path[:-1])
    around[path[-1]] = luck.choice(VALUES)()
