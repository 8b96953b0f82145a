"""What a player sees: title, drawing, story, choices, from the top of the terminal to its last line."""

from __future__ import annotations

from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .menu import Entry, Listing

AIRY = 29
"""From so many lines on, a blank one goes between the parts."""
SHORT = 6
"""So many choices go below a drawing; more take its place on a small terminal."""

NOTHING = Listing(())


@dataclass(frozen=True)
class Page:
    """The parts of what is shown; `note` is what the player should mind."""

    title: str
    drawing: Text
    story: str = ""
    note: str = ""
    listing: Listing = NOTHING
    waiting: str = ""
    keys: str = "? help   q leave"


def console(*, error: bool = False) -> Console:
    """A console that shows text as it is: what others wrote is no markup."""
    return Console(stderr=error, markup=False, emoji=False, highlight=False)


def show(console: Console, page: Page) -> None:
    """Draw the page; on a terminal in place of the one before."""
    if console.is_terminal:
        console.clear()
    console.print(_title(page, console.width))
    parts = _parts(page, console)
    gap = console.height >= AIRY or not console.is_terminal
    for part in parts:
        console.print(Padding(part, (int(gap), 0, 0, 0)), soft_wrap=False)


def _title(page: Page, width: int) -> Table:
    line = Table.grid(expand=True)
    line.add_column(no_wrap=True, overflow="ellipsis")
    line.add_column(justify="right", no_wrap=True)
    line.width = width
    line.add_row(Text(page.title, "bold reverse"), Text(page.keys, "dim"))
    return line


def _parts(page: Page, console: Console) -> list[RenderableType]:
    told = [Text(page.story)] if page.story else []
    noted = [Text(page.note, "bold red")] if page.note else []
    waiting = [Text(page.waiting, "dim")] if page.waiting else []
    choices = [_choices(page.listing, console.width)] if page.listing.entries else []
    crowded = console.is_terminal and console.height < AIRY and len(page.listing.entries) > SHORT
    drawing = [] if crowded else [page.drawing]
    return [*drawing, *_together(told + noted + waiting), *choices]


def _together(lines: list[Text]) -> list[RenderableType]:
    return [Group(*lines)] if lines else []


def _choices(listing: Listing, width: int) -> RenderableType:
    if len(listing.entries) > SHORT:
        return Columns(
            [Text(f"{entry.key:>3}  {entry.title}") for entry in listing.entries],
            column_first=True,
            equal=True,
            padding=(0, 2),
        )
    lines = Table.grid(padding=(0, 2))
    lines.add_column(justify="right", style="bold")
    for entry in listing.entries:
        lines.add_row(entry.key, *_entry(entry))
    return lines


def _entry(entry: Entry) -> tuple[Text, Text]:
    if not entry.example:
        return Text(entry.title), Text()
    return Text(f"{entry.title} …"), Text(f"{len(entry.actions)} ways, at once: {entry.example}", "dim")
