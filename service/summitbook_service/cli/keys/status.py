"""`summitbook keys status`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

from summitbook_client.terminal.page import console

from ...keys import Key, Ring
from ..options import DATA, Data, KeyFolder
from .folder import rings_of


def status(*, data: Data = DATA, keys: KeyFolder = None) -> None:
    """List the keys of each ring by their names, which show nothing of them, and which one makes."""
    table = Table(box=None, pad_edge=False)
    for title in ("RING", "KEY", "DOES"):
        table.add_column(title, no_wrap=True)
    for kind, ring in rings_of(Path(data), keys).items():
        for key in ring:
            table.add_row(kind, key.name, _does(key, ring))
    console().print(table)


def _does(key: Key, ring: Ring) -> str:
    if key is ring.maker:
        return "makes"
    if key.since > ring.maker.since:
        return f"makes from {datetime.fromtimestamp(key.since, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return "opens and verifies"
