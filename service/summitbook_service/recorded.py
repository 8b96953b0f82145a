"""Recorded games in files, read without being held."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import IO

from summitbook_domain.replay import LONGEST_TAIL

BLOCK = 4096
"""A tail is looked for in so many bytes at the end, then in more: a record has some hundreds."""


class Recorded:
    """The lines of a file that can be gone to and fro in, for an audit; raises OSError where it fails."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __iter__(self) -> Iterator[bytes]:
        self._file.seek(0)
        return iter(self._file)

    def tail(self) -> Sequence[bytes]:
        """The last lines, without reading the others."""
        start, size = self._file.seek(0, io.SEEK_END), BLOCK
        found = b""
        while start and found.count(b"\n") <= LONGEST_TAIL:
            before = max(start - size, 0)
            self._file.seek(before)
            found = self._file.read(start - before) + found
            start, size = before, 2 * size
        return io.BytesIO(found).readlines()[-LONGEST_TAIL:]

    def first(self) -> bytes:
        """The first line, empty where there is none."""
        return next(iter(self), b"")
