"""
Which tournaments there are, and in which there may be something to do, by the few rows that say so.

It is told them as the list of games reads the store. Those that are closed are in memory as far
as they are listed, and in the store for good.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple
from uuid import UUID

from summitbook_domain.tournament import events as e

from ..errors import LimitReached
from ..lobby import Lobby
from ..store import Note

CLOSED_LISTED = 1_000
"""How many of those that are closed are listed, the last ones."""
TOPICS = tuple(
    kind.__name__
    for kind in (
        e.TournamentCreated,
        e.RoundPublished,
        e.MatchMade,
        e.DecisionMade,
        e.TournamentClosed,
    )
)


class Entry(NamedTuple):
    """A tournament in the list, and the position of its first record in the store."""

    position: int
    tournament_id: UUID


class Roster:
    """The list of tournaments."""

    def __init__(self, lobby: Lobby, *, open_tournaments: int) -> None:
        self._limit = open_tournaments
        self._open: dict[UUID, int] = {}
        self._closed: OrderedDict[UUID, int] = OrderedDict()
        self.busy: set[UUID] = set()
        """Those in which games may have to be made, ended or counted."""
        lobby.tell(TOPICS, self._take)

    def check_room(self) -> None:
        """Raise LimitReached where there are as many open tournaments as there may be."""
        if len(self._open) >= self._limit:
            raise LimitReached(
                "TOO_MANY_TOURNAMENTS", "too many tournaments are open; try again when some are closed"
            )

    def before(self, position: int | None) -> list[Entry]:
        """Those made before this position, or all, the newest first."""
        listed = (Entry(made, each) for part in (self._open, self._closed) for each, made in part.items())
        return sorted((each for each in listed if position is None or each.position < position), reverse=True)

    def _take(self, note: Note) -> None:
        tournament_id = note.row.stream
        match note.row.topic:
            case e.TournamentCreated.__name__:
                self._open[tournament_id] = note.position
            case e.TournamentClosed.__name__:
                self._close(tournament_id)
            case _ if tournament_id in self._open:
                self.busy.add(tournament_id)

    def _close(self, tournament_id: UUID) -> None:
        self.busy.discard(tournament_id)
        if (made := self._open.pop(tournament_id, None)) is not None:
            self._closed[tournament_id] = made
            if len(self._closed) > CLOSED_LISTED:
                self._closed.popitem(last=False)
