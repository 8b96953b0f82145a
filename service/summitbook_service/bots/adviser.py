"""What advises bots: some at once, and none for ever, so that no game stands still for want of advice."""

from __future__ import annotations

import asyncio

import structlog

from ..errors import CannotGoOn, LimitReached, Unavailable
from ..hints import Advice, Advised, Seen

AT_ONCE = 16
"""In how many games bots are advised at once; in others they wait."""
PATIENCE = 120.0
"""Seconds after which a bot acts without advice; the first takes a minute on a large sheet."""
AGAIN_SECONDS = 0.5
"""After how long it asks again where people ask for too many hints."""

log = structlog.get_logger()


class Adviser:
    """The way from bots to what works out hints."""

    def __init__(self, advice: Advice) -> None:
        self._advice = advice
        self._places = asyncio.Semaphore(AT_ONCE)

    async def on(self, seen: Seen) -> Advised | None:
        """What the commands of a seat are worth; None where nobody can tell, or not in time."""
        try:
            async with asyncio.timeout(PATIENCE), self._places:
                return await self._asked(seen)
        except (CannotGoOn, Unavailable):
            return None
        except TimeoutError:
            log.warning("no advice for a bot in time", game=seen.game.name)
        except Exception:
            # A fault in what advises is no reason to leave people sitting there.
            log.exception("no advice for a bot", game=seen.game.name)
        return None

    async def _asked(self, seen: Seen) -> Advised:
        while True:
            try:
                return await self._advice.on(seen)
            except LimitReached:
                await asyncio.sleep(AGAIN_SECONDS)
