"""Which games there are, told by the few rows that say a game was made, began or closed."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from uuid import UUID

import msgspec
import structlog

from summitbook_domain.table.state import Phase

from .errors import CannotGoOn, LimitReached
from .history import birth_of
from .limits import Shares
from .store import Row, Store, StoreUnavailable

PAGE = 1_000
TOPICS = ("GameCreated", "GameStarted", "GameClosed")

log = structlog.get_logger()


class Listed(msgspec.Struct):
    """One game in the list; `place` counts from 0 in the order in which games were made."""

    place: int
    game_id: UUID
    game: str
    phase: Phase = "open"
    timed: bool = False
    """Whether a turn's time is limited."""
    readable: bool = True


class Lobby:
    """The list of all games, kept up by reading the store after its last position."""

    def __init__(self, store: Store, *, open_games: int, caller_games: int) -> None:
        self._store = store
        self._limit = open_games
        self._position = 0
        self._games: list[Listed] = []
        self._open: dict[UUID, Listed] = {}
        self._shares = Shares(caller_games, _too_many_of_yours)
        self._makers: dict[UUID, Hashable] = {}
        self._reading = asyncio.Lock()

    @property
    def listed(self) -> int:
        """How many games there are."""
        return len(self._games)

    @property
    def open(self) -> int:
        """How many of them are open or in play."""
        return len(self._open)

    async def run(self, every: float) -> None:
        """Keep the list nearly up to date, so that no one who asks waits for much reading."""
        while True:
            with suppress(StoreUnavailable):
                await self.catch_up()
            await asyncio.sleep(every)

    @contextmanager
    def room(self, game_id: UUID, caller: Hashable) -> Iterator[None]:
        """
        Room for a game that the block makes, this caller's until it is closed; raises LimitReached.

        Who made a game is known to the service that made it, for as long as it runs: it is written nowhere.
        """
        if len(self._open) >= self._limit:
            raise LimitReached("TOO_MANY_GAMES", "too many games are open; try again when some are closed")
        self._shares.take(caller)
        self._makers[game_id] = caller
        try:
            yield
        except BaseException:
            self._leave(game_id)
            raise

    async def catch_up(self) -> None:
        """Read on to the newest row."""
        async with self._reading:
            while notes := await self._store.read_all(self._position, PAGE, TOPICS):
                for note in notes:
                    self._take(note.row)
                self._position = notes[-1].position
                await asyncio.sleep(0)

    def before(self, place: int | None) -> Iterator[Listed]:
        """The games made before the one at this place (None: all), newest first."""
        newest = len(self._games) if place is None else min(place, len(self._games))
        found = (self._games[i] for i in range(newest - 1, -1, -1))
        return (listed for listed in found if listed.readable)

    def leave_out(self, listed: Listed, reason: str) -> None:
        """List a game no more that cannot be read; another store or release may mend it."""
        listed.readable = False
        log.warning("game left out of the list", game_id=str(listed.game_id), reason=reason)

    def unclosed(self) -> list[UUID]:
        """The games that are open or in play."""
        return list(self._open)

    def timed(self) -> list[UUID]:
        """The games in play in which a turn's time is limited."""
        return [game_id for game_id, each in self._open.items() if each.timed and each.phase == "playing"]

    def _take(self, row: Row) -> None:
        match row.topic:
            case "GameCreated":
                self._made(row)
            case "GameStarted" if listed := self._open.get(row.stream):
                listed.phase = "playing"
            case "GameClosed" if listed := self._open.pop(row.stream, None):
                listed.phase = "closed"
                self._leave(row.stream)

    def _leave(self, game_id: UUID) -> None:
        """Count a game as its maker's no more."""
        if game_id in self._makers:
            self._shares.give_back(self._makers.pop(game_id))

    def _made(self, row: Row) -> None:
        listed = Listed(len(self._games), row.stream, "")
        self._games.append(listed)
        try:
            birth = birth_of(row)
            listed.game, listed.timed = birth.game, birth.options.turn_seconds > 0
            self._open[row.stream] = listed
        except CannotGoOn as error:
            self.leave_out(listed, error.reason)


def _too_many_of_yours() -> LimitReached:
    return LimitReached("TOO_MANY_GAMES", "too many games of yours are open; close some first")
