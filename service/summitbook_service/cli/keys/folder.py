"""Where the keys are."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import CannotStart
from ...keys import KINDS, Ring, read_ring, variable_of
from ..problem import Problem


def rings_of(data: Path, folder: Path | None) -> dict[str, Ring]:
    """Each ring by what it is for; raises Problem."""
    return {kind: _ring(ring_folder(data, folder, kind)) for kind in KINDS}


def ring_folder(data: Path, folder: Path | None, kind: str) -> Path:
    """The folder of one ring."""
    return (folder or data / "keys") / kind


def folder_to_change(data: Path, folder: Path | None, kind: str) -> Path:
    """The folder of one ring, where services take it from there; raises Problem."""
    if os.environ.get(variable_of(kind), "").split():
        raise Problem(
            "KEYS_IN_ENVIRONMENT",
            f"{variable_of(kind)} holds this ring, not a folder; change it there, and start every node anew",
        )
    rings_of(data, folder)
    return ring_folder(data, folder, kind)


def _ring(folder: Path) -> Ring:
    try:
        ring = read_ring(folder)
    except CannotStart as error:
        raise Problem(error.code, error.message) from None
    if ring is None:
        raise Problem("NO_KEYS", f"{folder} has no keys; the service makes them when it first starts")
    return ring
