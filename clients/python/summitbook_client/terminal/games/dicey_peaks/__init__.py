"""Dicey Peaks in a terminal: the mountain, climbers and pool beside it, the dice of the turn below."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as pb

from ...people import NOBODY, People
from ...screen import Group, Screen
from . import words
from .dice import pool, table
from .mountain import mountain
from .race import ending, race, waited_for

GAP = 2


class DiceyPeaks(Screen):
    """All of the table; what lies face down is a number and no more."""

    called = "Dicey Peaks"
    groups = {  # noqa: RUF012 - as in Screen
        "RollDice": Group("r", "Roll dice: white, light blue, dark blue"),
        "TurnOver": Group("t", "Turn over tiles"),
    }

    def draw(self, view: pb.View, width: int, people: People = NOBODY) -> Text:
        """Climbers and pool go beside the mountain, or below it where they do not fit."""
        canvas, size = mountain(view)
        side = [*race(view, people), Text(), *pool(view)]
        last = ending(view, people) if view.phase == pb.PHASE_OVER else waited_for(view, people)
        below = [*table(view), last]
        x = size.width + GAP
        if x + max(line.cell_len for line in side) <= width:
            canvas.block(x, 0, side)
            canvas.block(0, max(size.height, len(side)), below)
        else:
            canvas.block(0, size.height, [*below, *side])
        return canvas.text()

    def head(self, view: pb.View, people: People = NOBODY) -> str:
        """The turn, and whose it is."""
        if view.phase == pb.PHASE_OVER:
            return "the race is over"
        return f"turn {view.turn}, {people.whose_turn(view.seat)}"

    def tell(self, event: Any, people: People = NOBODY, view: Any = None) -> str:
        """An event in a sentence."""
        return words.tell(event, people)

    def legend(self, view: pb.View) -> str:
        """What stands on the mountain and beside it."""
        return words.LEGEND

    def words(self, command: Any) -> tuple[str, ...]:
        """How a choice is typed."""
        return words.typed(command)

    def step(self, words_so_far: tuple[str, ...], label: str) -> str:
        """What a roll or a turning over begins with."""
        return words.begun(*words_so_far)


SCREEN = DiceyPeaks()
