"""What every store does; tests/store holds each of them to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable
from uuid import UUID

LISTED = "GameCreated"
"""The topic by which logs are listed: stores keep an index of its rows."""


class Row(NamedTuple):
    """One row of a stream: numbered from 1, named by its topic, and a line of bytes."""

    stream: UUID
    n: int
    topic: str
    line: bytes


class Note(NamedTuple):
    """A row at its place in the one order over all streams; positions rise and may have holes."""

    position: int
    row: Row


class Conflict(Exception):
    """A number of a stream is taken already, none of the rows was stored; `stream` if it is known which."""

    def __init__(self, message: str = "", stream: UUID | None = None) -> None:
        super().__init__(message)
        self.stream = stream


class StoreUnavailable(Exception):
    """The store cannot be reached or written; whether rows at hand were stored is unknown."""


class Store(Protocol):
    """Streams of rows, durable once `append` has answered."""

    async def append(self, rows: Sequence[Row]) -> None:
        """Store all of these rows or none; raises Conflict or StoreUnavailable."""

    async def read(self, stream: UUID, after: int = 0, limit: int | None = None) -> list[Row]:
        """The rows of a stream after a number, rising; raises StoreUnavailable."""

    async def last(self, stream: UUID) -> Row | None:
        """The row of a stream with the highest number; raises StoreUnavailable."""

    async def read_all(self, after: int, limit: int, topics: Sequence[str] = ()) -> list[Note]:
        """The rows of all streams after a position, rising, of these topics or any; raises as `read` does."""

    async def newest(self, before: int | None, limit: int) -> list[Note]:
        """The rows of topic LISTED before a position, or of all, falling, found without reading others."""

    async def end(self) -> int:
        """The position of the newest row, 0 where there is none; raises as `read` does."""

    def close(self) -> None:
        """Let go of everything; the store is not used again."""


class Tick(NamedTuple):
    """The time that all nodes have served together."""

    served: int
    """In milliseconds."""
    before: str
    """When any node ticked before this; dates are the database's, in UTC."""
    at: str
    """When this was."""


@runtime_checkable
class KeepsTime(Protocol):
    """A store that keeps the time served beside its rows, for a copy of them to take along."""

    async def time(self) -> Tick:
        """The time served until the last tick; raises StoreUnavailable."""

    async def set_time(self, served: int, at: str) -> None:
        """Go on from this time served, last ticked at this date; raises StoreUnavailable."""


@runtime_checkable
class Shared(Store, Protocol):
    """A store to which other processes append as well."""

    async def news(self) -> Mapping[UUID, int]:
        """
        What others have appended since the last call: each stream with its highest number.

        Some of our own appends may be among it. Raises StoreUnavailable.
        """

    async def tick(self, mine: int) -> Tick:
        """
        Add the time since the last tick of any node, of the last `mine` milliseconds, to the time served.

        `mine` is how long this node has served since its own last tick, 0 for its first.
        Raises StoreUnavailable.
        """

    async def listen(self, heard: Callable[[], None]) -> None:
        """Call `heard` at once, and whenever another process has appended; raises StoreUnavailable."""
