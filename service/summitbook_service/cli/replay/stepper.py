"""Stepping through a recorded game in an app: the table, what happened, and a scrubber below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.widgets import Input, Static

from summitbook_client.terminal.app import Board, Line, Scrubber, Told, View
from summitbook_client.terminal.page import Page

from .keyboard import GoTo, Move, Seek, move_of
from .walk import Walk


class Stepper(View[None]):
    """Goes through a walk by the keys of docs/replays.md, and shows each place as a page."""

    CSS = f"{View.CSS}\n.-narrow Board {{ max-height: 75%; }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,right", "go(1)", "on"),
        Binding("b,left", "go(-1)", "back"),
        Binding("home", "ends(True)", "first"),
        Binding("end", "ends(False)", "last"),
        Binding("n", "again(False)", "find on"),
        Binding("N", "again(True)", "find back"),
        Binding("q,ctrl+q,ctrl+d", "quit", "quit"),
    ]

    def __init__(self, walk: Walk, page: Callable[[], Page]) -> None:
        super().__init__()
        self._walk = walk
        self._page = page
        self._sought: Seek | None = None

    def compose(self) -> ComposeResult:
        """From the top: title, board, scrubber, the command, what happened."""
        with Horizontal(id="top"):
            yield Static(id="title")
            yield Static(id="keys")
        with Container(id="middle"):
            yield Board()
            with Container(id="beside"):
                yield Static(id="waiting")
                yield Told()
                yield Static(id="note")
        yield Scrubber()
        with Horizontal(id="line"):
            yield Line()

    def on_mount(self) -> None:
        """Nothing is typed yet."""
        self._put_away()
        self._show()

    def action_go(self, records: int) -> None:
        """So many records on or back."""
        self._go(records)

    def action_ends(self, first: bool) -> None:
        """To the first record, or to the last."""
        self._go(GoTo(1 if first else self._walk.last))

    def action_again(self, back: bool) -> None:
        """To the next event of the type that was sought, or to the one before."""
        if self._sought:
            self._go(replace(self._sought, back=back))

    def on_scrubber_sought(self, event: Scrubber.Sought) -> None:
        """To where the scrubber was clicked."""
        self._go(GoTo(event.n))

    def on_key(self, event: events.Key) -> None:
        """Begin a line with a digit or `/`; give it up with Escape."""
        line = self.query_one(Line)
        if event.key == "escape":
            self._put_away()
        elif (
            not line.has_focus and event.character and (event.character.isdecimal() or event.character == "/")
        ):
            line.display = True
            line.focus()
            line.value = event.character
            line.cursor_position = 1
            event.stop()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Whoever rubs all of it out gives it up."""
        if not event.value:
            self._put_away()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go where the line says."""
        move = move_of(event.value.strip())
        if isinstance(move, Seek):
            self._sought = move
        self._put_away()
        if move is not None:
            self._go(move)

    def _go(self, move: Move) -> None:
        self._walk.go(move)
        self._show()

    def _put_away(self) -> None:
        line = self.query_one(Line)
        line.value = ""
        line.display = False
        self.set_focus(None)

    def _show(self) -> None:
        page = self._page()
        self.show_parts(page)
        self.say("keys", page.keys)
        self.say("waiting", page.waiting)
        self.say("note", page.note)
        self.query_one(Scrubber).place(self._walk.n, self._walk.last)
