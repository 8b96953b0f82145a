"""Single keys for stepping through a game; from a pipe, the characters that come."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class GoTo:
    """To this record."""

    record: int


class Keyboard:
    """Reads keys as they are pressed, without Enter and without showing them."""

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self._before: Any = None

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

    def move(self) -> int | GoTo | None:
        """So many steps on or back, or to the record typed; None to quit."""
        number = ""
        while True:
            key = os.read(self._descriptor, 1).decode(errors="replace")
            if key in ("", "q", "\x04"):
                return None
            if key.isdecimal():
                number += key
            elif number and key in "\r\n":
                return GoTo(int(number))
            elif key in " \r\n":
                return 1
            elif key == "b":
                return -1
