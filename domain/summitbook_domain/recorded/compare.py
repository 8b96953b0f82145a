"""Where two recorded games part, and why: docs/replays.md, "Comparing"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from ..record import Cause, Record

APART = ("at", "cause.by", "cause.id", "data.forked_from", "data.game_id", "hash", "prev")
"""What tells nothing of a game: docs/replay-format.md, "What may differ between two runs"."""

Verdict = Literal["same", "beginning", "differs"]
Why = Literal["game", "command", "draw", "events"]


class Difference(msgspec.Struct, frozen=True):
    """A field that two records do not share; UNSET in the one that does not have it."""

    path: str
    a: Any = UNSET
    b: Any = UNSET


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """
    What was found out about two logs, `a` and `b`.

    `n` is the first record that differs, or that the shorter log does not have; `apart`
    are the fields before it that differ and tell nothing of the game.
    """

    verdict: Verdict
    n: int | None = None
    why: Why | None = None
    draw: str | None = None
    """The label, where a drawn value differs."""
    a: Cause | None = None
    b: Cause | None = None
    """The commands behind the record in either log."""
    differences: tuple[Difference, ...] = ()
    apart: tuple[str, ...] = ()


def compare(a: Sequence[Record], b: Sequence[Record]) -> Comparison:
    """Compare two logs record by record; those of a file whose chain is broken will do too."""
    apart: set[str] = set()
    for i, (one, other) in enumerate(zip(a, b, strict=False)):
        found = tuple(differences(msgspec.to_builtins(one), msgspec.to_builtins(other)))
        telling = tuple(each for each in found if not _is_apart(each.path))
        if telling:
            return _parted(a, b, i, telling, apart)
        apart.update(each.path for each in found)
    shared = min(len(a), len(b))
    if len(a) == len(b):
        return Comparison(verdict="same", apart=tuple(sorted(apart)))
    return Comparison(
        verdict="beginning",
        n=shared + 1,
        a=_behind(a, shared),
        b=_behind(b, shared),
        apart=tuple(sorted(apart)),
    )


def differences(one: Any, other: Any, path: str = "") -> Iterator[Difference]:
    """The fields in which two plain values differ, by path, in order."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            yield from differences(one.get(key, UNSET), other.get(key, UNSET), f"{path}.{key}".lstrip("."))
    elif type(one) is not type(other) or one != other:
        yield Difference(path, one, other)


def _is_apart(path: str) -> bool:
    return any(path == each or path.startswith(f"{each}.") for each in APART)


def _parted(
    a: Sequence[Record], b: Sequence[Record], i: int, telling: tuple[Difference, ...], apart: set[str]
) -> Comparison:
    why = _why(a[i], b[i], telling)
    return Comparison(
        verdict="differs",
        n=i + 1,
        why=why,
        draw=a[i].data["draw"] if why == "draw" else None,
        a=_behind(a, i),
        b=_behind(b, i),
        differences=telling,
        apart=tuple(sorted(apart)),
    )


def _why(one: Record, other: Record, telling: tuple[Difference, ...]) -> Why:
    if "GameCreated" in {one.type, other.type}:
        return "game"
    if one.cause and other.cause and any(each.path.startswith("cause.") for each in telling):
        return "command"
    label = one.data.get("draw")
    return "draw" if label is not None and label == other.data.get("draw") else "events"


def _behind(log: Sequence[Record], i: int) -> Cause | None:
    """The command behind the record of this index, if the log goes so far."""
    return next((each.cause for each in reversed(log[: i + 1]) if each.cause), None) if i < len(log) else None
