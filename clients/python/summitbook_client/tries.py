"""How long a client goes on when it is not answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import grpc

from .errors import Refused, Unreachable

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between a try and the next: each pause is twice the one before."""
RETRY_AFTER = "retry_after_ms"
"""The metadata of a refusal that says in how many milliseconds to call again."""
UNANSWERED = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,  # by a server that stops; what we cancel ourselves is no error of a call
)


class Tries:
    """How long to go on after failures in a row, from the first of them; an answer ends the row."""

    def __init__(self, patience: float, on_wait: Callable[[], None]) -> None:
        self._patience = patience
        self._on_wait = on_wait
        self._until: float | None = None
        self._pause = FIRST_PAUSE

    async def after(self, told: Refused) -> None:
        """Pause before the next try, or raise what ends the trying."""
        if told.status not in UNANSWERED:
            await self._as_told(told)
            return
        now = time.monotonic()
        self._until = self._until or now + self._patience
        if now >= self._until:
            raise Unreachable(told.status, told.message) from None
        self._on_wait()
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)

    async def _as_told(self, refused: Refused) -> None:
        """Pause for as long as a server says that was asked too much at once; raise any other refusal."""
        pause = refused.metadata.get(RETRY_AFTER, "")
        if not pause.isdecimal() or int(pause) > 1000 * self._patience:
            raise refused from None
        await asyncio.sleep(int(pause) / 1000)
