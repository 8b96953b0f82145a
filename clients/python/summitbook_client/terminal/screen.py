"""
How a game is drawn and spoken of in a terminal.

A module of `terminal.games`, named as the game is, holds an object of a class made
from `Screen` under the name `SCREEN`; it is found by that name. A game without one is
shown plainly.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from google.protobuf import text_format
from rich.text import Text

from summitbook.v1 import games_pb2, record_pb2

from ..messages import clean, inside, kind
from . import games


@dataclass(frozen=True)
class Group:
    """Choices of one kind, shown as one entry with this key and title."""

    key: str
    title: str


class Screen:
    """
    The plain way, which serves any game; a game's own screen says more.

    What is shown came from others: a screen is given clean copies, in which no text
    could steer a terminal.
    """

    groups: dict[str, Group] = {}  # noqa: RUF012 - filled by a game's own class, never changed
    """By the recorded name of a command: which commands are too many to list one by one."""
    by_enter: frozenset[str] = frozenset()
    """Commands by recorded name that Enter alone sends where nothing else goes on: nobody minds them."""

    def draw(self, view: Any, width: int) -> Text:
        """The game's View, drawn for so many characters a line."""
        return Text(text_format.MessageToString(view).rstrip())

    def head(self, view: Any) -> str:
        """What stands beside the title, as `turn 7`."""
        return ""

    def tell(self, event: Any) -> str:
        """One of the game's own events in a sentence, or nothing where it goes without saying."""
        return f"{event.DESCRIPTOR.name} {text_format.MessageToString(event, as_one_line=True)}".rstrip()

    def words(self, command: Any) -> tuple[str, ...]:
        """How one types this command, word by word; a group's commands begin with the group's key."""
        return ()

    def step(self, words: tuple[str, ...]) -> str:
        """What the choices that begin with these words have in common, for a person to go on from."""
        return " ".join(words)

    def show(self, view: games_pb2.View, width: int) -> Text:
        """Draw what the server sent."""
        own = inside(clean(view))
        return self.draw(own, width) if own else Text("This client is too old to draw this game.")

    def heading(self, view: games_pb2.View) -> str:
        """What stands beside the title of what the server sent."""
        own = inside(clean(view))
        return self.head(own) if own else ""

    def story(self, events: Iterable[record_pb2.Event]) -> str:
        """What happened, in sentences."""
        return " ".join(filter(None, map(self._tell, events)))

    def typed(self, command: games_pb2.Command) -> tuple[str, ...]:
        """How one types what the server sent as a command."""
        own = inside(command)
        return self.words(own) if own else ()

    def group(self, command: games_pb2.Command) -> Group | None:
        """The group that a command is shown under, if any."""
        return self.groups.get(kind(command))

    def decides_nothing(self, command: games_pb2.Command) -> bool:
        """Whether a command may be sent unread, where it is the only one that goes on."""
        return kind(command) in self.by_enter

    def _tell(self, event: record_pb2.Event) -> str:
        own = inside(clean(event))
        if own is None:
            return "Something happened that this client does not know."
        common = _COMMON.get(own.DESCRIPTOR.name)
        return common.format(e=own) if common else self.tell(own)


def screen_of(game: str) -> Screen:
    """The screen of the game, or the plain one."""
    names = {module.name for module in pkgutil.iter_modules(games.__path__)}
    if game not in names:
        return Screen()
    return cast("Screen", import_module(f"{games.__name__}.{game}").SCREEN)


_COMMON = {
    "GameCreated": "A game of {e.game} for {e.seats} is made.",
    "SeatTaken": "{e.name} takes seat {e.seat}.",
    "SeatLeft": "Seat {e.seat} is free again.",
    "GameStarted": "The game begins.",
    "TurnTimedOut": "The time of seat {e.seat} ran out.",
    "SeatRetired": "Seat {e.seat} gives up.",
    "HintTaken": "Seat {e.seat} was given advice.",
    "GameClosed": "Closed: {e.outcome}.",
}
