"""Where a sitting is seen and typed into: the one drawing of a game is set in one of two frames."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, Self, TypeVar

from rich.console import Console
from rich.text import Text

from .asides import pages
from .lines import Lines, Typed
from .menu import Listing
from .page import Page, console, fits, show

PROMPT = "> "
BACK = "\x1b"
"""What is heard where one leaves a part of the choices again."""

Done = TypeVar("Done")


class Picked(str):
    """The key of an entry, picked from what was listed then."""

    __slots__ = ("listing",)
    listing: Listing

    def __new__(cls, key: str, listing: Listing) -> Self:
        """The key, of that listing."""
        picked = super().__new__(cls, key)
        picked.listing = listing
        return picked


class Frame(Protocol):
    """Shows what a sitting has to show, and brings what the player says to it."""

    @property
    def lines(self) -> Typed:
        """What the player says, line by line."""

    @property
    def lively(self) -> bool:
        """Whether a page takes the place of the one before."""

    def fits(self, page: Page) -> bool:
        """Whether there is room for all of the page."""

    def show(self, page: Page) -> None:
        """Show the page; where it has keys, something may be said to it."""

    def heard(self, *, typed: bool) -> None:
        """The player has said something, or it is not waited for any more."""

    def confirm(self, question: str) -> None:
        """Ask; the next line is the answer, yes or no."""

    def leaves(self, parts: Sequence[Text]) -> Sequence[Sequence[Text]]:
        """What is to be read, in as many pieces as have to be turned."""

    def read(self, leaf: Sequence[Text]) -> None:
        """Show something to be read; the next line goes on."""

    async def hold(self, sitting: Callable[[], Awaitable[Done]]) -> Done:
        """Be there for as long as the sitting lasts."""

    def again(self) -> Frame:
        """What the next sitting is held in."""


class Plain:
    """Pages under each other, or on a terminal each in place of the last; lines are typed under them."""

    def __init__(self, console: Console, lines: Typed) -> None:
        self.lines = lines
        self._console = console

    @property
    def lively(self) -> bool:
        """A terminal is; what goes through a pipe stays."""
        return self._console.is_terminal

    def fits(self, page: Page) -> bool:
        """Always in a pipe."""
        return fits(self._console, page)

    def show(self, page: Page) -> None:
        """From the top of the terminal to the line that is typed on."""
        show(self._console, page)
        if page.keys:
            self._ask(PROMPT, "bold")

    def heard(self, *, typed: bool) -> None:
        """Begin a line where Enter did not."""
        if not (typed and self._console.is_terminal):
            self._console.print()

    def confirm(self, question: str) -> None:
        """In a line of its own."""
        self._ask(f"{question} y/N ", "bold yellow")

    def leaves(self, parts: Sequence[Text]) -> Sequence[Sequence[Text]]:
        """As many as there is room for at once."""
        return pages(self._console, parts)

    def read(self, leaf: Sequence[Text]) -> None:
        """In place of the page."""
        if self._console.is_terminal:
            self._console.clear()
        for part in leaf:
            self._console.print(part)
        self._ask("Enter goes on ", "bold")

    async def hold(self, sitting: Callable[[], Awaitable[Done]]) -> Done:
        """Nothing needs to be begun or ended."""
        return await sitting()

    def again(self) -> Frame:
        """The same, since more lines may have been read than were asked for."""
        return self

    def _ask(self, question: str, style: str) -> None:
        self._console.print(Text(question, style), end="")


def is_for_an_app() -> bool:
    """Whether a person sits at a terminal that can be drawn on, and has not asked for plain text."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") in {"dumb", "unknown"}
    return not plain and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def frame() -> Frame:
    """The app where there is a terminal for it, else plain pages."""
    if not is_for_an_app():
        return Plain(console(), Lines())
    from .app import Room  # noqa: PLC0415 - it takes long to import, and few commands need it

    return Room()
