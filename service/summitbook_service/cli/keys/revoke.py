"""`summitbook keys revoke`."""

from __future__ import annotations

from ...keys import make_key
from ..options import DATA, Data, KeyFolder
from ..output import note
from .folder import ring_folder, rings_of


def revoke(*, data: Data = DATA, keys: KeyFolder = None) -> None:
    """Make a new token key and delete the older ones: every token made so far is void within seconds."""
    rings_of(data, keys)
    folder = ring_folder(data, keys, "token")
    new = make_key(folder)
    for path in folder.glob("*.key"):
        if path.stem != new:
            path.unlink()
    note("every token made so far is void in a few seconds; players get new ones for their claims")
