"""Mountaineering in a terminal: what is to be done, the path up to the summit, hands and piles."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from ...screen import Group, Screen
from . import words
from .cards import hands, laid, piles
from .lines import wrapped
from .path import path
from .task import state, tasks


class Mountaineering(Screen):
    """All that lies on the table; what matters least stands last, where room may be short."""

    groups = {  # noqa: RUF012 - as in Screen
        "PlayMover": Group("m", "Play a mover"),
        "PlayEquipment": Group("e", "Lay equipment"),
        "TakeBackEquipment": Group("b", "Take equipment back"),
        "Abandon": Group("a", "Abandon equipment for good"),
        "Donate": Group("g", "Give a card"),
    }

    def draw(self, view: pb.View, width: int) -> Text:
        """Lines that are too long go on in the next one."""
        lines = [*state(view), *tasks(view), *laid(view), *path(view), *hands(view), *piles(view)]
        return Text("\n", no_wrap=True, overflow="crop").join(wrapped(lines, width))

    def head(self, view: pb.View) -> str:
        """Whose turn it is, and which way it goes."""
        if view.phase == pb.PHASE_OVER:
            return "the climb is over"
        way = "descent" if view.descending else "climb"
        return f"{way}, turn of seat {view.turn}"

    def tell(self, event: Any) -> str:
        """An event in a sentence."""
        return words.tell(event)

    def words(self, command: Any) -> tuple[str, ...]:
        """How a choice is typed."""
        return words.typed(command)

    def step(self, words_so_far: tuple[str, ...]) -> str:
        """Which card a choice begins with."""
        return words.begun(*words_so_far)


SCREEN = Mountaineering()
