"""What both apps look like, the one to play in and the one for recorded games."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import Static

from ...messages import printable
from ..page import Page
from .panes import Board, Told

Answer = TypeVar("Answer")

WIDE = 112
"""Characters a line from which on the board has the rest beside it, and not below."""


class View(App[Answer]):
    """An app in one column, or in two where there is room for both."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as in App
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "leave", priority=True),
        Binding("pageup", "turn(-1)", "scroll the board up"),
        Binding("pagedown", "turn(1)", "scroll the board down"),
    ]
    CSS = """
    Screen { layout: vertical; }
    #top { height: 1; }
    #title { width: 1fr; text-style: bold reverse; text-overflow: ellipsis; text-wrap: nowrap; }
    #keys { width: auto; margin: 0 0 0 2; text-wrap: nowrap; }
    #middle { height: 1fr; }
    #beside { height: 1fr; }
    Board { height: auto; scrollbar-size-vertical: 1; }
    #people, Scrubber { height: auto; max-height: 3; text-style: reverse; }
    #waiting { height: auto; }
    Told { height: auto; }
    #note { height: auto; max-height: 4; text-style: bold; color: $text-error; }
    Choices, Choices:focus { height: 1fr; min-height: 4; border: none; padding: 0; background: $background; }
    Choices > .option-list--option-highlighted { text-style: bold reverse; }
    #line { height: 1; }
    #prompt { width: auto; text-style: bold; }
    #typed { width: 1fr; border: none; padding: 0; background: $background; height: 1; }
    .-narrow #middle { layout: vertical; }
    .-narrow Board { max-height: 65%; }
    .-narrow Told { max-height: 3; }
    .-wide #middle { layout: horizontal; }
    .-wide Board { width: 2fr; min-width: 80; height: 1fr; }
    .-wide #beside { width: 1fr; height: 1fr; padding: 0 0 0 2; }
    .-wide Told { max-height: 50%; padding: 1 0; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._interrupted = False

    async def seen(self) -> Answer | None:
        """Run to the end; raises KeyboardInterrupt where Ctrl-C was pressed."""
        answer = await self.run_async()
        if self._interrupted:
            raise KeyboardInterrupt
        return answer

    def action_interrupt(self) -> None:
        """What Ctrl-C does anywhere."""
        self._interrupted = True
        self.exit()

    def action_turn(self, step: int) -> None:
        """Scroll a board that is higher than its pane."""
        board = self.query_one(Board)
        board.scroll_relative(y=step * max(1, board.size.height - 1), animate=False)

    def show_parts(self, page: Page) -> None:
        """Set title, drawing and story in their panes."""
        self.query_one("#title", Static).update(Text(printable(page.title)))
        self.query_one(Board).draw(page.draw or (lambda _: page.drawing))
        self.query_one(Told).tell(page.story)

    def say(self, pane: str, text: str) -> None:
        """Set a pane of one or few lines, which is not there where they are empty."""
        line = self.query_one(f"#{pane}", Static)
        line.update(Text(text))
        line.display = bool(text)
