"""What folders need that files alone do not."""

from __future__ import annotations

import os
from pathlib import Path


def sync(folder: Path) -> None:
    """Wait until what was made or renamed in a folder is on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
