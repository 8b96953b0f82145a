"""Reading and writing recorded games."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO

from ...dossiers import Member, reading
from ...recorded import Recorded
from ..problem import Problem

SUFFIX = ".replay.jsonl"
STANDARD_INPUT = Path("-")
SPOOLED = 2**23
"""Bytes of a stream that are held in memory; a longer one is put aside on disk."""


Source = Path | Member
"""Where a recorded game is to be had."""


def name_of(source: Source) -> Path:
    """What it is told by."""
    return source if isinstance(source, Path) else Path(source.name)


def below(path: Path) -> Iterator[Path]:
    """The recorded games in a folder and all folders in it, by name; anything else is itself."""
    found = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else []
    yield from found or [path]


def read(path: Path) -> list[bytes]:
    """The lines of a file, or of standard input for `-`, with their line feeds, cut nowhere else."""
    with opened(path) as recorded:
        return list(recorded)


@contextmanager
def opened(path: Source) -> Iterator[Recorded]:
    """A file, or standard input for `-`, to be gone through without being held; raises Problem."""
    if isinstance(path, Member):
        with reading(path) as file:
            yield Recorded(file)
        return
    try:
        with _stream(path) as file, _to_and_fro(file) as recorded:
            yield recorded
    except OSError as error:
        raise _unreadable(path, error) from None


def _stream(path: Path) -> AbstractContextManager[IO[bytes]]:
    if path == STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    if path.is_dir():
        raise Problem("FILE", f"{path} is a folder without a *{SUFFIX}")
    try:
        return path.open("rb")
    except ValueError as error:
        raise _unreadable(path, error) from None


@contextmanager
def _to_and_fro(file: IO[bytes]) -> Iterator[Recorded]:
    """The file, or for a stream what it brings, put aside for as long as it is needed."""
    if file is not sys.stdin.buffer and file.seekable():
        yield Recorded(file)
        return
    with SpooledTemporaryFile(SPOOLED) as aside:
        shutil.copyfileobj(file, aside)
        yield Recorded(aside)


def _unreadable(path: Path, error: OSError | ValueError) -> Problem:
    return Problem("FILE", f"{path} cannot be read: {_why(error)}")


def check_writable(out: Path) -> None:
    """Raises Problem where a file that takes long to make could not be written in the end."""
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise Problem("FILE", f"{out} cannot be written: name a file in a folder that is there")


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
