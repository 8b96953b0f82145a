"""
The file of a backup: lines of JSON, compressed by gzip.

A heading, then each row of the store in its order, then how many they are and the SHA-256
of all lines before, line feeds included.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from uuid import UUID

import msgspec

from ..store import Row

EDITION = 1
"""The number of this way to write a file."""
BATCH = 1_000
"""How many rows are read at once."""
T = TypeVar("T")


class BadBackup(Exception):
    """The file is no backup, or not whole; `code` is BAD_BACKUP, `message` says what is wrong."""

    code = "BAD_BACKUP"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = f"{message}; take another backup"


class Heading(msgspec.Struct, frozen=True):
    """The first line: the way the file is written, the format of the rows, and who wrote it when."""

    summitbook_backup: int
    format: int
    release: str
    at: str


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row; its line is text wherever it is, as all that this release writes, and else bytes in base64."""

    stream: UUID
    n: int
    topic: str
    line: str | None = None
    raw: bytes | None = None

    @classmethod
    def of(cls, row: Row) -> Kept:
        """The row as it is kept."""
        try:
            return cls(row.stream, row.n, row.topic, line=row.line.decode())
        except UnicodeDecodeError:
            return cls(row.stream, row.n, row.topic, raw=row.line)

    def row(self) -> Row:
        """The row as it was."""
        line = self.raw or b"" if self.line is None else self.line.encode()
        return Row(self.stream, self.n, self.topic, line)


class Ending(msgspec.Struct, frozen=True):
    """The last line."""

    rows: int
    sha256: str


_encode = msgspec.json.Encoder().encode
_read_heading = msgspec.json.Decoder(Heading).decode
_read_row = msgspec.json.Decoder(Kept).decode
_read_ending = msgspec.json.Decoder(Ending).decode


class Writing:
    """A backup that is being written, for its owner's eyes only; without `end` it is none."""

    def __init__(self, path: Path, heading: Heading) -> None:
        self._raw = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
        self._file = gzip.GzipFile(filename="", fileobj=self._raw, mode="wb")
        self._sum = hashlib.sha256()
        self._rows = 0
        self._put(heading)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._raw.close()

    def add(self, rows: Iterable[Row]) -> None:
        """Write these rows too."""
        for row in rows:
            self._put(Kept.of(row))
            self._rows += 1

    def end(self) -> Ending:
        """Write the last line, and wait for the disk."""
        ending = Ending(self._rows, self._sum.hexdigest())
        self._file.write(_encode(ending) + b"\n")
        self._file.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        return ending

    def _put(self, what: msgspec.Struct) -> None:
        line = _encode(what) + b"\n"
        self._sum.update(line)
        self._file.write(line)


class Reading:
    """A backup that is being read; raises BadBackup, at its end at the latest, or OSError."""

    def __init__(self, path: Path) -> None:
        self._lines = _lines(path)
        self._first = next(self._lines, b"")
        self.heading = _read(_read_heading, self._first, "it does not begin as a backup does")
        if self.heading.summitbook_backup != EDITION:
            raise BadBackup(f"it was written in a way that is unknown here, by {self.heading.release}")

    def __iter__(self) -> Iterator[list[Row]]:
        """Its rows in order, some at a time."""
        total, count, batch, held = hashlib.sha256(self._first), 0, [], b""
        for line in self._lines:
            if held:
                total.update(held)
                batch.append(_read(_read_row, held, f"row {count + 1} cannot be read").row())
                count += 1
            held = line
            if len(batch) == BATCH:
                yield batch
                batch = []
        yield batch
        if _read(_read_ending, held, "it breaks off") != Ending(count, total.hexdigest()):
            raise BadBackup("it is not as it was written")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            yield from file
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadBackup("it breaks off, or was never compressed by gzip") from None


def _read(read: Callable[[bytes], T], line: bytes, otherwise: str) -> T:
    try:
        return read(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadBackup(otherwise) from None
