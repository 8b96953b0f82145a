"""
How long the service has served, over all its lives, and when it was down.

Turns and idleness are measured in this time. It rests while the service does not run,
and setting the computer's clock does nothing to it. See decision 6.
"""

from __future__ import annotations

from collections.abc import Sized
from contextlib import suppress
from datetime import datetime
from uuid import UUID

import msgspec

from .clock import Clock
from .store import Conflict, KeepsTime, Row, Shared, Store, StoreUnavailable

BEAT_SECONDS = 60
"""How often a sign of life is left while a turn is timed: what a kill gives to those who are waited for."""
SELDOM = 60
"""Of so many beats one is left while no turn is timed."""
TICK_SECONDS = 1.0
"""How often each of several nodes adds to the time that they serve together."""
LONGEST_TICK = 5_000
"""A node that has not reached the database for more than so many milliseconds has not served in them."""
BEAT, DOWN = "Beat", "Down"
_BEATS = UUID("6d2d6d52-6a0a-4a71-8c1e-0b8f0d5f9a11")
_DOWNS = UUID("b9a1f6c8-3b61-4d0f-9a57-2f1c7f6f3e42")


class Beat(msgspec.Struct, frozen=True):
    """A sign of life: its life, counted from 1, the time served until then in milliseconds, and the date."""

    life: int
    served: int
    at: str


class Down(msgspec.Struct, frozen=True):
    """The service did not run from the last sign of life of one life to the beginning of the next."""

    since: str
    until: str


_read_beat = msgspec.json.Decoder(Beat).decode
_read_down = msgspec.json.Decoder(Down).decode


class Uptime:
    """The time served; `start` is called before anything is asked, `run` keeps the beat."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._born = clock.monotonic()
        self._date = clock.now()
        self._downs: list[Down] = []
        self._beats = 0
        self._beaten = 0
        self.life = 1
        """Which life of the service this is."""
        self.base = 0
        """What had been served when this life began, in milliseconds."""

    def served(self) -> int:
        """The milliseconds served so far."""
        return self.base + self._lived()

    def idle(self, at: str) -> float:
        """The days since this date in which the service ran; never less than none."""
        since = _seconds(at)
        passed = _seconds(self._date) + self._lived() / 1000 - since
        return max(0.0, passed - sum(_after(since, down) for down in self._downs)) / 86_400

    async def start(self) -> None:
        """Go on where the last life ended, and write down how long nothing ran; raises StoreUnavailable."""
        self._downs = [_read_down(row.line) for row in await self._store.read(_DOWNS)]
        if last := await self._store.last(_BEATS):
            beat = _read_beat(last.line)
            self._beats, self.base, self.life = last.n, beat.served, beat.life + 1
            self._downs.append(Down(beat.at, self._date))
            await self._leave(_DOWNS, len(self._downs), DOWN, self._downs[-1])
        await self.beat()

    async def beat(self) -> None:
        """Leave a sign of life; one that cannot be written is left out."""
        self._beaten = self.served()
        self._beats += 1
        await self._leave(_BEATS, self._beats, BEAT, Beat(self.life, self._beaten, self._clock.now()))

    async def run(self, timed: Sized) -> None:
        """Beat for ever: each time while any game is timed, else now and then."""
        while True:
            await self._clock.sleep(BEAT_SECONDS)
            if len(timed) or self.served() - self._beaten >= SELDOM * BEAT_SECONDS * 1000:
                await self.beat()

    async def _leave(self, stream: UUID, n: int, topic: str, what: msgspec.Struct) -> None:
        with suppress(StoreUnavailable, Conflict):
            await self._store.append([Row(stream, n, topic, msgspec.json.encode(what))])

    def _lived(self) -> int:
        return int((self._clock.monotonic() - self._born) * 1000)


class SharedUptime(Uptime):
    """
    The time that the nodes of one database serve together: it runs while any of them does.

    It is added up in the database; between two ticks each node goes on by its own clock. See
    decision 8.
    """

    def __init__(self, store: Shared, clock: Clock) -> None:
        super().__init__(store, clock)
        self._shared = store
        self._most = 0
        self._silence = Down(self._date, self._date)

    def served(self) -> int:
        """The milliseconds served so far by all nodes together; never less than it was."""
        self._most = max(self._most, self.base + min(self._lived(), LONGEST_TICK))
        return self._most

    @property
    def alone(self) -> bool:
        """Whether no other node had served for some time when this one last looked."""
        return _after(0, self._silence) * 1000 > LONGEST_TICK

    async def start(self) -> None:
        """Join the others, or go on where the last of them ended; raises StoreUnavailable."""
        await self._tick(0)
        await self._learn_downs()

    async def beat(self) -> None:
        """Add to the time served; while the database cannot be reached it rests."""
        mine = self._lived()
        with suppress(StoreUnavailable):
            if mine <= LONGEST_TICK:
                await self._tick(mine)
            else:
                await self._tick(0)
                await self._learn_downs()

    async def run(self, timed: Sized) -> None:
        """Tick for ever."""
        while True:
            await self._clock.sleep(TICK_SECONDS)
            await self.beat()

    async def _tick(self, mine: int) -> None:
        served, before, at = await self._shared.tick(mine)
        self.base, self._born, self._date = served, self._clock.monotonic(), at
        self._most = max(self._most, served)
        self._silence = Down(before, at)

    async def _learn_downs(self) -> None:
        """Take in when no node served, and write it down where this one has noticed it first."""
        rows = await self._store.read(_DOWNS)
        if _after(0, self._silence) > BEAT_SECONDS:
            await self._leave(_DOWNS, len(rows) + 1, DOWN, self._silence)
            rows = await self._store.read(_DOWNS)
        self._downs = [_read_down(row.line) for row in rows]


async def beat_of(store: Store) -> list[Row]:
    """For a copy of its rows: the time served as one more beat, where a store keeps it beside them."""
    if not isinstance(store, KeepsTime):
        return []
    served, _, at = await store.time()
    last = await store.last(_BEATS)
    life, n = (_read_beat(last.line).life, last.n + 1) if last else (1, 1)
    return [Row(_BEATS, n, BEAT, msgspec.json.encode(Beat(life, served, at)))]


async def go_on_from_beat(store: Store) -> None:
    """Of rows that were copied: take the time served out of the last beat, where it is kept beside them."""
    if isinstance(store, KeepsTime) and (last := await store.last(_BEATS)):
        beat = _read_beat(last.line)
        await store.set_time(beat.served, beat.at)


def _after(date: float, down: Down) -> float:
    """The seconds of a down-time after a date."""
    return max(0.0, _seconds(down.until) - max(_seconds(down.since), date))


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()
