"""The app that one plays in: a frame of a sitting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.widgets import Input, OptionList, Static

from ..advice import HINT
from ..asides import CHART, HELP
from ..frame import BACK, Done, Picked
from ..leaving import PAUSE, WORDS
from ..menu import Entry, Listing
from ..page import NOTHING, Page, console, show
from .leaf import Leaf
from .panes import Board, Choices, Line, Told, matching
from .view import View

OWN_WORDS = (*HELP, *PAUSE, *CHART, *HINT, *WORDS)
"""What is said as it is typed, whatever there is to choose from."""
ANSWERS = Listing((Entry((), "n", "No, go on"), Entry((), "y", "Yes")))
KEYS = (
    ("? help", "?"),
    ("! hint", "!"),
    ("c chart", "c"),
    ("seat next", "seat"),
    ("q pause", "q"),
    ("Esc back", BACK),
)


class Room(View[Any]):
    """Shows the pages of a sitting in panes, and brings it what is typed, picked and clicked."""

    lively = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "say('?')", "help", priority=True),
        Binding("f2", "say('!')", "hint", priority=True),
        Binding("ctrl+q,ctrl+d", "say('q')", "pause", priority=True),
        Binding("escape", "less", "back"),
        Binding("up", "move(-1)", "up"),
        Binding("down", "move(1)", "down"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.lines = Said()
        self.page = Page("", Text())
        """What is shown."""
        self._listing = NOTHING
        self._over: BaseException | None = None
        self._sitting: Callable[[], Awaitable[Any]] | None = None

    def compose(self) -> ComposeResult:
        """From the top: title, board, people, what happened, choices, the line that is typed on."""
        with Horizontal(id="top"):
            yield Static(id="title")
            yield Static(id="keys")
        with Container(id="middle"):
            yield Board()
            with Container(id="beside"):
                yield Static(id="people")
                yield Static(id="waiting")
                yield Told()
                yield Static(id="note")
                yield Choices()
        with Horizontal(id="line"):
            yield Static("> ", id="prompt")
            yield Line("↑ ↓ Enter, a click, a number, or words")

    def on_mount(self) -> None:
        """Begin the sitting, and let a turn's time run down before one's eyes."""
        self.query_one(Line).focus()
        self.set_interval(1, self._tick)
        if self._sitting:
            self.run_worker(self._sit(self._sitting), exit_on_error=False)

    # What a sitting asks of its frame

    def fits(self, page: Page) -> bool:
        """Always: what is long can be scrolled and filtered."""
        return True

    def show(self, page: Page) -> None:
        """Set each part of the page in its pane."""
        self.page = page
        self._listing = page.listing
        self.show_parts(page)
        self.say("people", f" {page.people}")
        self.say("note", page.note)
        self.query_one("#keys", Static).update(_keys(page))
        self._tick()
        self._offer()

    def heard(self, *, typed: bool) -> None:
        """Nothing is left to be done: what was typed is gone from its line already."""

    def confirm(self, question: str) -> None:
        """Ask in place of the choices; whoever only presses Enter has said no."""
        self._listing = ANSWERS
        self.say("note", question)
        self._offer()

    def leaves(self, parts: Sequence[Text]) -> Sequence[Sequence[Text]]:
        """All in one, to be scrolled."""
        return [parts]

    def read(self, leaf: Sequence[Text]) -> None:
        """Lay it over the table."""
        self.push_screen(Leaf(leaf), lambda _: self.lines.say(""))

    def again(self) -> Room:
        """Another app."""
        return Room()

    def begin(self, sitting: Callable[[], Awaitable[Any]]) -> None:
        """Let this be the sitting, once the app runs."""
        self._sitting = sitting

    async def hold(self, sitting: Callable[[], Awaitable[Done]]) -> Done:
        """Run for as long as the sitting lasts; the last page of a game stays behind, as a plain one."""
        self.begin(sitting)
        left = await self.seen()
        if self._over:
            raise self._over
        if not self.page.keys:
            show(console(), self.page)
        return cast("Done", left)

    async def _sit(self, sitting: Callable[[], Awaitable[Done]]) -> None:
        try:
            left = await sitting()
            if not self.page.keys:
                self.say("note", "The game is over. Enter leaves the table.")
                await self.lines.next()
            self.exit(left)
        except Exception as error:  # noqa: BLE001 - raised again where the app was begun
            self._over = error
            self.exit()

    # What the player does

    def action_say(self, word: str) -> None:
        """Say this at once, whatever has been typed; over something to be read, it goes on."""
        if isinstance(self.screen, Leaf):
            self.screen.dismiss()
        else:
            self.lines.say(word)

    def action_less(self) -> None:
        """Rub out what was typed; else leave a part of the choices, or say no."""
        typed = self.query_one(Line)
        if typed.value:
            typed.value = ""
        elif self._listing is ANSWERS:
            self.lines.say("n")
        else:
            self.lines.say(BACK)

    def action_move(self, step: int) -> None:
        """Mark the next choice, or the one before."""
        choices = self.query_one(Choices)
        if step > 0:
            choices.action_cursor_down()
        else:
            choices.action_cursor_up()

    def on_input_changed(self) -> None:
        """Show the choices that what is typed may mean."""
        self._offer()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say what was typed, or the choice that is marked."""
        typed = event.value.strip()
        chosen = self.query_one(Choices).chosen
        event.input.value = ""
        if typed and (self._said_as_typed(typed) or not matching(self._listing.entries, typed)):
            self.lines.say(self._picked(typed))
        elif chosen:
            self.lines.say(self._picked(chosen.key))
        elif not self._listing.entries:
            self.lines.say("")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose what was clicked on."""
        entry = self.query_one(Choices).entries[event.option_index]
        self.query_one(Line).value = ""
        self.lines.say(self._picked(entry.key))

    def _said_as_typed(self, typed: str) -> bool:
        if self._listing is ANSWERS:
            return True
        return typed.lower() in OWN_WORDS or self.page.means(typed)

    def _picked(self, said: str) -> str:
        keys = {entry.key for entry in self._listing.entries}
        return Picked(said, self._listing) if said in keys and self._listing is not ANSWERS else said

    # What is shown

    def _offer(self) -> None:
        typed = self.query_one(Line).value.strip()
        entries = self._listing.entries
        if typed and not self._said_as_typed(typed):
            entries = matching(entries, typed) or entries
        exact = next((i for i, entry in enumerate(entries) if entry.key == typed), None)
        self.query_one(Choices).offer(entries, exact)

    def _tick(self) -> None:
        if not self.query("#waiting"):
            return  # the last tick may come when the panes have been taken down
        time = countdown(self.page.ends, datetime.now().astimezone())
        self.say("waiting", f"{time}{self.page.waiting}")


class Said:
    """Lines said to a sitting, in the order in which they were."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()

    def say(self, line: str) -> None:
        """One more."""
        self._lines.put_nowait(line)

    async def next(self) -> str | None:
        """The next one."""
        return await self._lines.get()


def countdown(until: datetime | None, now: datetime) -> str:
    """The time that is left, by minutes and seconds, or hours before these; nothing where none runs."""
    if until is None:
        return ""
    seconds = max(0, round((until - now) / timedelta(seconds=1)))
    hours, minutes = divmod(seconds // 60, 60)
    shown = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
    return f"[{shown}] "


def _keys(page: Page) -> Text:
    """The keys, each of which can be clicked too."""
    line = Text()
    for shown, said in KEYS:
        if shown in page.keys or (said == BACK and page.listing.part):
            line.append(shown, Style(meta={"@click": f"app.say({said!r})"})).append("  ")
    return line
