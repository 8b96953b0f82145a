"""Mountaineering in a terminal: what is to be done, the path up to the summit, hands and piles."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb

from ...people import NOBODY, People
from ...screen import Group, Screen
from . import words
from .cards import hands, laid, piles
from .chart import chart
from .lines import wrapped
from .path import path
from .task import state, tasks


class Mountaineering(Screen):
    """All that lies on the table; what matters least stands last, where room may be short."""

    called = "Mountaineering"
    groups = {  # noqa: RUF012 - as in Screen
        "PlayMover": Group("m", "Play a mover"),
        "PlayEquipment": Group("e", "Lay equipment"),
        "TakeBackEquipment": Group("b", "Take equipment back"),
        "Abandon": Group("a", "Abandon equipment for good"),
        "Donate": Group("g", "Give a card"),
    }

    with_cards = frozenset(groups)

    def draw(self, view: pb.View, width: int, people: People = NOBODY) -> Text:
        """Lines that are too long go on in the next one."""
        lines = [
            *state(view, people),
            *tasks(view, people),
            *laid(view, people),
            *path(view),
            *hands(view, people),
            *piles(view),
        ]
        return Text("\n", no_wrap=True, overflow="crop").join(wrapped(lines, width))

    def head(self, view: pb.View, people: People = NOBODY) -> str:
        """Whose turn it is, and which way it goes."""
        if view.phase == pb.PHASE_OVER:
            return "the climb is over"
        way = "descent" if view.descending else "climb"
        return f"{way}, {people.whose_turn(view.turn)}"

    def tell(self, event: Any, people: People = NOBODY, view: Any = None) -> str:
        """An event in a sentence."""
        return words.tell(event, people, view)

    def legend(self, view: pb.View) -> str:
        """The signs of the path and of the hands."""
        return words.LEGEND

    def chart(self, view: pb.View) -> tuple[str, ...]:
        """What each trouble of the path needs, from the bottom up, and whether the team has it."""
        return chart(view)

    def example(self, command: Any) -> str:
        """A mover by how far it goes and where to."""
        return words.at_once(command)

    def title(self, command: Any, label: str, people: People) -> str:
        """The server's label, with the name of whoever is given something."""
        if command.DESCRIPTOR.name != "Donate":
            return label
        return f"{label.rpartition(' to ')[0]} to {people.name(command.to)}"

    def words(self, command: Any) -> tuple[str, ...]:
        """How a choice is typed."""
        return words.typed(command)

    def step(self, words_so_far: tuple[str, ...], label: str) -> str:
        """How far a choice goes, or which card it is about."""
        return words.begun(words_so_far[0], words_so_far[1:], label)


SCREEN = Mountaineering()
