"""A recorded game without the people who played it: docs/replays.md, "Scrubbing"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from msgspec import UNSET
from msgspec.structs import replace

from ..policies import LONG_AGO
from ..record import Cause, Record
from ..replay.tail import reveal_line
from .log import Log, chained

SERVICE = "service"
"""Who asks for what the service does by itself: nobody, so it stays."""


class NotClosed(ValueError):
    """The game still goes on: without its seal nothing would tell that the file is whole."""


class Pseudonyms:
    """A new word for each old one, numbered in the order in which they come up."""

    def __init__(self, make: Callable[[int], str]) -> None:
        self._make = make
        self._given: dict[str, str] = {}

    def of(self, word: str) -> str:
        """The same for the same word."""
        return self._given.setdefault(word, self._make(len(self._given) + 1))


class _Scrubber:
    def __init__(self) -> None:
        self._names = Pseudonyms("Climber {}".format)
        self._callers = Pseudonyms("caller-{}".format)
        self._ids = Pseudonyms(lambda n: str(UUID(int=n, version=4)))

    def record(self, record: Record) -> Record:
        cause = self._cause(record.cause) if record.cause else UNSET
        return replace(record, at=LONG_AGO, data=self._data(record), cause=cause)

    def _data(self, record: Record) -> dict[str, Any]:
        if record.type == "GameCreated":
            born = {key: value for key, value in record.data.items() if key != "forked_from"}
            return {**born, "game_id": born["deal"]}
        return self._unnamed(record.data) if record.type == "SeatTaken" else record.data

    def _cause(self, cause: Cause) -> Cause:
        args = self._unnamed(cause.args) if cause.command == "TakeSeat" else cause.args
        by = cause.by if cause.by == SERVICE else self._callers.of(cause.by)
        return replace(cause, args=args, by=by, id=self._ids.of(cause.id))

    def _unnamed(self, fields: dict[str, Any]) -> dict[str, Any]:
        """The fields with a pseudonym; a TakeSeat that the rules refuse may have anything for a name."""
        return {**fields, "name": self._names.of(str(fields["name"]))} if "name" in fields else fields


def scrub(log: Log) -> tuple[bytes, ...]:
    """
    The lines (without line feeds) of the same game by nobody in particular, unsealed.

    The same log gives the same lines, and scrubbed ones give themselves. Raises NotClosed.
    """
    if not log.closed:
        raise NotClosed("this game still goes on")
    scrubber = _Scrubber()
    lines = chained(map(scrubber.record, log.records))
    return (*lines, reveal_line(log.reveal)) if log.reveal else lines
