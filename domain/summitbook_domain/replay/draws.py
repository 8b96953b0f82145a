"""What chance gave in recorded games, counted beside what it gives on average."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec

from .. import canonical
from ..game import Game, Sample
from ..games import GAMES
from ..message import Event
from ..record import shaped
from ..table import events as e
from ..table.state import UnknownContent, edition_of

DRAWN = b'"draw":"'
"""Stands in every record with a draw."""
PILES_KEPT = 64
"""Of one game, the latest: far more than are drawn from in turn."""


class Source(msgspec.Struct, frozen=True, order=True):
    """Dice, tiles or cards of one kind, in one edition of a game's content."""

    game: str
    edition: str
    sha256: str
    kind: str


class Count(msgspec.Struct):
    """
    How often an item came, how often it comes on average, and the variance of that.

    Each draw adds its chance as it then was, so that piles that run down and games that
    stop when a certain tile comes are counted right.
    """

    seen: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, other: Count) -> None:
        """Count these too."""
        self.seen += other.seen
        self.expected += other.expected
        self.variance += other.variance


class Counts(msgspec.Struct):
    """One source's: how many draws, each item, and whether what came could come again (dice, not tiles)."""

    draws: int = 0
    again: bool = True
    items: dict[str, Count] = msgspec.field(default_factory=dict)

    def add(self, other: Counts) -> None:
        """Count these too."""
        self.draws += other.draws
        self.again = self.again and other.again
        for item, count in other.items.items():
            self.items.setdefault(item, Count()).add(count)


class _Line(msgspec.Struct):
    type: str
    data: dict[str, Any]


_read = msgspec.json.Decoder(_Line).decode


class Draws:
    """
    Takes the lines of one game and counts what was drawn; never raises for what a line holds.

    What is counted means something only where level dice holds. Memory does not grow
    with the number of lines.
    """

    def __init__(self, games: Mapping[tuple[str, int], Game[Any, Any, Any]] = GAMES) -> None:
        self._games = games
        self._game: Game[Any, Any, Any] | None = None
        self._first: dict[str, Event] = {}
        self._left: dict[str, Counter[str]] = {}
        self._thrown: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self._counts: defaultdict[str, Counts] = defaultdict(Counts)

    def begin(self, created: e.GameCreated) -> None:
        """Take the first record; a game or content that is not known here is not counted."""
        game = self._games.get((created.game, created.rules))
        try:
            content = edition_of(game, created.content).content if game else None
        except UnknownContent:
            return
        if content:
            self._game, self._content = game, content
            self._seats = min(created.seats, content.max_seats)
            self._of = created.content

    def take(self, raw: bytes) -> None:
        """Take any later line."""
        if self._game is None or DRAWN not in raw:
            return
        try:
            line = _read(raw)
            label = line.data["draw"]
            event = shaped(line.data, self._game.event_types[line.type])
            first = self._first_of(label, event)
            samples = self._game.samples(self._content, self._seats, event, first)
        except (msgspec.DecodeError, ValueError, TypeError, LookupError, RecursionError, canonical.BadFormat):
            return
        for sample in samples:
            self._count(label, sample)

    def counts(self) -> dict[Source, Counts]:
        """What was counted so far."""
        for (kind, among), draws in self._thrown.items():
            found = self._counts[kind]
            for item, many in Counter(among).items():
                chance = many / len(among)
                more = Count(0, draws * chance, draws * chance * (1 - chance))
                found.items.setdefault(item, Count()).add(more)
        self._thrown.clear()
        return {self._source(kind): counts for kind, counts in self._counts.items()}

    def _source(self, kind: str) -> Source:
        assert self._game  # noqa: S101 - nothing is counted before
        return Source(self._game.name, self._of.edition, self._of.sha256, kind)

    def _first_of(self, label: str, event: Event) -> Event:
        first = self._first.setdefault(label, event)
        while len(self._first) > PILES_KEPT:
            del self._first[next(iter(self._first))]
        return first

    def _count(self, label: str, sample: Sample) -> None:
        if sample.place is None:
            self._throw(sample)
        else:
            self._draw(label, sample)

    def _throw(self, sample: Sample) -> None:
        """A die: its chances are always the same, and so are added up at the end."""
        if sample.shown in sample.among:
            counts = self._counts[sample.kind]
            counts.draws += 1
            counts.items.setdefault(sample.shown, Count()).seen += 1
            self._thrown[sample.kind, sample.among] += 1

    def _draw(self, label: str, sample: Sample) -> None:
        """One out of what is left of a pile."""
        left = self._left.setdefault(label, Counter(sample.among))
        while len(self._left) > PILES_KEPT:
            del self._left[next(iter(self._left))]
        if not left[sample.shown]:
            return
        counts, whole = self._counts[sample.kind], left.total()
        counts.draws += 1
        counts.again = False
        for item, many in left.items():
            chance = many / whole
            came = int(item == sample.shown)
            counts.items.setdefault(item, Count()).add(Count(came, chance, chance * (1 - chance)))
        left[sample.shown] -= 1
