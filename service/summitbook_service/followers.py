"""Those who follow a game: whatever they are sent comes from the store, in the order of its records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Hashable, Iterator
from contextlib import contextmanager
from enum import Enum
from uuid import UUID

from .bell import Bell
from .door import Turnstile
from .errors import LimitReached, Unavailable
from .feed import Feed
from .history import AnyGame
from .limits import Shares
from .packed import Packed
from .store import Store
from .waiting import Word

KEPT_BYTES = 32 * 1024 * 1024
"""How many bytes of the newest records are kept for all followers of all games together."""
MOST_KEPT = 1024 * 1024
"""How many of them for one game at most."""


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
        self._feeds: dict[UUID, Feed] = {}
        self.open = Turnstile(limit, _too_many)
        """The subscriptions that are open."""
        self._shares = Shares(caller_limit, _too_many_of_yours)

    @contextmanager
    def admitted(self, caller: Hashable) -> Iterator[None]:
        """One more subscription, this caller's, as long as the block lasts; raises LimitReached at once."""
        with self.open, self._shares.one(caller):
            yield

    @contextmanager
    def at(self, game: AnyGame, game_id: UUID, tip: int) -> Iterator[Feed]:
        """The feed of a game whose log goes to record `tip` at least, for one follower more."""
        feed = self._feeds.get(game_id) or self._begun(game, game_id, tip)
        feed.followers += 1
        try:
            yield feed
        finally:
            feed.followers -= 1
            if not feed.followers:
                feed.close()
                del self._feeds[game_id]

    async def follow(self, feed: Feed, after: int, *, closed: bool) -> AsyncGenerator[Packed | Quiet, None]:
        """
        The items of a game after a record, as they come.

        Ends after the game's last record, at once where that was seen (`closed`). Raises
        Unavailable when the service stops, after all that is recorded.
        """
        first, told = True, False
        while not closed:
            # Before the last look, or what is recorded between the two would be left out.
            stopping = self._bell.stopping
            items = await feed.after(after)
            for item in items:
                yield item
                after, closed, told = item.last, item.closes, False
            if items:
                continue
            if stopping:
                raise Unavailable("SHUTTING_DOWN", "the service is stopping; subscribe again after this")
            if first or (feed.waiting.quiet and not told):
                first, told = False, True
                yield Quiet.CAUGHT_UP
            elif await feed.word(after) is Word.HEARTBEAT and told:
                yield Quiet.HEARTBEAT

    def _begun(self, game: AnyGame, game_id: UUID, tip: int) -> Feed:
        feed = Feed(
            self._store, self._bell, game, game_id, tip=tip, heartbeat=self._heartbeat, room=self._room
        )
        self._feeds[game_id] = feed
        return feed

    def _room(self) -> int:
        return min(MOST_KEPT, KEPT_BYTES // len(self._feeds))


def _too_many() -> LimitReached:
    return LimitReached("TOO_MANY_SUBSCRIBERS", "too many subscriptions are open; try again later")


def _too_many_of_yours() -> LimitReached:
    return LimitReached("TOO_MANY_SUBSCRIBERS", "you have too many subscriptions open; end some first")
