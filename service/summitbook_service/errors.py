"""What can go wrong, with a stable code for each."""

from __future__ import annotations


class CannotStart(Exception):
    """
    The service could not start; nothing was changed.

    `code` is PORT_IN_USE, DATA_UNWRITABLE, DATA_LOCKED or BAD_KEY, `message` says what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
