"""Keeps the keys of a running service those of their folder, and the operator's token fresh."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from .clock import Clock
from .desk import Desk
from .errors import CannotStart
from .keys import Bearer, Keys
from .store import StoreUnavailable

LOOK_SECONDS = 2
"""How often the folder is looked at: well within the minute that a new key is given before it makes."""
LIVES = 4
"""So many times in its hours the operator's token is made again, so that it is good for long."""

log = structlog.get_logger()


class Locksmith:
    """The one who looks after keys and leaves the operator's token."""

    def __init__(
        self,
        keys: Keys,
        desk: Desk,
        token: Path,
        clock: Clock,
        *,
        token_hours: float,
        turned: Callable[[], Awaitable[None]],
    ) -> None:
        """`turned` is awaited whenever there are other keys, and at the next look again where it raises."""
        self._turned = turned
        self._keys = keys
        self._desk = desk
        self._token = token
        self._clock = clock
        self._renew = token_hours * 3600 / LIVES
        self._left = 0.0
        self._untold = False
        self._told: str | None = None

    async def run(self) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, self._renew))
            await self.look()

    async def look(self) -> None:
        """Take in what has changed in the folder; a ring that cannot be read stays as it is."""
        try:
            rings = await asyncio.to_thread(self._keys.read_again)
            if rings:
                self._keys.turn(rings)
                self._desk.forget_lost()
                self._untold = True
                log.info("keys changed", rings=sorted(rings))
            if rings or self._clock.monotonic() - self._left >= self._renew:
                self.leave_token()
            if self._untold:
                await self._turned()
                self._untold = False
        except (CannotStart, OSError, StoreUnavailable) as error:
            self._complain(str(error))
        else:
            self._told = None

    def leave_token(self) -> None:
        """Leave an operator's token where only whoever runs the service can read it, whole at any moment."""
        aside = self._token.with_suffix(".new")
        aside.unlink(missing_ok=True)
        aside.touch(mode=0o600, exist_ok=False)
        aside.write_text(self._keys.token(Bearer("operator", "operator")) + "\n", encoding="ascii")
        aside.replace(self._token)
        self._left = self._clock.monotonic()

    def _complain(self, reason: str) -> None:
        """Once for each fault, not at every look."""
        if self._told != reason:
            log.error("keys cannot be read again, or a token not be left", reason=reason)
        self._told = reason
