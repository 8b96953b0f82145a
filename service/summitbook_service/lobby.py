"""
Which games there are, told by the few rows that say a game was made, began or closed.

Games that are not closed are kept in memory, of which there are never more than the limit.
All others are in the store alone, however many there ever were.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from sys import intern
from typing import NamedTuple
from uuid import UUID

import msgspec
import structlog

from summitbook_domain.table.state import Phase

from .errors import CannotGoOn, LimitReached
from .history import birth_of
from .limits import Shares
from .store import Note, Store, StoreUnavailable

PAGE = 1_000
LOOKED_THROUGH = 200
"""How many games are looked through at once."""
MOST_TOLD = 1_000
"""Of how many unreadable games it is remembered that they were told of."""
TOPICS = ("GameCreated", "GameStarted", "GameClosed")

log = structlog.get_logger()


class Listed(NamedTuple):
    """One game in the list; `position` is that of its first record in the one order over all games."""

    position: int
    game_id: UUID
    game: str
    phase: Phase


class Unclosed(msgspec.Struct, gc=False):
    """What is kept of a game that is open or in play; there may be very many."""

    position: int
    game: str
    phase: Phase
    timed: bool
    """Whether a turn's time is limited."""
    maker: Hashable | None

    def listed(self, number: int) -> Listed:
        """The game of this number, its id."""
        return Listed(self.position, UUID(int=number), self.game, self.phase)


class Wanted(NamedTuple):
    """Which games are asked for; None where it may be any."""

    game: str | None
    phase: Phase | None

    def has(self, listed: Listed) -> bool:
        """Whether this is one of them."""
        return self.game in {None, listed.game} and self.phase in {None, listed.phase}


class Found(NamedTuple):
    """Some games, newest first, and before which position to look for more; None where there are no more."""

    games: list[Listed]
    more: int | None


class Lobby:
    """The list of all games, kept up by reading the store after its last position."""

    def __init__(self, store: Store, *, open_games: int, caller_games: int) -> None:
        self._store = store
        self._limit = open_games
        self._position = 0
        self._unreadable: set[UUID] = set()
        self._open: dict[int, Unclosed] = {}
        self._shares = Shares(caller_games, _too_many_of_yours)
        self._making: dict[UUID, Hashable] = {}
        self._reading = asyncio.Lock()

    @property
    def open(self) -> int:
        """How many games are open or in play."""
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
        self._making[game_id] = caller
        try:
            yield
        except BaseException:
            if game_id in self._making:
                self._shares.give_back(self._making.pop(game_id))
            raise

    async def catch_up(self) -> None:
        """Read on to the newest row."""
        async with self._reading:
            end = await self._store.end()
            while notes := await self._store.read_all(self._position, PAGE, TOPICS):
                for note in notes:
                    self._take(note)
                self._position = notes[-1].position
                await asyncio.sleep(0)
            # What lies between the last of these rows and the newest of all is not looked through again.
            self._position = max(self._position, end)

    async def find(self, before: int | None, wanted: Wanted) -> Found:
        """
        The next games that are wanted, made before this position (None: the newest); raises StoreUnavailable.

        A call looks through so many that it is quick: it may find few, or none, and more later.
        """
        if wanted.phase not in {None, "closed"}:
            return self._unclosed_before(before, wanted)
        notes = await self._store.newest(before, LOOKED_THROUGH)
        found = [listed for note in notes if (listed := self._listed(note)) and wanted.has(listed)]
        return Found(found, notes[-1].position if len(notes) == LOOKED_THROUGH else None)

    def leave_out(self, game_id: UUID, reason: str) -> None:
        """Say once of a game that it is not listed since it cannot be read."""
        if game_id not in self._unreadable and len(self._unreadable) < MOST_TOLD:
            self._unreadable.add(game_id)
            log.warning("game left out of the list", game_id=str(game_id), reason=reason)

    def unclosed(self) -> list[UUID]:
        """The games that are open or in play."""
        return [UUID(int=number) for number in self._open]

    def timed(self) -> list[UUID]:
        """The games in play in which a turn's time is limited."""
        found = (number for number, each in self._open.items() if each.timed and each.phase == "playing")
        return [UUID(int=number) for number in found]

    def _unclosed_before(self, before: int | None, wanted: Wanted) -> Found:
        newest = (each.listed(number) for number, each in reversed(self._open.items()))
        found = (each for each in newest if (before is None or each.position < before) and wanted.has(each))
        games = list(islice(found, LOOKED_THROUGH))
        return Found(games, games[-1].position if len(games) == LOOKED_THROUGH else None)

    def _listed(self, note: Note) -> Listed | None:
        """The game that a row makes, as far as it has come; None where it cannot be read, or is too new."""
        if note.position > self._position:
            return None
        if unclosed := self._open.get(note.row.stream.int):
            return unclosed.listed(note.row.stream.int)
        try:
            return Listed(note.position, note.row.stream, birth_of(note.row).game, "closed")
        except CannotGoOn as error:
            self.leave_out(note.row.stream, error.reason)
            return None

    def _take(self, note: Note) -> None:
        number = note.row.stream.int
        match note.row.topic:
            case "GameCreated":
                with suppress(CannotGoOn):
                    self._open[number] = self._made(note)
            case "GameStarted" if unclosed := self._open.get(number):
                unclosed.phase = "playing"
            case "GameClosed":
                unclosed = self._open.pop(number, None)
                if unclosed and unclosed.maker is not None:
                    self._shares.give_back(unclosed.maker)

    def _made(self, note: Note) -> Unclosed:
        """What a log's first row makes; raises CannotGoOn."""
        birth, maker = birth_of(note.row), self._making.pop(note.row.stream, None)
        return Unclosed(note.position, intern(birth.game), "open", birth.options.turn_seconds > 0, maker)


def _too_many_of_yours() -> LimitReached:
    return LimitReached("TOO_MANY_GAMES", "too many games of yours are open; close some first")
