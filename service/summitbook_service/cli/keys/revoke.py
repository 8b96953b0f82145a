"""`summitbook keys revoke`."""

from __future__ import annotations

from ...keys import make_key
from ..options import DATA, Data, KeyFolder
from ..output import note
from .folder import folder_to_change


def revoke(*, data: Data = DATA, keys: KeyFolder = None) -> None:
    """Make a new token key and delete the older ones: every token made so far is void within seconds."""
    folder = folder_to_change(data, keys, "token")
    new = make_key(folder)
    for path in folder.glob("*.key"):
        if path.stem != new:
            path.unlink()
    note("every token made so far is void in a few seconds; players get new ones for their claims")
