"""What a player is told of a game: what happened last, command by command, and of whom."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from summitbook.v1.game_pb2 import Game
from summitbook.v1.games_pb2 import View
from summitbook.v1.record_pb2 import Event

from ..watch import Step
from .people import NOBODY, People
from .screen import Screen

RECENT = 12
"""Records, the last of a game, that are told to whoever comes back to it."""
REMEMBERED = 40
"""Commands at most that are told again until the player acts."""


class Story:
    """The story as the player of this seat is told it; `told` is the last record of which it tells."""

    def __init__(self, screen: Screen, own: int) -> None:
        self.people: People = NOBODY
        self.told = 0
        self._screen = screen
        self._own = own
        self._lines: list[str] = []

    def __str__(self) -> str:
        return "\n".join(self._lines)

    def meet(self, game: Game) -> None:
        """Take in who sits there now."""
        self.people = People.of(game, self._own)

    async def recall(self, news: AsyncIterator[Step], version: int) -> None:
        """Tell what happened last, up to this version."""
        async for step in news:
            if step.records[0].HasField("cause"):
                self.tell(step)
            self.told = step.records[-1].n
            if self.told >= version:
                return

    def tell(self, step: Step) -> None:
        """Remember a step that others took, or the service."""
        cause = step.records[0].cause
        events = [record.event for record in step.records]
        self._remember(events, cause.seat if cause.HasField("seat") else None, step.view)
        self.told = step.records[-1].n

    def tell_own(self, events: Iterable[Event], view: View | None, version: int) -> None:
        """Tell what came of what this player did, and nothing that was told before."""
        self._lines = []
        self.add_own(events, view, version)

    def add_own(self, events: Iterable[Event], view: View | None, version: int) -> None:
        """Tell that beside what was told before."""
        self._remember(events, self._own, view)
        self.told = version

    def _remember(self, events: Iterable[Event], actor: int | None, view: View | None) -> None:
        events = list(events)
        self.people = self.people.after(events)
        if told := self._screen.story(events, self.people.by(actor), view):
            self._lines = [*self._lines, told][-REMEMBERED:]
