"""Commands common to all games: docs/replay-format.md, "Commands common to all games"."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ..message import Command
from ..record import Hex

# A lone surrogate is no text, so no record could hold it.
Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\ud800-\udfff]*\Z")]
Salt = Annotated[Hex, Meta(max_length=128)]


class CreateGame(Command, frozen=True):
    """Make a game; options with their defaults written out."""

    game: str
    rules: int
    edition: str
    options: dict[str, Any]
    seats: int


class TakeSeat(Command, frozen=True):
    """Sit down under a name, adding a salt of up to 64 bytes to the dice."""

    seat: int
    name: Name
    salt: Salt = ""


class LeaveSeat(Command, frozen=True):
    """Stand up again before the start."""


class RetireSeat(Command, frozen=True):
    """Give up for good; the game goes on without this seat where it can."""


class CancelGame(Command, frozen=True):
    """End the game without a result (the host, or an operator)."""


class TakeHint(Command, frozen=True):
    """Ask for advice, for the record."""


class TimeOutTurn(Command, frozen=True):
    """The time of a seat ran out (the service)."""

    seat: int


class ExpireGame(Command, frozen=True):
    """The game was left lying for too long (the service)."""


SEAT_COMMANDS = (TakeSeat, LeaveSeat, RetireSeat, TakeHint)
HOUSE_COMMANDS = (CreateGame, CancelGame, TimeOutTurn, ExpireGame)
COMMANDS = (*SEAT_COMMANDS, *HOUSE_COMMANDS)
