"""Those who follow a game: whatever they are sent comes from the store, in the order of its records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Hashable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, TypeVar
from uuid import UUID

from .bell import Bell
from .door import Turnstile
from .errors import LimitReached, Unavailable
from .feed import Feed, T
from .game_feed import GameFeed
from .history import AnyGame
from .ledger import Ledger
from .limits import Shares
from .store import Store
from .tournaments.feed import TournamentFeed
from .waiting import Word

KEPT_BYTES = 32 * 1024 * 1024
"""How many bytes of the newest records are kept for all followers of all games together."""
MOST_KEPT = 1024 * 1024
"""How many of them for one game at most."""


K = TypeVar("K")
F = TypeVar("F", bound=Feed[Any])


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
        self._feeds: dict[UUID, GameFeed] = {}
        self._tournaments: dict[UUID, TournamentFeed] = {}
        self._ledgers: dict[None, Ledger] = {}
        self.open = Turnstile(limit, _too_many)
        """The subscriptions that are open."""
        self._shares = Shares(caller_limit, _too_many_of_yours)

    @contextmanager
    def admitted(self, caller: Hashable) -> Iterator[None]:
        """One more subscription, this caller's, as long as the block lasts; raises LimitReached at once."""
        with self.open, self._shares.one(caller):
            yield

    @contextmanager
    def at(self, game: AnyGame, game_id: UUID, tip: int) -> Iterator[GameFeed]:
        """The feed of a game whose log goes to record `tip` at least, for one follower more."""

        def begin() -> GameFeed:
            return GameFeed(
                self._store, self._bell, game, game_id, tip=tip, heartbeat=self._heartbeat, room=self._room
            )

        with _followed(self._feeds, game_id, begin) as feed:
            yield feed

    @contextmanager
    def at_tournament(self, tournament_id: UUID, tip: int) -> Iterator[TournamentFeed]:
        """The feed of a tournament whose log goes to record `tip` at least, for one follower more."""

        def begin() -> TournamentFeed:
            return TournamentFeed(
                self._store, self._bell, tournament_id, tip=tip, heartbeat=self._heartbeat, room=self._room
            )

        with _followed(self._tournaments, tournament_id, begin) as feed:
            yield feed

    @contextmanager
    def at_all(self) -> Iterator[Ledger]:
        """The feed of all games, for one follower more."""

        def begin() -> Ledger:
            return Ledger(self._store, self._bell, heartbeat=self._heartbeat, room=lambda: MOST_KEPT)

        with _followed(self._ledgers, None, begin) as ledger:
            yield ledger

    async def follow(
        self, feed: Feed[T], after: int, *, closed: bool = False
    ) -> AsyncGenerator[T | Quiet, None]:
        """
        The items of a feed after a number, as they come.

        Ends after a game's last record, at once where that was seen (`closed`). Raises
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

    def _room(self) -> int:
        return min(MOST_KEPT, KEPT_BYTES // max(1, len(self._feeds) + len(self._tournaments)))


@contextmanager
def _followed(feeds: dict[K, F], key: K, begin: Callable[[], F]) -> Iterator[F]:
    """The feed of this key, begun for the first follower and closed after the last."""
    feed = feeds.get(key) or begin()
    feeds[key] = feed
    feed.followers += 1
    try:
        yield feed
    finally:
        feed.followers -= 1
        if not feed.followers:
            feed.close()
            del feeds[key]


def _too_many() -> LimitReached:
    return LimitReached("TOO_MANY_SUBSCRIBERS", "too many subscriptions are open; try again later")


def _too_many_of_yours(has: int) -> LimitReached:
    return LimitReached(
        "TOO_MANY_SUBSCRIBERS", f"as many subscriptions of yours are open as may be ({has}); end some first"
    )
