"""`summitbook keys rotate`."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from ...keys import make_key
from ..options import DATA, Data, KeyFolder
from ..output import note
from .folder import folder_to_change

SECONDS = 60
"""In how long a new key begins to make: services look every few seconds whether there is one."""

RingName = Annotated[Literal["master", "signing", "token"], Parameter(help="What the new key is for.")]


def rotate(ring: RingName, /, *, data: Data = DATA, keys: KeyFolder = None) -> None:
    """Make a new key for a ring, used from a minute from now on; the older ones still open and verify."""
    name = make_key(folder_to_change(data, keys, ring), SECONDS)
    note(f"{ring} key {name}: used in {SECONDS} seconds; a running service takes it in by itself")
