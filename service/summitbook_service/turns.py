"""
In which order the commands of a game are decided: that in which they came.

It holds also for those that another node's command has overtaken, and that are decided
afresh: whoever came after them waits until they have been.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from itertools import count
from types import TracebackType
from typing import Self
from uuid import UUID


class Turns:
    """A line for each game in which commands wait to be decided; a line without anyone is none."""

    def __init__(self) -> None:
        self._lines: dict[UUID, list[Turn]] = {}
        self._numbers = count()

    def __len__(self) -> int:
        return len(self._lines)

    def take(self, game_id: UUID) -> Turn:
        """The next turn of a game, as long as one stays with it: `with turns.take(game_id) as turn`."""
        return Turn(self._lines, game_id, next(self._numbers))


class Turn:
    """One command's place in the line of its game."""

    __slots__ = ("_game_id", "_line", "_lines", "_number", "_stays", "_woken")

    def __init__(self, lines: dict[UUID, list[Turn]], game_id: UUID, number: int) -> None:
        self._lines = lines
        self._game_id = game_id
        self._number = number
        self._stays = True
        self._line: list[Turn] | None = None
        self._woken: asyncio.Future[None] | None = None

    def __enter__(self) -> Self:
        self.come_back()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stays = False
        self.pass_on()

    def __lt__(self, other: Turn) -> bool:
        return self._number < other._number

    @property
    def is_first(self) -> bool:
        """Whether nobody who came before is still to be decided."""
        return self._line is not None and self._line[0] is self

    async def come(self) -> None:
        """Wait until it is first."""
        while not self.is_first:
            self._woken = asyncio.get_running_loop().create_future()
            await self._woken

    def pass_on(self) -> None:
        """Let the next one come: this one is decided, or does not want to be any more."""
        line, self._line = self._line, None
        if line is None:
            return
        line.remove(self)
        if line:
            line[0].wake()
        else:
            del self._lines[self._game_id]

    def come_back(self) -> None:
        """Stand where it stood, to be decided afresh; not where its command has gone away."""
        if self._stays and self._line is None:
            self._line = self._lines.setdefault(self._game_id, [])
            insort(self._line, self)

    def wake(self) -> None:
        """Look whether it is first now."""
        if self._woken and not self._woken.done():
            self._woken.set_result(None)
