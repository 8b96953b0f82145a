"""
The quick way through a file in which nothing is wrong: tell it again, and compare byte for byte.

What the recorded commands lead to is written down as the service writes it. While every
line comes out as it stands in the file, it is canonical, linked and drawn right, and the
rules led to it, all at once. Of a line that does not, nothing is said here: the levels
look at it for themselves.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ..message import Event
from ..record import write_caused
from ..refusal import Refused
from ..table.events import GameClosed
from ..table.rules import decide
from ..table.state import Table, command_type, evolve
from .chain import GameChain
from .dice import Dice
from .piecewise import Asked, NotInFull, command_in_full, write_asked
from .rules import Rules


class _Line(msgspec.Struct):
    """What of a line cannot be told from the lines before."""

    at: str
    cause: Asked | UnsetType = UNSET


_read = msgspec.json.Decoder(_Line).decode


class Retelling:
    """Takes lines for all levels at once, and keeps them where they would be had each taken them itself."""

    def __init__(self, chain: GameChain, dice: Dice, rules: Rules) -> None:
        """All three have taken the first record, which cannot be told, and every one since."""
        self._chain = chain
        self._dice = dice
        self._rules = rules

    def take(self, raw: bytes) -> bool:
        """
        Whether the next line is what is told again; where it is another, nothing has changed.

        Raises Fault where an expected head has another hash.
        """
        chain, rules = self._chain, self._rules
        table, due = rules.table, rules.due
        if table is None:
            return False
        try:
            line = _read(raw)
            cause = line.cause or None
            if cause is not None and not due:
                due = self._ask(table, cause)
            elif cause is not None or not due:
                return False
            event = due[0]
            caused = b"" if cause is None else b'"cause":%b,' % write_asked(cause)
            told, head = write_caused(chain.head, line.at, event, caused)
        except (msgspec.DecodeError, UnicodeError, RecursionError, Refused, NotInFull):
            return False
        if raw != told + b"\n" or not chain.dates(line.at):
            return False
        chain.follow(head, event if isinstance(event, GameClosed) else None)
        self._dice.note(event)
        asked: Any = cause  # the fields of a command that folding a record reads are there
        rules.follow(evolve(table, event, asked), due[1:])
        return True

    def _ask(self, table: Table, cause: Asked) -> tuple[Event, ...]:
        """What the command leads to."""
        command = command_in_full(command_type(table.game, cause.command), bytes(cause.args))
        return decide(table, cause.seat, command, self._rules.seed)
