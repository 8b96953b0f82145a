"""Lines that a person types or a pipe brings, read without holding up anything else."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Protocol


class Typed(Protocol):
    """What a person says, line by line."""

    async def next(self) -> str | None:
        """The next line; None when there are no more."""


class Lines:
    """The lines of standard input, or of another file descriptor."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._read = b""
        self._ended = False

    async def next(self) -> str | None:
        """The next line without its end; None when there are no more."""
        while b"\n" not in self._read and not self._ended:
            some = await self._some()
            self._read += some
            self._ended = not some
        if not self._read:
            return None
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    async def _some(self) -> bytes:
        """What can be read next; a plain file, which no event loop waits for, never keeps one waiting."""
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        try:
            loop.add_reader(self._descriptor, readable.set)
        except (PermissionError, NotImplementedError):
            return await asyncio.to_thread(os.read, self._descriptor, 4096)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._descriptor)
        return os.read(self._descriptor, 4096)
