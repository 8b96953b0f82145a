"""Where some commands lead, and what they add to the store."""

from __future__ import annotations

from summitbook_domain.message import Event, Events
from summitbook_domain.tournament import events as e
from summitbook_domain.tournament.log import Entry
from summitbook_domain.tournament.state import Tournament

from ..deals import Revealed
from ..store import Row
from .kept import Kept, Shown


class Step:
    """Where some commands lead, and what they add to the store."""

    def __init__(self, kept: Kept) -> None:
        self.shown = kept.shown
        self.rows: list[Row] = []
        self.known: list[tuple[str, int]] = []
        self.noted: list[tuple[Event, str]] = []
        self._stream = kept.tournament_id

    def add(self, entry: Entry, command_id: str, at: str, by: str) -> None:
        """Step ahead by what one command led to."""
        self.noted += [(event, by) for event in entry.events]
        first = self.shown.head.n + 1
        self.known.append((command_id, first))
        self.rows += _revealed(self.shown.state, entry.events)
        told = zip(entry.events, entry.lines, strict=True)
        self.rows += [
            Row(self._stream, n, type(event).__name__, line) for n, (event, line) in enumerate(told, first)
        ]
        self.shown = Shown(entry.tournament, entry.head, at)


def _revealed(state: Tournament, events: Events) -> list[Row]:
    """The rows by which the games of a round that closes are shown to everyone."""
    opened = state.open_round
    closed = [each for each in events if isinstance(each, e.RoundClosed)]
    return [Revealed(opened.deal, each.seed).row() for each in closed if opened]
