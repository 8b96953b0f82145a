"""Those who follow a game: they read the store after their last record, whenever the bell rings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Hashable, Iterator
from contextlib import contextmanager
from enum import Enum
from uuid import UUID

from summitbook_domain.table.events import GameClosed

from .bell import Bell
from .door import Turnstile
from .errors import LimitReached, Unavailable
from .history import AnyGame, Told, commands
from .limits import Shares
from .store import Store


class Quiet(Enum):
    """What a follower hears when nothing new is recorded."""

    CAUGHT_UP = "caught up"
    HEARTBEAT = "heartbeat"


class Followers:
    """All open subscriptions of the service."""

    def __init__(self, store: Store, bell: Bell, *, heartbeat: float, limit: int, caller_limit: int) -> None:
        self._store = store
        self._bell = bell
        self._heartbeat = heartbeat
        self.open = Turnstile(limit, _too_many)
        """The subscriptions that are open."""
        self._shares = Shares(caller_limit, _too_many_of_yours)

    @contextmanager
    def admitted(self, caller: Hashable) -> Iterator[None]:
        """One more subscription, this caller's, as long as the block lasts; raises LimitReached at once."""
        with self.open, self._shares.one(caller):
            yield

    async def follow(
        self, game: AnyGame, game_id: UUID, after: int, *, closed: bool
    ) -> AsyncGenerator[tuple[Told, ...] | Quiet, None]:
        """
        The records of a game after a number, those of one command together, as they come.

        Ends after the game's last record, at once where that was seen (`closed`). Raises
        Unavailable when the service stops, after all that is recorded.
        """
        with self._bell.listening(game_id) as rung:
            quiet: Quiet | None = Quiet.CAUGHT_UP
            while not closed:
                rung.clear()
                groups = await commands(self._store, game, game_id, after)
                for group in groups:
                    yield group
                    after, quiet = group[-1].n, Quiet.CAUGHT_UP
                    closed = isinstance(group[-1].event, GameClosed)
                if groups:
                    continue
                if self._bell.stopping:
                    raise Unavailable("SHUTTING_DOWN", "the service is stopping; subscribe again after this")
                if quiet:
                    yield quiet
                quiet = None if await _rings(rung, self._heartbeat) else Quiet.HEARTBEAT


async def _rings(rung: asyncio.Event, seconds: float) -> bool:
    """Whether the bell rings within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            return await rung.wait()
    except TimeoutError:
        return False


def _too_many() -> LimitReached:
    return LimitReached("TOO_MANY_SUBSCRIBERS", "too many subscriptions are open; try again later")


def _too_many_of_yours() -> LimitReached:
    return LimitReached("TOO_MANY_SUBSCRIBERS", "you have too many subscriptions open; end some first")
