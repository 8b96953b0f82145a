"""Single keys for stepping through a game; from a pipe, the characters that come."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import Any, Self

END = ("", "\x04")
ENTER = ("\r", "\n")
RUBOUT = ("\x08", "\x7f")
ESCAPE = "\x1b"


@dataclass(frozen=True)
class GoTo:
    """To this record."""

    record: int


@dataclass(frozen=True)
class Seek:
    """To the next event, or the last one before, whose type begins with this word."""

    word: str
    back: bool = False


Move = int | GoTo | Seek | None
"""So many records on or back, to a record, to an event; None to quit."""


def move_of(line: str) -> GoTo | Seek | None:
    """What a line that was typed to its end asks for, if anything."""
    if line.isdecimal():
        return GoTo(int(line))
    if line.startswith("/") and line[1:].strip():
        return Seek(line[1:].strip())
    return None


class Keyboard:
    """Reads keys as they are pressed, without Enter; of what is typed to an end by Enter, it shows each."""

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self._before: Any = None
        self._sought: Seek | None = None

    def __enter__(self) -> Self:
        if os.isatty(self._descriptor):
            import termios  # noqa: PLC0415 - where this is missing, nothing is a terminal of this kind
            import tty  # noqa: PLC0415 - as above

            self._before = termios.tcgetattr(self._descriptor)
            tty.setcbreak(self._descriptor)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            import termios  # noqa: PLC0415 - as above

            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def move(self) -> Move:
        """What the next keys ask for; keys that ask for nothing are passed over."""
        while True:
            key = self._key()
            if key in END or key == "q":
                return None
            if key == " " or key in ENTER:
                return 1
            if key == "b":
                return -1
            if (key.isdecimal() or key == "/") and (asked := self._asked(key)):
                return asked
            if key in {"n", "N"} and self._sought:
                return replace(self._sought, back=key == "N")

    def _asked(self, first: str) -> Move:
        """What a line that begins with a digit or `/` asks for, if anything."""
        move = move_of(self._line(first))
        if isinstance(move, Seek):
            self._sought = move
        return move

    def _line(self, line: str) -> str:
        """The rest of a line, up to Enter; Escape, or rubbing all of it out, gives it up."""
        self._echo(line)
        while line and (key := self._key()) not in (*ENTER, *END):
            if key == ESCAPE:
                return ""
            if key in RUBOUT:
                line = line[:-1]
                self._echo("\b \b")
            elif key.isprintable():
                line += key
                self._echo(key)
        return line

    def _key(self) -> str:
        return os.read(self._descriptor, 1).decode(errors="replace")

    def _echo(self, text: str) -> None:
        if self._before is not None:
            print(text, end="", flush=True)
