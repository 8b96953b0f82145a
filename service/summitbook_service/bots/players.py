"""
When bots act: whenever a game has grown, until it is for others to go on.

On several nodes the one that has written a game's last record acts at once. The others leave
it some time and then act for it, in case it is gone. What a bot does is done at the
version that it has looked at or not at all, so that it is never done twice.

A bot by a policy that this release does not know, of another release's making, stands still like a
person who is away. Nobody plays for it by something else: a node that knows the policy may be there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from uuid import UUID

import structlog

from summitbook_domain.message import Command
from summitbook_domain.refusal import NOT_YOUR_TURN, Refused
from summitbook_domain.table.commands import RetireSeat
from summitbook_domain.table.events import GameClosed
from summitbook_domain.table.state import Table

from ..aside import WITH_BOTS, read_aside
from ..bell import Bell
from ..clock import Clock
from ..desk import Desk
from ..errors import CannotGoOn, LimitReached, NotFound, Unavailable
from ..history import readable
from ..limits import Shares
from ..live import Live
from ..lobby import Lobby
from ..neighbours import Neighbours
from ..places import bots_of
from ..store import Note, StoreUnavailable
from .choosing import POLICIES
from .moves import Move, Moves

LATE_SECONDS = 2.0
"""How long a node leaves to the one that wrote last to act for a bot."""
AGAIN_SECONDS = 1.0
"""After how long it is tried again what could not be done."""

OF_A_TURN = 4
"""Of a turn's time a bot takes one part of so many at most."""

log = structlog.get_logger()


class Overtaken(Refused):
    """The game has gone on since a bot looked at it."""


class Bots:
    """All bots of the service."""

    def __init__(
        self,
        desk: Desk,
        lobby: Lobby,
        bell: Bell,
        moves: Moves,
        clock: Clock,
        *,
        neighbours: Neighbours,
        games: int,
        pace: float,
    ) -> None:
        self._desk = desk
        self._lobby = lobby
        self._bell = bell
        self._neighbours = neighbours
        self._moves = moves
        self._clock = clock
        self._limit = games
        self._pace = pace
        self._shares = Shares((games + 1) // 2, _too_many_of_yours)
        self._games: dict[UUID, Callable[[], None]] = {}
        self._own: dict[UUID, int] = {}
        self._unknown: set[UUID] = set()
        self._making: set[UUID] = set()
        self._makers: dict[UUID, Hashable] = {}
        self._due: set[UUID] = set()
        self._at_work: set[UUID] = set()
        self._rung = asyncio.Event()
        self.commands = 0
        """How many commands bots have done."""
        lobby.tell((WITH_BOTS, GameClosed.__name__), self._take)

    def __len__(self) -> int:
        """How many games that are not closed have bots."""
        return len(self._games)

    @property
    def unknown(self) -> int:
        """In how many of them a bot stands still, since this release does not know its policy."""
        return len(self._unknown)

    @contextmanager
    def room(self, game_id: UUID, bots: Sequence[str], caller: Hashable) -> Iterator[None]:
        """
        Room for a game that the block makes, if it is to have bots; raises LimitReached.

        It is this caller's until it is closed. One caller has half of all the room, or others had none.
        """
        if not bots:
            yield
            return
        if len(self._games) >= self._limit:
            raise LimitReached(
                "TOO_MANY_BOTS",
                f"as many games have bots as may ({self._limit}); "
                "ask for none, or try again when some are closed",
            )
        self._shares.take(caller)
        self._makers[game_id] = caller
        self._making.add(game_id)
        self._meet(game_id)
        try:
            yield
        except BaseException:
            # What has been heard of is stored, though the answer was lost.
            if game_id in self._making:
                self._leave(game_id)
            raise

    async def run(self) -> None:
        """Act for ever, in each game by itself."""
        await self._find()
        async with asyncio.TaskGroup() as group:
            while True:
                self._rung.clear()
                for game_id in self._due - self._at_work:
                    self._due.discard(game_id)
                    self._at_work.add(game_id)
                    group.create_task(self._play(game_id)).add_done_callback(partial(self._rest, game_id))
                await self._rung.wait()

    def look_again(self) -> None:
        """Look at every game, though none has grown: what was in the way of some may be there again."""
        for game_id in self._games:
            self._ring(game_id)

    async def _find(self) -> None:
        """Hear first which games are closed, or all that ever had bots were read."""
        while True:
            try:
                await self._lobby.catch_up()
                break
            except StoreUnavailable:
                await self._clock.sleep(AGAIN_SECONDS)

    def _take(self, note: Note) -> None:
        """Hear from the store of a game with bots, or of one that is over."""
        if note.row.topic == WITH_BOTS:
            with suppress(CannotGoOn):
                game_id = UUID(readable(read_aside, note.row).game_id)
                self._making.discard(game_id)
                self._meet(game_id)
                self._ring(game_id)
        else:
            self._leave(note.row.stream)

    def _meet(self, game_id: UUID) -> None:
        if game_id not in self._games:
            self._games[game_id] = self._bell.listen(game_id, partial(self._ring, game_id))

    def _leave(self, game_id: UUID) -> None:
        if stop := self._games.pop(game_id, None):
            stop()
            self._own.pop(game_id, None)
            self._unknown.discard(game_id)
            self._due.discard(game_id)
            self._making.discard(game_id)
            if game_id in self._makers:
                self._shares.give_back(self._makers.pop(game_id))

    def _ring(self, game_id: UUID) -> None:
        # Kept from here on, since a game that makes room in memory does not take it along.
        self._own[game_id] = max(self._own.get(game_id, 0), self._desk.wrote(game_id))
        self._due.add(game_id)
        self._rung.set()

    def _rest(self, game_id: UUID, _: asyncio.Task[None]) -> None:
        self._at_work.discard(game_id)
        self._rung.set()

    async def _play(self, game_id: UUID) -> None:
        """Act in one game until it is for others to go on."""
        try:
            while await self._act(game_id):
                pass
        except (CannotGoOn, NotFound) as problem:
            log.warning("no bot acts", game_id=str(game_id), reason=problem.reason)
        except Exception:
            # One game that cannot be helped must not stop the bots of all.
            log.exception("no bot acts", game_id=str(game_id))

    async def _act(self, game_id: UUID) -> bool:
        """Do one thing; whether to look again for another, and not only when the game has grown."""
        try:
            live = await self._desk.current(game_id)
            n = live.shown.head.n
            if live.shown.table.phase != "playing":
                return False
            if self._neighbours.possible and self._own.get(game_id) != n:
                await self._clock.sleep(LATE_SECONDS)
                live = await self._desk.current(game_id)
                if live.shown.head.n != n:
                    return True
            bots = self._known(game_id, bots_of(live.aside.bots, live.shown.table.birth.seats))
            move = await self._moves.next(live.shown.table, bots)
            if move is None:
                return False
            await self._clock.sleep(self._pace_at(live.shown.table))
            return await self._do(live, n, move)
        except (LimitReached, Unavailable, StoreUnavailable) as problem:
            log.debug("a bot waits", game_id=str(game_id), reason=str(problem))
            await self._clock.sleep(AGAIN_SECONDS)
            return True

    def _known(self, game_id: UUID, bots: Mapping[int, str]) -> dict[int, str]:
        """Those by policies that this release knows; of the others whoever runs the service is told once."""
        unknown = sorted({policy for policy in bots.values() if policy not in POLICIES})
        if unknown and game_id not in self._unknown:
            self._unknown.add(game_id)
            log.warning(
                "a bot stands still: this release does not know its policy; start the one that does",
                game_id=str(game_id),
                policies=unknown,
            )
        return {seat: policy for seat, policy in bots.items() if policy in POLICIES}

    def _pace_at(self, table: Table) -> float:
        """How many seconds a bot takes at this table: not so many that its own turn would be timed out."""
        turn_seconds = table.options.turn_seconds if table.options else 0
        return min(self._pace, turn_seconds / OF_A_TURN) if turn_seconds else self._pace

    async def _do(self, live: Live, n: int, move: Move) -> bool:
        """Send it; False where the game has gone on, since the bell rings for that."""
        try:
            await self._send(live, n, move.seat, move.command)
        except Overtaken:
            return False
        except LimitReached as limit:
            if limit.reason != "TOO_MANY_RECORDS":
                raise
            await self._send(live, n, move.seat, RetireSeat())
        return True

    async def _send(self, live: Live, n: int, seat: int, command: Command) -> None:
        await self._desk.do(live, f"bot/{seat}/{n}", command, permit=_still_at(n), seat=seat)
        self.commands += 1


def _too_many_of_yours(has: int) -> LimitReached:
    return LimitReached(
        "TOO_MANY_BOTS", f"as many games of yours have bots as may ({has}); ask for none, or close some first"
    )


def _still_at(n: int) -> Callable[[Table], None]:
    """Leave while nothing has been recorded since; else raises Overtaken."""

    def permit(table: Table) -> None:
        if table.n != n:
            raise Overtaken(NOT_YOUR_TURN, "the game has gone on")

    return permit
