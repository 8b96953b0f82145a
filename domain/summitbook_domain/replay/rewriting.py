"""
The quick way through a file up to level dice: write each line again from what it says, and compare.

An event that comes out byte for byte as it stands in the file is canonical and linked,
and so is the command before it; a draw is drawn again. Of a line that does not come out,
nothing is said here: the levels look at it for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from .. import canonical
from ..canonical import LARGEST
from ..game import Game
from ..record import write_encoded
from ..refusal import Refused
from ..table.commands import CreateGame
from ..table.events import GameClosed, GameCreated
from ..table.state import command_type, event_type
from .chain import GameChain
from .dice import Dice

M = TypeVar("M", bound=msgspec.Struct)

_DIGITS = b"0123456789"
COMMANDS_KEPT = 128
"""Of so many of the latest short commands it is known what they say."""
SHORT = 128
"""Bytes of a command's fields; a file may hold longer ones than anyone wants to keep."""
_LARGE = 16
"""Integers of more than 53 bits have as many digits in a row, and so may text; both are looked at closely."""
_many_digits = re.compile(rb"[0-9]{%d}" % _LARGE).search


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as it stands in the line, its fields not read yet."""

    args: msgspec.Raw
    by: str
    command: str
    id: str
    seat: int | None


class _Line(msgspec.Struct):
    """What of a line cannot be told from the lines before."""

    at: str
    data: msgspec.Raw
    type: str
    cause: Asked | UnsetType = UNSET


class NotInFull(Exception):
    """A value is not written out as it must be, or may not be."""


_read = msgspec.json.Decoder(_Line).decode
_NOT_RIGHT = ValueError, RecursionError, Refused, NotInFull
"""What reading and drawing raise; decoding and text that is none are errors of value too."""


class Rewriting:
    """Takes lines for levels chain and dice at once, and keeps both where they would be had they done it."""

    def __init__(self, chain: GameChain, dice: Dice) -> None:
        """Both have taken the first record, and every one since."""
        self._chain = chain
        self._dice = dice

    def take(self, raw: bytes) -> bool:
        """
        Whether the next line is right; where it is not, nothing has changed.

        Raises Fault where an expected head has another hash.
        """
        chain, dice = self._chain, self._dice
        if dice.game is None:
            return False
        try:
            line = _read(raw)
            kind = event_type(dice.game, line.type)
            if kind is None or kind is GameCreated:
                return False
            data = bytes(line.data)
            event = in_full(kind, data)
            caused = _caused(dice.game, line.cause) if line.cause else b""
            told, head = write_encoded(chain.head, line.at, line.type, data, caused)
            if raw != told + b"\n" or not chain.dates(line.at) or not dice.follow(event):
                return False
        except _NOT_RIGHT:
            return False
        chain.follow(head, event if isinstance(event, GameClosed) else None)
        return True


def _caused(game: Game[Any, Any, Any], asked: Asked) -> bytes:
    """How a line tells the command behind it; raises NotInFull, as for CreateGame, or Refused."""
    kind = command_type(game, asked.command)
    if kind is CreateGame or not -LARGEST <= (asked.seat or 0) <= LARGEST:
        raise NotInFull
    command_in_full(kind, bytes(asked.args))
    return b'"cause":%b,' % canonical.encode(asked)


def in_full(kind: type[M], plain: bytes) -> M:
    """The value of this type that stands here in canonical form; raises NotInFull or as decoding does."""
    value: M = _decoder(kind)(plain)
    if canonical.encode(value) != plain or _may_be_large(plain):
        raise NotInFull
    return value


def _may_be_large(plain: bytes) -> bool:
    """Whether an integer of more than 53 bits may be in it; to count digits first is quicker."""
    return len(plain) - len(plain.translate(None, _DIGITS)) >= _LARGE and _many_digits(plain) is not None


def command_in_full(kind: type[M], plain: bytes) -> M:
    """The same for commands, of which games take a few short ones again and again."""
    return _kept(kind, plain) if len(plain) <= SHORT else in_full(kind, plain)


_kept = lru_cache(COMMANDS_KEPT)(in_full)


@cache
def _decoder(kind: type[msgspec.Struct]) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(kind).decode
