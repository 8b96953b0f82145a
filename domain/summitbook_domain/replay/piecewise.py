"""
The quick way through a file up to level dice: cut each line at what must stand in it, and look at each piece.

A line is cut where its keys are, and where it tells its number and the hash before it; no
cut lies within a text, where a backslash stands before each quote. Each piece is then held
against what it must be: the time against how times are written, the command and the event
against how they are written, having been read, the hash against that of all the rest. Pieces
and cuts together are the whole line, so a line of which each is right is canonical and linked;
a draw is drawn again. Of a line that is not so, nothing is said here: the levels look at it for
themselves.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from .. import canonical
from ..canonical import Integer
from ..game import Game
from ..message import Event
from ..record import MOMENT, Head
from ..refusal import Refused
from ..table.commands import CreateGame
from ..table.events import GameClosed, GameCreated
from ..table.state import command_type, event_type
from .chain import GameChain
from .dice import Dice

M = TypeVar("M", bound=msgspec.Struct)

_HASH = b',"hash":"'
_HASHED = len(_HASH) + 64 + len(b'"')
"""Bytes of a line that its hash is not of."""
_END = b'"}\n'
_stamped = re.compile(rb'\{"at":"%b"\Z' % MOMENT.encode()).match

COMMANDS_KEPT = 1_024
"""Of so many of the latest short commands it is known what they say."""
SHORT = 128
"""Bytes of a command's fields; a file may hold longer ones than anyone wants to keep."""
_LARGE = 16
"""Integers of more than 53 bits have as many digits in a row, and so may text; both are looked at closely."""
_may_be_large = re.compile(rb"[0-9]{%d}" % _LARGE).search


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command as it stands in the line, its fields not read yet. The keys rise, as they do there."""

    args: msgspec.Raw
    by: str
    command: str
    id: str
    seat: Integer | None


write_asked = msgspec.json.Encoder().encode
"""The canonical form of what was asked: its keys need no sorting, which takes as long as writing does."""


class NotInFull(Exception):
    """A value is not written out as it must be, or may not be."""


_read_asked = msgspec.json.Decoder(Asked).decode
_NOT_RIGHT = ValueError, RecursionError, Refused, NotInFull
"""What reading and drawing raise; decoding and text that is none are errors of value too."""


class Piecewise:
    """Takes lines for levels chain and dice at once, and keeps both where they would be had they done it."""

    def __init__(self, chain: GameChain, dice: Dice) -> None:
        """Both have taken the first record, and every one since."""
        self._chain = chain
        self._dice = dice
        self._readers: dict[bytes, Callable[[bytes], Event]] = {}
        self._stamp: bytes | None = None

    def take(self, raw: bytes) -> bool:
        """
        Whether the next line is right; where it is not, nothing has changed.

        Raises Fault where an expected head has another hash.
        """
        chain, dice, game = self._chain, self._dice, self._dice.game
        if game is None or chain.closed:
            return False
        n = chain.head.n + 1
        link = b'","n":%d,"prev":"%b","type":"' % (n, chain.head.hash.encode())
        front, _, told = raw.rpartition(link)
        written, _, hashed = front.rpartition(_HASH)
        opening, _, data = written.rpartition(b',"data":')
        stamp, caused, cause = opening.partition(b',"cause":')
        try:
            read = self._readers.get(told) or self._reader(game, told)
            event = read(data)
            if canonical.encode(event) != data:
                return False
            if stamp != self._stamp and not _stamped(stamp):
                return False
            if caused:
                _check_cause(game, cause)
            right = hashlib.sha256(written + raw[len(written) + _HASHED : -1]).hexdigest()
            if hashed != right.encode() or not dice.follow(event):
                return False
        except _NOT_RIGHT:
            return False
        self._stamp = stamp
        chain.follow(Head(n, right), event if isinstance(event, GameClosed) else None)
        return True

    def _reader(self, game: Game[Any, Any, Any], told: bytes) -> Callable[[bytes], Event]:
        """What reads the event of a line that ends so; raises NotInFull."""
        name, end = told[: -len(_END)].decode(), told[-len(_END) :]
        kind = event_type(game, name)
        if kind is None or kind is GameCreated or end != _END:
            raise NotInFull
        self._readers[told] = read = _decoder(kind)
        return read


def _check_cause(game: Game[Any, Any, Any], plain: bytes) -> None:
    """Whether a command stands here in canonical form; raises NotInFull, as for CreateGame, or Refused."""
    asked = _read_asked(plain)
    kind = command_type(game, asked.command)
    if kind is CreateGame or write_asked(asked) != plain:
        raise NotInFull
    command_in_full(kind, bytes(asked.args))


def command_in_full(kind: type[M], plain: bytes) -> M:
    """
    The command of this type whose fields stand here in canonical form.

    Games take a few short ones again and again. Raises NotInFull or as decoding does.
    """
    return _kept(kind, plain) if len(plain) <= SHORT else _in_full(kind, plain)


def _in_full(kind: type[M], plain: bytes) -> M:
    value: M = _decoder(kind)(plain)
    if canonical.encode(value) != plain or _may_be_large(plain):
        raise NotInFull
    return value


_kept = lru_cache(COMMANDS_KEPT)(_in_full)


@cache
def _decoder(kind: type[msgspec.Struct]) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(kind).decode
