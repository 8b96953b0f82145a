"""How the rules say no."""

from __future__ import annotations

from typing import Any

BAD_ARGS = "BAD_ARGS"
GAME_NOT_STARTED = "GAME_NOT_STARTED"
GAME_OVER = "GAME_OVER"
GAME_STARTED = "GAME_STARTED"
NOT_YOUR_TURN = "NOT_YOUR_TURN"
SEAT_TAKEN = "SEAT_TAKEN"
BAD_SEAT = "BAD_SEAT"

COMMON_CODES = (BAD_ARGS, GAME_NOT_STARTED, GAME_OVER, NOT_YOUR_TURN, SEAT_TAKEN, BAD_SEAT, GAME_STARTED)


class Refused(Exception):
    """
    A command that the rules do not allow now.

    `code` is stable and part of the contract, the text may change.
    `detail` holds plain, public values that help the one who asked.
    """

    def __init__(self, code: str, message: str, **detail: Any) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.detail = detail
