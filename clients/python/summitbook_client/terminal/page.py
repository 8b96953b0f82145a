"""What a player sees: title, drawing, story, choices, from the top of the terminal to its last line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..messages import printable
from .menu import Entry, Listing

MANY = 6
"""More choices than these are set in columns, as are those of a part."""
NOTHING = Listing(())


def _nothing(typed: str) -> bool:
    return False


@dataclass(frozen=True)
class Page:
    """
    The parts of what is shown: `note` is what one should mind, `below` the lines kept free under it.

    Of the `story`, a line for each command, the oldest lines give way where there is no room.
    `draw` makes the drawing for so many characters a line, if it is not the same for all.
    An app shows more than a page has room for: `people` is who sits there, `ends` when the
    time of a turn is over, `means` whether something typed is a choice as it stands.
    """

    title: str
    drawing: Text
    story: str = ""
    note: str = ""
    listing: Listing = NOTHING
    waiting: str = ""
    keys: str = "? help   q pause"
    below: int = 1
    draw: Callable[[int], Text] | None = None
    people: str = ""
    ends: datetime | None = None
    means: Callable[[str], bool] = _nothing

    def drawn(self, width: int) -> Page:
        """The page with its drawing made for so many characters a line."""
        return replace(self, drawing=self.draw(width)) if self.draw else self


def keys(*, chart: bool, hint: bool, seats: bool = False) -> str:
    """The keys that always work."""
    some = {"! hint   ": hint, "c chart   ": chart, "seat next   ": seats}
    return f"? help   {''.join(key for key, there in some.items() if there)}q pause"


def console(*, error: bool = False) -> Console:
    """A console that shows text as it is: what others wrote is no markup."""
    return Console(stderr=error, markup=False, emoji=False, highlight=False)


def show(console: Console, page: Page) -> None:
    """Draw the page; on a terminal in place of the one before, and so that all of it fits."""
    if console.is_terminal:
        console.clear()
    room = _room(console, page)
    page = _told_in(console, page.drawn(console.width), room)
    parts = _parts(page, console.width)
    over = _height(console, parts) - room
    if over > 0:
        parts = _parts(replace(page, drawing=_cut(page.drawing, over)), console.width)
    airy = _height(console, parts) + len(parts) - 1 <= room
    for number, part in enumerate(parts):
        if number and airy:
            console.print()
        console.print(part)


def fits(console: Console, page: Page) -> bool:
    """Whether there is room for all of the page."""
    page = replace(page.drawn(console.width), story=page.story.rpartition("\n")[2])
    return _height(console, _parts(page, console.width)) <= _room(console, page)


def _told_in(console: Console, page: Page, room: int) -> Page:
    """The page with as many of the last lines of its story as there is room for, and one in any case."""
    lines = page.story.split("\n")
    while len(lines) > 1:
        over = _height(console, _parts(page, console.width)) - room
        if over <= 0:
            break
        lines = lines[min(over, len(lines) - 1) :]
        page = replace(page, story="\n".join(lines))
    return page


def _room(console: Console, page: Page) -> int:
    return console.height - page.below if console.is_terminal else sys.maxsize


def _parts(page: Page, width: int) -> list[RenderableType]:
    return [_title(page, width), page.drawing, *_lines(page), *_listing(page.listing)]


def _cut(drawing: Text, over: int) -> Text:
    """The drawing without so many of its last lines: where room is short, its top says what is at stake."""
    lines = drawing.split("\n")
    return Text("\n", no_wrap=True, overflow="crop").join(lines[: max(len(lines) - over, 0)])


def _height(console: Console, parts: list[RenderableType]) -> int:
    return sum(len(console.render_lines(part, pad=False)) for part in parts)


def _title(page: Page, width: int) -> Table:
    line = Table.grid(expand=True)
    line.add_column(no_wrap=True, overflow="ellipsis")
    line.add_column(justify="right", no_wrap=True)
    line.width = width
    keys = f"Enter goes back   {page.keys}" if page.listing.part else page.keys
    line.add_row(Text(printable(page.title), "bold reverse"), Text(keys, "dim"))
    return line


def _lines(page: Page) -> list[RenderableType]:
    """Story, note and what is waited for, those that there are."""
    said = ((page.story, ""), (page.note, "bold red"), (page.waiting, "dim"))
    lines = [Text(text, style) for text, style in said if text]
    return [Group(*lines)] if lines else []


def _listing(listing: Listing) -> list[RenderableType]:
    if not listing.entries:
        return []
    many = listing.part or len(listing.entries) > MANY
    return [_columns(listing) if many else _choices(listing)]


def _columns(listing: Listing) -> Columns:
    entries = [
        Text.assemble((f"{entry.key:>2}", "bold"), f"  {entry.title}  ", (entry.ways, "dim"), entry.worth)
        for entry in listing.entries
    ]
    return Columns(entries, column_first=True, equal=True)


def _choices(listing: Listing) -> Text:
    """One a line; what may be typed at once stands behind the groups, below each other."""
    widest = max((len(entry.title) for entry in listing.entries if entry.part), default=0)
    return Text("\n").join(_line(entry, widest) for entry in listing.entries)


def _line(entry: Entry, widest: int) -> Text:
    line = Text.assemble((f"{entry.key:>2}", "bold"), f"  {entry.title}")
    if entry.part:
        gap = " " * (widest - len(entry.title))
        at_once = f", or at once: {entry.example}" if entry.example else ""
        line.append(f" …{gap}   {entry.ways or '1 way'}{at_once}", "dim")
    return advised(line, entry)


def advised(line: Text, entry: Entry) -> Text:
    """The line of a choice, and behind it what advice says of it, where there is any."""
    if entry.worth:
        line.append(f" · {entry.worth}")
    if entry.why:
        line.append(f"; {entry.why}", "dim")
    return line
