"""What happens in a tournament: docs/tournaments.md, "Events"."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ..message import Event
from ..record import Hash, UuidText
from ..table.events import ContentRef
from .commands import Kind, Ruling

FORMAT: Literal["summitbook-tournament/1"] = "summitbook-tournament/1"


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    A game and who plays it, seat 0 first.

    In a duplicate tournament it is one contestant, who holds every seat.
    """

    game_id: UuidText
    contestants: tuple[int, ...]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game gave a contestant: points or a place, as its rules have them; neither without a result."""

    contestant: int
    points: int | None
    place: int | None


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    Where a contestant stands; `place` is null for whoever is excluded, and shared by equals.

    `points` decide, then `tie_breaks`, the first of them first; on a ladder `points` are
    the rating in thousandths. `games` were played with a result that counts.
    """

    place: int | None
    contestant: int
    points: int
    tie_breaks: tuple[int, ...]
    games: int


class TournamentCreated(Event, frozen=True, kw_only=True):
    """
    A tournament is announced: the first record of its log.

    `options` are those of every game, `turn_seconds` among them; `seats` is how many a
    game has, at tables at most; `rounds` is 0 for a ladder. The commitment is to the seed
    of every draw that pairs.
    """

    format: Literal["summitbook-tournament/1"]
    tournament_id: UuidText
    name: str
    kind: Kind
    game: str
    rules: int
    content: ContentRef
    options: dict[str, Any]
    seats: int
    rounds: int
    commitment: Hash


class ContestantEntered(Event, frozen=True):
    """A player or a team takes part; numbered from 0 as they come."""

    contestant: int
    name: str


class ContestantLeft(Event, frozen=True):
    """A contestant dropped out and is paired no more."""

    contestant: int


class TournamentStarted(Event, frozen=True):
    """Rounds or matches may follow."""


class RoundPublished(Event, frozen=True):
    """Who plays what in this round, from 1, all on one deal; who has a bye plays nothing."""

    round: int
    deal: UuidText
    commitment: Hash
    games: tuple[Pairing, ...]
    byes: tuple[int, ...]


class MatchMade(Event, frozen=True):
    """A game of a ladder, on a deal of its own, revealed in its own log."""

    game_id: UuidText
    contestants: tuple[int, ...]
    deal: UuidText
    commitment: Hash


class GameFinished(Event, frozen=True):
    """A game's log ends with this record, and with these results, one a contestant in seat order."""

    game_id: UuidText
    n: int
    hash: Hash
    outcome: str
    results: tuple[Result, ...]


class DecisionMade(Event, frozen=True):
    """A referee decided; what a ruling does not need is null, or no points."""

    ruling: Ruling
    reason: str
    contestant: int | None
    game_id: UuidText | None
    points: int


class RoundClosed(Event, frozen=True):
    """The round is over; the seed of its deal, in hex."""

    round: int
    seed: Hash


class TournamentClosed(Event, frozen=True):
    """Always the last: the standings, best first, and the tournament's seed in hex."""

    standings: tuple[Standing, ...]
    seed: Hash


EVENTS = (
    TournamentCreated,
    ContestantEntered,
    ContestantLeft,
    TournamentStarted,
    RoundPublished,
    MatchMade,
    GameFinished,
    DecisionMade,
    RoundClosed,
    TournamentClosed,
)
