"""
Which tournaments there are, and in which there may be something to do, by the few rows that say so.

It is told them as the list of games reads the store. Those that are closed are in memory as far
as they are listed, and in the store for good.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from summitbook_domain.tournament import events as e

from ..errors import LimitReached
from ..limits import Shares
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

    def __init__(
        self, lobby: Lobby, *, open_tournaments: int, caller_tournaments: int, caller_contestants: int
    ) -> None:
        self._limit = open_tournaments
        self._caller_contestants = caller_contestants
        self._shares = Shares(caller_tournaments, _too_many_of_yours)
        self._making: set[UUID] = set()
        self._makers: dict[UUID, Hashable] = {}
        self._entered: dict[UUID, Shares] = {}
        self._open: dict[UUID, int] = {}
        self._closed: OrderedDict[UUID, int] = OrderedDict()
        self.busy: set[UUID] = set()
        """Those in which games may have to be made, ended or counted."""
        lobby.tell(TOPICS, self._take)

    @property
    def open(self) -> list[UUID]:
        """Those that are announced or under way."""
        return list(self._open)

    @contextmanager
    def room(self, tournament_id: UUID, caller: Hashable) -> Iterator[None]:
        """
        Room for a tournament that the block announces, this caller's until it is closed; raises LimitReached.

        As with games it is written nowhere who announced it.
        """
        if len(self._open) + len(self._making) >= self._limit:
            raise LimitReached(
                "TOO_MANY_TOURNAMENTS",
                f"as many tournaments are open as may be ({self._limit}); try again when some are closed",
            )
        self._shares.take(caller)
        self._making.add(tournament_id)
        self._makers[tournament_id] = caller
        try:
            yield
        except BaseException:
            self._making.discard(tournament_id)
            if tournament_id not in self._open:
                self._leave(tournament_id)
            raise

    @contextmanager
    def entry(self, tournament_id: UUID, caller: Hashable) -> Iterator[None]:
        """
        Room for a contestant that enters in the block; raises LimitReached.

        Whoever leaves is counted still: what one address enters stays in the log.
        """
        entered = self._entered.setdefault(
            tournament_id, Shares(self._caller_contestants, _too_many_contestants_of_yours)
        )
        entered.take(caller)
        try:
            yield
        except BaseException:
            entered.give_back(caller)
            # Closed meanwhile by another node, it is forgotten already.
            if not len(entered) and self._entered.get(tournament_id) is entered:
                del self._entered[tournament_id]
            raise

    def maker_of(self, tournament_id: UUID, caller: Hashable) -> Hashable:
        """Whoever announced a tournament, or this caller where that is not known any more."""
        return self._makers.get(tournament_id, caller)

    def before(self, position: int | None) -> list[Entry]:
        """Those made before this position, or all, the newest first."""
        listed = (Entry(made, each) for part in (self._open, self._closed) for each, made in part.items())
        return sorted((each for each in listed if position is None or each.position < position), reverse=True)

    def _take(self, note: Note) -> None:
        tournament_id = note.row.stream
        match note.row.topic:
            case e.TournamentCreated.__name__:
                self._making.discard(tournament_id)
                self._open[tournament_id] = note.position
            case e.TournamentClosed.__name__:
                self._close(tournament_id)
            case _ if tournament_id in self._open:
                self.busy.add(tournament_id)

    def _close(self, tournament_id: UUID) -> None:
        self.busy.discard(tournament_id)
        self._leave(tournament_id)
        self._entered.pop(tournament_id, None)
        if (made := self._open.pop(tournament_id, None)) is not None:
            self._closed[tournament_id] = made
            if len(self._closed) > CLOSED_LISTED:
                self._closed.popitem(last=False)

    def _leave(self, tournament_id: UUID) -> None:
        """Count a tournament as its maker's no more."""
        maker = self._makers.pop(tournament_id, None)
        if maker is not None:
            self._shares.give_back(maker)


def _too_many_of_yours(has: int) -> LimitReached:
    return LimitReached(
        "TOO_MANY_TOURNAMENTS", f"as many tournaments of yours are open as may be ({has}); close some first"
    )


def _too_many_contestants_of_yours(has: int) -> LimitReached:
    return LimitReached(
        "TOO_MANY_CONTESTANTS", f"as many have entered this tournament from your address as may ({has})"
    )
