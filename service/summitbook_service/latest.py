"""What was made out lately, kept at hand in case it is asked for again."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Latest(dict[K, V]):
    """So many of what was kept last; the oldest makes room."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit

    def keep(self, key: K, value: V) -> None:
        """Keep one more."""
        if len(self) >= self._limit and key not in self:
            del self[next(iter(self))]
        self[key] = value
