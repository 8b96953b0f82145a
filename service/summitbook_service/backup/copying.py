"""From a store into a file, and from a file into a store."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from .. import formats, uptime
from ..clock import Clock
from ..errors import CannotStart
from ..store import Store
from .file import EDITION, Ending, Heading, Reading, Writing

PAGE = 1_000
"""How many rows are read from a store at once."""

Progress = Callable[[int], None]
"""Told how many rows have been copied so far."""


async def back_up(store: Store, path: Path, progress: Progress) -> Ending:
    """
    Write all that is stored by now, also while it is served; raises CannotStart, StoreUnavailable, OSError.

    Rows are in the order of their commits, so that all up to the newest of one moment hold
    each command whole or not at all.
    """
    mark, end = await formats.read(store), await store.end()
    position, rows = 0, 0
    with Writing(path, Heading(EDITION, mark.format, version("summitbook"), Clock().now())) as file:
        while position < end:
            notes = [note for note in await store.read_all(position, PAGE) if note.position <= end]
            file.add(note.row for note in notes if note.row.stream != formats.STREAM)
            position = notes[-1].position
            progress(rows := rows + len(notes))
        file.add(await uptime.beat_of(store))
        return file.end()


async def restore(path: Path, store: Store, progress: Progress) -> int:
    """
    Write a backup into an empty store, and answer how many rows; raises BadBackup, CannotStart and as above.

    Until it is done the store says so, and no service takes it.
    """
    for _ in Reading(path):
        pass
    file = Reading(path)
    mark = formats.Format(file.heading.format, file.heading.release)
    formats.check(mark)
    if await store.end():
        raise CannotStart("NOT_EMPTY", "the store holds something already; name an empty one")
    await formats.leave(store, formats.Format(mark.format, mark.release, restoring=True))
    rows = 0
    for batch in file:
        await store.append(batch)
        progress(rows := rows + len(batch))
    await uptime.go_on_from_beat(store)
    await formats.leave(store, mark)
    return rows
