"""
Which format a store is in, so that no release works on what it does not understand.

The format is that of the rows: what they hold, and how it hangs together. Its number
rises with a change that an older release would get wrong, and only then. A store without
a mark was written by 0.1.0, which had none; it is of format 1.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from uuid import UUID

import msgspec

from .errors import CannotStart
from .store import Conflict, Row, Store

FORMAT = 1
"""The format that this release writes; it reads all up to this one."""
TOPIC = "Format"
STREAM = UUID("a7e0d9b2-52c4-4c1c-8a53-5c0a9b1f6d37")
"""The stream of the marks; the last one counts."""


class Format(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark; `restoring` stands in a store as long as a backup is being written into it."""

    format: int
    release: str
    restoring: bool = False


async def read(store: Store) -> Format:
    """The format of a store that this release understands; raises CannotStart or StoreUnavailable."""
    last = await store.last(STREAM)
    mark = Format(1, "0.1.0") if last is None else _mark(last.line)
    check(mark)
    if mark.restoring:
        raise CannotStart(
            "HALF_RESTORED", "a backup was not restored to its end; restore it into a new store"
        )
    return mark


def check(mark: Format) -> None:
    """Raise CannotStart with NEWER_FORMAT where this release is too old."""
    if mark.format > FORMAT:
        raise CannotStart(
            "NEWER_FORMAT",
            f"release {mark.release} wrote this, in format {mark.format}, and this one reads up to {FORMAT};"
            " start that release, or a newer one",
        )


async def open_for_writing(store: Store) -> None:
    """Mark a store as written by this release; raises CannotStart or StoreUnavailable."""
    await read(store)
    await leave(store, Format(FORMAT, version("summitbook")))


async def leave(store: Store, mark: Format) -> None:
    """Leave a mark where it is not there; another node may be faster."""
    last = await store.last(STREAM)
    if last is None or _mark(last.line) != mark:
        with suppress(Conflict):
            await store.append([Row(STREAM, last.n + 1 if last else 1, TOPIC, msgspec.json.encode(mark))])


def _mark(line: bytes) -> Format:
    try:
        return msgspec.json.decode(line, type=Format)
    except msgspec.DecodeError:
        raise CannotStart("BAD_STORE", "the mark of its format cannot be read; restore a backup") from None
