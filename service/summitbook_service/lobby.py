"""
Which games there are, told by the few rows that say a game was made, began or closed.

Games that are not closed are kept in memory, of which there are never more than the limit.
All others are in the store alone, however many there ever were.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from math import inf
from typing import NamedTuple
from uuid import UUID

import structlog

from summitbook_domain.games import GAMES
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


NAMES = ("", *sorted({name for name, _ in GAMES}))
"""The games of the registry; the first stands for any other."""
GAME_BITS, MAKER_BITS = 8, 40
PLAYING, GAME_SHIFT = 2, 2
POSITION_SHIFT = MAKER_BITS + GAME_BITS + GAME_SHIFT


class Listed(NamedTuple):
    """One game in the list; `position` is that of its first record in the one order over all games."""

    position: int
    game_id: UUID
    game: str
    phase: Phase


class Unclosed(NamedTuple):
    """What is kept of a game that is open or in play."""

    position: int
    game: int
    """Its place among NAMES."""
    playing: bool
    timed: bool
    """Whether a turn's time is limited."""
    maker: int
    """The number of who made it; 0 where that is not known."""

    # The bits of the number, from the lowest: timed, playing, game, maker, position.

    def packed(self) -> int:
        """All of it as one number, since there may be very many of them."""
        about = self.maker << GAME_BITS + GAME_SHIFT | self.game << GAME_SHIFT
        return self.position << POSITION_SHIFT | about | self.playing * PLAYING | self.timed

    @classmethod
    def read(cls, number: int) -> Unclosed:
        """What was packed."""
        rest, position = number >> GAME_SHIFT, number >> POSITION_SHIFT
        game, maker = rest % (1 << GAME_BITS), (rest >> GAME_BITS) % (1 << MAKER_BITS)
        return cls(position, game, bool(number & PLAYING), bool(number & 1), maker)

    def listed(self, number: int) -> Listed:
        """The game of this number, its id."""
        phase: Phase = "playing" if self.playing else "open"
        return Listed(self.position, UUID(int=number), NAMES[self.game], phase)


class Wanted(NamedTuple):
    """Which games are asked for; None where it may be any."""

    game: str | None
    phase: Phase | None

    def has(self, listed: Listed) -> bool:
        """Whether this is one of them."""
        return self.game in {None, listed.game} and self.phase in {None, listed.phase}

    def bits(self) -> tuple[int, int]:
        """Which bits of a game that is not closed count, and how they stand where it is wanted."""
        mask, bits = PLAYING, PLAYING * (self.phase == "playing")
        if self.game is not None:
            mask |= (1 << GAME_BITS) - 1 << GAME_SHIFT
            bits |= NAMES.index(self.game) << GAME_SHIFT
        return mask, bits


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
        self._open: dict[int, int] = {}
        self._shares = Shares(caller_games, partial(_too_many_of_yours, caller_games))
        self._making: dict[UUID, Hashable] = {}
        self._makers: dict[int, Hashable] = {}
        self._numbers: dict[Hashable, int] = {}
        self._next_maker = 1
        self._reading = asyncio.Lock()
        self._others: dict[str, Callable[[Note], None]] = {}

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
    def room(self, game_ids: Collection[UUID], caller: Hashable) -> Iterator[None]:
        """
        Room for games that come of the block, this caller's until they are closed; raises LimitReached.

        Who made a game is known to the service that made it, for as long as it runs: it is written nowhere.
        """
        there_are = len(self._open) + len(self._making)
        if there_are + len(game_ids) > self._limit:
            raise LimitReached(
                "TOO_MANY_GAMES",
                f"too many games would be open ({there_are} of {self._limit} are); "
                "try again when some are closed",
            )
        self._shares.take(caller, len(game_ids))
        self._making.update(dict.fromkeys(game_ids, caller))
        try:
            yield
        except BaseException:
            for each in game_ids:
                if each in self._making:
                    self._shares.give_back(self._making.pop(each))
            raise

    async def catch_up(self) -> None:
        """Read on to the newest row."""
        async with self._reading:
            end = await self._store.end()
            topics = (*TOPICS, *self._others)
            while notes := await self._store.read_all(self._position, PAGE, topics):
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

    def tell(self, topics: Sequence[str], take: Callable[[Note], None]) -> None:
        """Tell this one of all rows of these topics too, from the first one on."""
        self._others.update(dict.fromkeys(topics, take))

    def has(self, game_id: UUID) -> bool:
        """Whether this is a game that is open or in play."""
        return game_id.int in self._open

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
        found = ((number, Unclosed.read(packed)) for number, packed in self._open.items())
        return [UUID(int=number) for number, each in found if each.timed and each.playing]

    def _unclosed_before(self, before: int | None, wanted: Wanted) -> Found:
        """All are looked through, in milliseconds: of those that are passed over only some bits are seen."""
        (mask, bits), end = wanted.bits(), inf if before is None else before << POSITION_SHIFT
        newest = reversed(self._open.items())
        found = ((number, packed) for number, packed in newest if packed & mask == bits and packed < end)
        games = [Unclosed.read(packed).listed(number) for number, packed in islice(found, LOOKED_THROUGH)]
        return Found(games, games[-1].position if len(games) == LOOKED_THROUGH else None)

    def _listed(self, note: Note) -> Listed | None:
        """The game that a row makes, as far as it has come; None where it cannot be read, or is too new."""
        if note.position > self._position:
            return None
        if packed := self._open.get(note.row.stream.int):
            return Unclosed.read(packed).listed(note.row.stream.int)
        try:
            return Listed(note.position, note.row.stream, birth_of(note.row).game, "closed")
        except CannotGoOn as error:
            self.leave_out(note.row.stream, error.reason)
            return None

    def _take(self, note: Note) -> None:
        number = note.row.stream.int
        if take := self._others.get(note.row.topic):
            take(note)
        match note.row.topic:
            case "GameCreated":
                with suppress(CannotGoOn):
                    self._open[number] = self._made(note).packed()
            case "GameStarted" if packed := self._open.get(number):
                self._open[number] = Unclosed.read(packed)._replace(playing=True).packed()
            case "GameClosed" if packed := self._open.pop(number, None):
                self._leave(Unclosed.read(packed).maker)

    def _made(self, note: Note) -> Unclosed:
        """What a log's first row makes; raises CannotGoOn."""
        birth, maker = birth_of(note.row), self._making.pop(note.row.stream, None)
        game = NAMES.index(birth.game) if birth.game in NAMES else 0
        timed = birth.options.turn_seconds > 0
        return Unclosed(note.position, game, False, timed, 0 if maker is None else self._number(maker))

    def _number(self, maker: Hashable) -> int:
        """The number of who has made games that are not closed."""
        number = self._numbers.setdefault(maker, self._next_maker)
        self._next_maker += number == self._next_maker
        self._makers[number] = maker
        return number

    def _leave(self, number: int) -> None:
        """Count a game as its maker's no more, and forget who has no others."""
        maker = self._makers.get(number)
        if maker is not None:
            self._shares.give_back(maker)
            if maker not in self._shares:
                del self._makers[number], self._numbers[maker]


def _too_many_of_yours(limit: int, there_are: int) -> LimitReached:
    return LimitReached(
        "TOO_MANY_GAMES",
        f"too many games of yours would be open ({there_are} of {limit} are); close some first",
    )
