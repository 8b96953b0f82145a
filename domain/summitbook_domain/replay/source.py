"""Where the lines of a recorded game come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

LONGEST_TAIL = 3
"""GameClosed, a reveal and a seal: the lines in which a seed can be."""


class Source(Protocol):
    """
    A recorded game that need not be in memory: its lines with their line feeds, the last with or without.

    An audit looks at the last lines, where the seed is, and then goes through all of them once.
    """

    def tail(self) -> Sequence[bytes]:
        """The last LONGEST_TAIL lines, fewer where there are no more."""
        ...

    def __iter__(self) -> Iterator[bytes]: ...


Lines = Sequence[bytes] | Source


def tail_of(lines: Lines) -> Sequence[bytes]:
    """The last LONGEST_TAIL lines."""
    return lines[-LONGEST_TAIL:] if isinstance(lines, Sequence) else lines.tail()
