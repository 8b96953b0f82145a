"""What goes wrong for whoever types a command: one line, one stable code, one exit status."""

from __future__ import annotations

FAULT, WRONG_USAGE, INTERRUPTED = 1, 2, 130


class Problem(Exception):
    """A command that cannot do what it was asked; `message` says what to do."""

    def __init__(self, code: str, message: str, *, status: int = FAULT) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status


def usage(message: str) -> Problem:
    """The command was typed in a way that it does not take."""
    return Problem("USAGE", message, status=WRONG_USAGE)
