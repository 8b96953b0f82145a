"""Reading and writing recorded games."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..problem import Problem


def read(path: Path) -> list[bytes]:
    """The lines of a file with their line feeds, cut nowhere else."""
    try:
        with path.open("rb") as file:
            return file.readlines()
    except OSError as error:
        raise Problem("FILE", f"{path} cannot be read: {error.strerror}") from None


def write(out: Path | None, lines: bytes) -> None:
    """Write a whole file in place of an older one at once, or to standard output."""
    if out is None:
        sys.stdout.buffer.write(lines)
        return
    aside = out.with_name(f"{out.name}.{os.getpid()}.new")
    try:
        aside.write_bytes(lines)
        aside.replace(out)
    except OSError as error:
        raise Problem("FILE", f"{out} cannot be written: {error.strerror}") from None
