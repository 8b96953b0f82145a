"""Something to be read in place of the table: how the game is played, the signs, the chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Leaf(ModalScreen[None]):
    """As much as there is, to be scrolled; Enter, Escape or a click goes on."""

    CSS = """
    Leaf { layout: vertical; background: $background; }
    Leaf VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    Leaf #on { height: 1; text-style: bold reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape", "dismiss", "on")]

    def __init__(self, parts: Sequence[Text]) -> None:
        super().__init__()
        self._parts = parts

    def compose(self) -> ComposeResult:
        """The text, and how to go on."""
        with VerticalScroll():
            for part in self._parts:
                yield Static(part)
        yield Static(" Enter goes on   ↑ ↓ PgUp PgDn scroll", id="on")

    def on_click(self) -> None:
        """Go on."""
        self.dismiss()
