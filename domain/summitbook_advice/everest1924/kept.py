"""
Solutions kept on disk, a file each: the one place in the advice that reads or writes anything.

The folder is the user's cache folder, or what SUMMITBOOK_CACHE names. A file is found by the
hash of the sheet it is for, holds only what can be worked out again, and may be deleted any time.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from platformdirs import user_cache_path

from summitbook_domain import canonical
from summitbook_domain.everest1924.sheet import Sheet

from .solution import Solution
from .turn import Worth
from .walk import Position, Walk

FORMAT = 1
"""Raised when what is kept is worked out or written in another way; files of others are not read."""
VARIABLE = "SUMMITBOOK_CACHE"


class Kept(msgspec.Struct, frozen=True):
    """A solution in plain values: a row for each position, what its route bars as bytes, and its worth."""

    forgets: bool
    positions: list[tuple[int, int, int, int, bytes]]
    worths: list[Worth]


def place(sheet: Sheet) -> Path:
    """The file for a sheet, there or not."""
    folder = Path(os.environ.get(VARIABLE) or user_cache_path("summitbook"))
    return folder / f"everest1924-{FORMAT}-{canonical.sha256_of(sheet)}.msgpack"


def read(sheet: Sheet) -> Solution | None:
    """The solution that is kept for a sheet; None where there is none, or none that can be read."""
    try:
        found = msgspec.msgpack.decode(place(sheet).read_bytes(), type=Kept)
    except (OSError, msgspec.MsgspecError):
        return None
    positions = (Position(*each[:4], int.from_bytes(each[4])) for each in found.positions)
    return Solution(Walk(sheet, forgets=found.forgets), dict(zip(positions, found.worths, strict=True)))


def write(solution: Solution) -> Path:
    """Keep a solution, whole or not at all, and answer where; raises OSError."""
    kept = Kept(
        forgets=solution.walk.forgets,
        positions=[(*each[:4], _bytes(each.barred)) for each in solution.worths],
        worths=list(solution.worths.values()),
    )
    path = place(solution.walk.sheet)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_bytes(msgspec.msgpack.encode(kept))
    beside.replace(path)
    return path


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8)
