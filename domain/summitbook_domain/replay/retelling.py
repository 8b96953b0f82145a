"""
The quick way through a file in which nothing is wrong: tell it again, and compare byte for byte.

What the recorded commands lead to is written down as the service writes it. While every
line comes out as it stands in the file, it is canonical, linked and drawn right, and the
rules led to it, all at once. At the first that does not, nothing is said of it here: the
levels look for themselves, from the first line on.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .. import canonical
from ..chance import Seed
from ..message import Event
from ..record import Cause, Head, Timestamp, cause_of, write
from ..refusal import Refused
from ..table import rules
from ..table.events import GameClosed
from ..table.state import Table, command_of, evolve


class NotAsTold(Exception):
    """The line is not what was told again."""


class _Line(msgspec.Struct):
    """What of a line cannot be told from the lines before."""

    at: Timestamp
    cause: Cause | UnsetType = UNSET


_read = msgspec.json.Decoder(_Line).decode


class Retelling:
    """Tells a game again from its first record on."""

    def __init__(self, table: Table, head: Head, seed: Seed) -> None:
        """`table` and `head` are those of the first record, which is checked: it cannot be told."""
        self.head = head
        self.closed: GameClosed | None = None
        self._table = table
        self._seed = seed
        self._due: deque[Event] = deque()

    def take(self, raw: bytes) -> None:
        """Tell the next line again; raises NotAsTold."""
        try:
            line = _read(raw)
            event, cause = self._next(line.cause or None)
            told, self.head = write(self.head, line.at, event, cause)
        except (msgspec.DecodeError, UnicodeError, RecursionError, canonical.BadFormat, Refused) as error:
            raise NotAsTold from error
        if raw[:-1] != told or raw[-1:] != b"\n":
            raise NotAsTold
        self._table = evolve(self._table, event, cause)
        if isinstance(event, GameClosed):
            self.closed = event

    def _next(self, cause: Cause | None) -> tuple[Event, Cause | None]:
        """What comes next, with the command behind it written out in full."""
        if (cause is None) != bool(self._due):
            raise NotAsTold
        if cause:
            cause = self._ask(cause)
        if not self._due:
            raise NotAsTold
        return self._due.popleft(), cause

    def _ask(self, cause: Cause) -> Cause:
        canonical.check(cause.args)
        command: Any = command_of(self._table.game, cause.command, cause.args)
        self._due.extend(rules.decide(self._table, cause.seat, command, self._seed))
        return cause_of(command, seat=cause.seat, by=cause.by, id=cause.id)
