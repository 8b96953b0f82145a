"""
How a game is drawn and spoken of in a terminal.

A module of `terminal.games`, named as the game is, holds an object of a class made
from `Screen` under the name `SCREEN`; it is found by that name. A game without one is
shown plainly.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from google.protobuf import text_format
from rich.text import Text

from summitbook.v1 import games_pb2, record_pb2

from ..messages import clean, inside, kind, printable
from . import games
from .people import NOBODY, People


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

    called: str = ""
    """What people call the game; where nothing is said it is told by its recorded name."""
    groups: dict[str, Group] = {}  # noqa: RUF012 - filled by a game's own class, never changed
    """By the recorded name of a command: which commands are too many to list one by one."""
    with_cards: frozenset[str] = frozenset()
    """Commands by recorded name that are one choice where the server says the same of them."""
    by_enter: frozenset[str] = frozenset()
    """Commands by recorded name that Enter alone sends where nothing else goes on: nobody minds them."""

    def draw(self, view: Any, width: int, people: People = NOBODY) -> Text:
        """The game's View, drawn for so many characters a line."""
        return Text(text_format.MessageToString(view).rstrip())

    def head(self, view: Any, people: People = NOBODY) -> str:
        """What stands beside the title, as `turn 7`."""
        return ""

    def tell(self, event: Any, people: People = NOBODY, view: Any = None) -> str:
        """One of the game's own events in a sentence, or nothing; the view is the one after the command."""
        return f"{event.DESCRIPTOR.name} {text_format.MessageToString(event, as_one_line=True)}".rstrip()

    def words(self, command: Any) -> tuple[str, ...]:
        """How one types this command, word by word; a group's commands begin with the group's key."""
        return ()

    def step(self, words: tuple[str, ...], label: str) -> str:
        """What the choices that begin with these words have in common; the label is that of the first."""
        return " ".join(words)

    def example(self, command: Any) -> str:
        """How one would type a command of a group at once."""
        return " ".join(self.words(command))

    def title(self, command: Any, label: str, people: People) -> str:
        """A choice as it is listed, from the server's label."""
        return label

    def chart(self, view: Any) -> tuple[str, ...]:
        """What a player may want to look up while playing, entry by entry, if there is such a thing."""
        return ()

    def legend(self, view: Any) -> str:
        """What the signs of the drawing mean, and what can be looked up, in lines for the help."""
        return ""

    def show(self, view: games_pb2.View, width: int, people: People = NOBODY) -> Text:
        """Draw what the server sent."""
        own = inside(clean(view))
        return self.draw(own, width, people) if own else Text("This client is too old to draw this game.")

    def heading(self, view: games_pb2.View, people: People = NOBODY) -> str:
        """What stands beside the title of what the server sent."""
        own = inside(clean(view))
        return self.head(own, people) if own else ""

    def explained(self, view: games_pb2.View) -> str:
        """What the signs mean on what the server sent."""
        own = inside(clean(view))
        return self.legend(own) if own else ""

    def look_up(self, view: games_pb2.View) -> tuple[str, ...]:
        """What can be looked up on what the server sent."""
        own = inside(clean(view))
        return self.chart(own) if own else ()

    def at_once(self, command: games_pb2.Command) -> str:
        """How one would type what the server sent as a command."""
        own = inside(command)
        return self.example(own) if own else ""

    def titled(self, action: games_pb2.LegalAction, people: People) -> str:
        """A choice as it is listed."""
        own, label = inside(action.command), printable(action.label)
        return self.title(own, label, people) if own else label

    def story(
        self,
        events: Iterable[record_pb2.Event],
        people: People = NOBODY,
        view: games_pb2.View | None = None,
    ) -> str:
        """What happened by one command, in sentences; the view is the one after it."""
        own = inside(clean(view)) if view else None
        return " ".join(filter(None, (self._tell(event, people, own) for event in events)))

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

    def recorded(
        self,
        event: record_pb2.Event,
        people: People = NOBODY,
        view: games_pb2.View | None = None,
    ) -> str:
        """What happened, in a sentence; where that goes without saying, the event's name in words."""
        name = "".join(f" {char.lower()}" if char.isupper() else char for char in kind(event)).strip()
        return self.story([event], people, view) or f"{name.capitalize()}."

    def _tell(self, event: record_pb2.Event, people: People, view: Any) -> str:
        own = inside(clean(event))
        if own is None:
            return "Unknown event: the service is newer than this client."
        common = _COMMON.get(own.DESCRIPTOR.name)
        return common(own, people) if common else self.tell(own, people, view)


def screen_of(game: str) -> Screen:
    """The screen of the game, or the plain one."""
    names = {module.name for module in pkgutil.iter_modules(games.__path__)}
    if game not in names:
        return Screen()
    return cast("Screen", import_module(f"{games.__name__}.{game}").SCREEN)


_COMMON: Mapping[str, Callable[[Any, People], str]] = {
    "GameCreated": lambda e, _: f"A game of {screen_of(e.game).called or e.game} for {e.seats} is made.",
    "SeatTaken": lambda e, people: (
        f"{'You take' if e.seat == people.own else f'{e.name} takes'} seat {e.seat}."
    ),
    "SeatLeft": lambda e, _: f"Seat {e.seat} is free again.",
    "GameStarted": lambda _, __: "The game begins.",
    "TurnTimedOut": lambda e, people: f"{people.does(e.seat, 'run')} out of time.",
    "SeatRetired": lambda e, people: f"{people.does(e.seat, 'give')} up.",
    "HintTaken": lambda e, people: f"{people.does(e.seat, 'ask')} for advice.",
    "GameClosed": lambda e, _: f"Closed: {e.outcome}.",
}
