"""What an audit says: the level reached, and the first record that is not as it must be."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Level = Literal["chain", "seal", "dice", "rules"]
LEVELS: tuple[Level, ...] = ("chain", "seal", "dice", "rules")


def plain(message: msgspec.Struct | None) -> Any:
    """A message as its line tells it, to be held against that: a tuple is no list to whoever compares."""
    return msgspec.json.decode(msgspec.json.encode(message))


class Fault(Exception):
    """The first thing that one level finds wrong; `code` is one of docs/replay-format.md, "Fault codes"."""

    def __init__(self, code: str, line: int, reason: str, *, expected: Any = None, found: Any = None) -> None:
        super().__init__(f"line {line}: {code}: {reason}")
        self.code = code
        self.line = line
        self.reason = reason
        self.expected = expected
        self.found = found

    def to_keep(self) -> Fault:
        """Itself without the way it came: the frames there hold the line read, and whoever keeps this."""
        self.__traceback__ = self.__context__ = None
        return self


class Caveat(msgspec.Struct, frozen=True):
    """Something the audit could not know, in a code and a sentence."""

    code: str
    text: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """
    The verdict on one file.

    `level` is the last level that holds, None when not even the chain does. `fails`
    is the level that found the fault whose `code`, `line` (from 1), `expected` and
    `found` follow; all None for a file without a fault.
    """

    level: Level | None
    fails: Level | None = None
    code: str | None = None
    line: int | None = None
    reason: str = ""
    expected: Any = None
    found: Any = None
    caveats: tuple[Caveat, ...] = ()
    records: int = 0
    game: str = ""
    game_id: str = ""
    outcome: str | None = None
    head: str = ""
    key: str = ""
    """The public key of the seal, hex; empty where there is none."""

    @property
    def ok(self) -> bool:
        """Whether nothing wrong was found, as far as the file could be checked."""
        return self.fails is None
