"""`summitbook backup`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import Parameter
from rich.progress import Progress

from ..backup import Checked, back_up, restore
from ..keys import Keys
from ..store import SQLiteStore
from ..store import Store as AnyStore
from .copies import checked, tell, working
from .options import DATA, AsJson, Data, Store
from .output import note

File = Annotated[Path, Parameter(help="The file to write; an older one is replaced, once this is checked.")]


async def backup(file: File, /, *, data: Data = DATA, store: Store = None, as_json: AsJson = False) -> int:
    """Write all games into one file, also while they are played, and check what was written."""
    aside = file.with_name(f"{file.name}.{os.getpid()}.new")
    with working(file) as bars:
        try:
            async with _source(data, store) as games:
                copying = bars.add_task("Copying", total=None)
                ending = await back_up(games, aside, lambda rows: bars.update(copying, completed=rows))
            found = await _tried(aside, bars)
            aside.replace(file)
        finally:
            aside.unlink(missing_ok=True)
    status = tell(file, ending.rows, found, as_json=as_json)
    note("It holds no key: keep the keys too, elsewhere, or open games cannot go on.")
    return status


@asynccontextmanager
async def _source(data: Path, url: str | None) -> AsyncIterator[AnyStore]:
    if url is None:
        store: AnyStore = SQLiteStore.reading(data)
    else:
        from ..store.postgres import PostgresStore  # noqa: PLC0415 -- its library is for those who need it

        store = await PostgresStore.open(url)
    with closing(store):
        yield store


async def _tried(file: Path, bars: Progress) -> list[Checked]:
    """Restore it, as it will be restored one day, and check every game."""
    with TemporaryDirectory(dir=file.parent) as folder, SQLiteStore.restoring(Path(folder)) as store:
        restoring = bars.add_task("Restoring to check", total=None)
        await restore(file, store, lambda rows: bars.update(restoring, completed=rows))
        return await checked(store, Keys.found(Path(folder)), bars)
