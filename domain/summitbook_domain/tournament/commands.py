"""What can be asked of a tournament: docs/tournaments.md, "Commands"."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ..message import Command
from ..record import Hash, UuidText
from ..table.commands import Name

Kind = Literal["duplicate", "tables", "ladder"]
Ruling = Literal["points", "strike", "exclude", "cancel"]
Title = Annotated[str, Meta(min_length=1, max_length=128, pattern=r"^[^\ud800-\udfff]*\Z")]
Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\ud800-\udfff]*\Z")]
Rounds = Annotated[int, Meta(ge=0, le=99)]
MOST_CONTESTANTS = 10_000
"""How many may enter a tournament in all, those who left counted."""
BROKEN = "broken"
"""The outcome of a game that cannot even be cancelled, since its log is not as it was written."""
Awarded = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class CreateTournament(Command, frozen=True):
    """Announce a tournament; `options` are those of every game, their defaults written out."""

    name: Title
    kind: Kind
    game: str
    rules: int
    edition: str
    options: dict[str, Any]
    seats: int
    rounds: Rounds


class EnterContestant(Command, frozen=True):
    """Enter a player or a team; after the start it plays from the next round on."""

    name: Name


class LeaveTournament(Command, frozen=True):
    """Be paired no more (the contestant, or the host for it); what was played counts."""

    contestant: int


class StartTournament(Command, frozen=True):
    """Begin: from now on there are rounds or matches (the host)."""


class PublishRound(Command, frozen=True):
    """Pair everyone for the next round, on one deal (the host)."""


class MakeMatch(Command, frozen=True):
    """Let these play a game of a ladder (the host, or the service for those who ask)."""

    contestants: tuple[int, ...]


class FinishGame(Command, frozen=True):
    """
    A game's log is closed (the service).

    `n` and `hash` are of its last record; `results` are what the game's own rules give
    each seat, points or places, and empty where it ended without a result. A game that a
    referee cancelled and whose log is BROKEN has no last record: 0, and zeros.
    """

    game_id: UuidText
    n: Annotated[int, Meta(ge=0)]
    hash: Hash
    outcome: str
    results: tuple[int, ...]


class MakeDecision(Command, frozen=True):
    """
    A referee's decision with its reason (the host).

    `points` gives a contestant points or takes them; `strike` lets a game's result count
    nothing, for one contestant or for all; `exclude` takes a contestant out of the
    tournament; `cancel` has the service end a game that goes on.
    """

    ruling: Ruling
    reason: Reason
    contestant: int | None = None
    game_id: UuidText | None = None
    points: Awarded = 0


class CloseRound(Command, frozen=True):
    """All games of the round are over: reveal its deal (the host, or the service)."""


class CloseTournament(Command, frozen=True):
    """End with the standings as they are (the host)."""


COMMANDS = (
    CreateTournament,
    EnterContestant,
    LeaveTournament,
    StartTournament,
    PublishRound,
    MakeMatch,
    FinishGame,
    MakeDecision,
    CloseRound,
    CloseTournament,
)

TOURNAMENT_OVER = "TOURNAMENT_OVER"
TOURNAMENT_STARTED = "TOURNAMENT_STARTED"
TOURNAMENT_NOT_STARTED = "TOURNAMENT_NOT_STARTED"
WRONG_KIND = "WRONG_KIND"
BAD_CONTESTANT = "BAD_CONTESTANT"
NAME_TAKEN = "NAME_TAKEN"
TOO_FEW = "TOO_FEW"
TOURNAMENT_FULL = "TOURNAMENT_FULL"
ROUND_OPEN = "ROUND_OPEN"
NO_ROUND = "NO_ROUND"
ROUNDS_OVER = "ROUNDS_OVER"
BAD_GAME = "BAD_GAME"
GAMES_OPEN = "GAMES_OPEN"
ALREADY_PLAYING = "ALREADY_PLAYING"

CODES = (
    TOURNAMENT_OVER,
    BAD_CONTESTANT,
    WRONG_KIND,
    TOURNAMENT_STARTED,
    TOURNAMENT_NOT_STARTED,
    NAME_TAKEN,
    TOURNAMENT_FULL,
    TOO_FEW,
    ROUND_OPEN,
    NO_ROUND,
    ROUNDS_OVER,
    BAD_GAME,
    GAMES_OPEN,
    ALREADY_PLAYING,
)
"""The refusal codes of docs/tournaments.md beyond BAD_ARGS."""
