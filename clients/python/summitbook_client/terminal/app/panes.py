"""The panes of the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ..menu import Entry
from ..page import advised


class Board(VerticalScroll, can_focus=False):
    """The drawing, made again where the pane gets another width."""

    def __init__(self) -> None:
        super().__init__()
        self._drawing = Static()
        self._draw: Callable[[int], Text] = lambda _: Text()

    def compose(self) -> list[Static]:
        """The drawing alone."""
        return [self._drawing]

    def draw(self, draw: Callable[[int], Text]) -> None:
        """Show this from now on."""
        self._draw = draw
        self._again()

    def on_resize(self) -> None:
        """Draw for the width that there is now."""
        self._again()

    def _again(self) -> None:
        """For all of the width: a scroll bar, which may come of the drawing, must not change the drawing."""
        width = self.outer_size.width - self.gutter.width
        if width > 0:
            self._drawing.update(self._draw(width))


class Told(VerticalScroll, can_focus=False):
    """What happened, command by command, the last of it in sight."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = Static()

    def compose(self) -> list[Static]:
        """The lines alone."""
        return [self._lines]

    def tell(self, story: str) -> None:
        """Show these lines."""
        self._lines.update(Text(story))
        self.call_after_refresh(self.scroll_end, animate=False)


class Choices(OptionList, can_focus=False):
    """Entries to choose from, by arrow keys from where one types, or by a click."""

    def __init__(self) -> None:
        super().__init__(markup=False, compact=True)
        self.entries: tuple[Entry, ...] = ()
        """Those that are shown."""

    def offer(self, entries: Sequence[Entry], at: int | None = None) -> None:
        """Show these, with one of them marked: that one, else the one that was, else the first."""
        before = self.chosen
        self.entries = tuple(entries)
        self.set_options([Option(_line(entry)) for entry in self.entries])
        kept = next((i for i, entry in enumerate(self.entries) if _same(entry, before)), 0)
        if self.entries:
            self.highlighted = kept if at is None else at

    @property
    def chosen(self) -> Entry | None:
        """The one that is marked."""
        return self.entries[self.highlighted] if self.highlighted is not None and self.entries else None


class Scrubber(Static):
    """Where one is among so many records, as a line on which one can click or drag."""

    class Sought(Message):
        """The record that was clicked on."""

        def __init__(self, n: int) -> None:
            super().__init__()
            self.n = n

    def __init__(self) -> None:
        super().__init__()
        self._n, self._last = 1, 1

    def place(self, n: int, last: int) -> None:
        """Stand at record n of so many."""
        self._n, self._last = n, last
        self._again()

    def on_resize(self) -> None:
        """As long as there is room."""
        self._again()

    def on_click(self, event: events.Click) -> None:
        """Go there."""
        self._seek(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go along while the button is down."""
        if event.button:
            self._seek(event.x)

    def _seek(self, x: int) -> None:
        across = max(1, self.size.width - 1)
        self.post_message(self.Sought(1 + round(x * (self._last - 1) / across)))

    def _again(self) -> None:
        across = max(1, self.size.width - 1)
        at = round((self._n - 1) * across / max(1, self._last - 1))
        self.update(Text(f"{'━' * at}●{'─' * (across - at)}", no_wrap=True))


class Line(Input):
    """What is typed on."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__(id="typed", placeholder=placeholder, compact=True, select_on_focus=False)


def matching(entries: Sequence[Entry], typed: str) -> tuple[Entry, ...]:
    """Those in whose title a word begins with each of the words typed."""
    words = typed.lower().split()
    return tuple(entry for entry in entries if _matches(entry, words))


def _matches(entry: Entry, words: Sequence[str]) -> bool:
    own = entry.title.lower().replace(",", " ").split()
    return all(any(each.startswith(word) for each in own) for word in words)


def _same(entry: Entry, other: Entry | None) -> bool:
    return other is not None and (entry.key, entry.title) == (other.key, other.title)


def _line(entry: Entry) -> Text:
    line = Text.assemble((f"{entry.key:>3}", "bold"), f"  {entry.title}")
    if entry.part:
        line.append(" …")
    if entry.ways:
        line.append(f"  {entry.ways}", "dim")
    if entry.example:
        line.append(f", or type {entry.example}", "dim")
    return advised(line, entry)
