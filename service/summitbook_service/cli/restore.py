"""`summitbook restore`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import Progress

from ..backup import Checked
from ..backup import restore as copy
from ..keys import Keys
from ..store import SQLiteStore
from ..store import Store as AnyStore
from .copies import checked, tell, tell_lost, working
from .options import DATA, AsJson, Data, KeyFolder, Store
from .problem import Problem

File = Annotated[Path, Parameter(help="A file that `summitbook backup` wrote, of whichever store.")]


async def restore(
    file: File, /, *, data: Data = DATA, store: Store = None, keys: KeyFolder = None, as_json: AsJson = False
) -> int:
    """Bring a backup back into an empty store, check it, and say which games cannot go on."""
    with working(file) as bars:
        ring = Keys.found(keys or data / "keys")
        if store is None:
            _make(data)
            with SQLiteStore.restoring(data) as games:
                rows, found = await _restored(file, games, ring, bars)
        else:
            from ..store.postgres import PostgresStore  # noqa: PLC0415 -- its library is for those who need it

            with closing(await PostgresStore.open(store)) as games:
                rows, found = await _restored(file, games, ring, bars)
    lost = [each.game_id for each in found if each.seed_lost]
    status = tell(file, rows, found, as_json=as_json, seed_lost=lost)
    if not as_json:
        tell_lost(found)
    return status


async def _restored(file: Path, store: AnyStore, keys: Keys, bars: Progress) -> tuple[int, list[Checked]]:
    restoring = bars.add_task("Restoring", total=None)
    rows = await copy(file, store, lambda count: bars.update(restoring, completed=count))
    return rows, await checked(store, keys, bars)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Problem("DATA_UNWRITABLE", f"{folder} cannot be made: {error.strerror}") from None
