"""Reading and writing recorded games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..problem import Problem

SUFFIX = ".replay.jsonl"
STANDARD_INPUT = Path("-")


def below(path: Path) -> Iterator[Path]:
    """The recorded games in a folder and all folders in it, by name; anything else is itself."""
    found = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else []
    yield from found or [path]


def read(path: Path) -> list[bytes]:
    """The lines of a file, or of standard input for `-`, with their line feeds, cut nowhere else."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.readlines()
    if path.is_dir():
        raise Problem("FILE", f"{path} is a folder without a *{SUFFIX}")
    try:
        with path.open("rb") as file:
            return file.readlines()
    except (OSError, ValueError) as error:
        raise Problem("FILE", f"{path} cannot be read: {_why(error)}") from None


def write(out: Path | None, lines: bytes) -> None:
    """Write a whole file in place of an older one at once or not at all, or to standard output."""
    if out is None:
        sys.stdout.buffer.write(lines)
        return
    if out.is_dir():
        raise Problem("FILE", f"{out} is a folder; name the file to write")
    aside = out.with_name(f"{out.name}.{os.getpid()}.new")
    try:
        aside.write_bytes(lines)
        aside.replace(out)
    except (OSError, ValueError) as error:
        aside.unlink(missing_ok=True)
        raise Problem("FILE", f"{out} cannot be written: {_why(error)}") from None


def _why(error: OSError | ValueError) -> str:
    """What the system says; a ValueError is a name that no file can have."""
    return error.strerror or "it fails" if isinstance(error, OSError) else str(error)
