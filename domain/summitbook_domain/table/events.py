"""Events common to all games: docs/replay-format.md, "Events common to all games"."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ..canonical import Integer
from ..message import Event
from ..record import Hash, Hex, UuidText

SeedSource = Literal["server", "given", "deal"]


class ContentRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content a game is played on; `data` whole where it does not ship with the project."""

    edition: str
    sha256: Hash
    data: dict[str, Any] | UnsetType = UNSET


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The record of another game that a practice game goes on from."""

    game_id: UuidText
    n: Annotated[int, Meta(ge=1)]
    hash: Hash


class GameCreated(Event, frozen=True, kw_only=True):
    """A game is made: the first record of every log."""

    format: Literal["summitbook-replay/1"]
    game_id: UuidText
    game: str
    rules: Integer
    content: ContentRef
    options: dict[str, Any]
    seats: Integer
    deal: UuidText
    commitment: Hash
    seed_source: SeedSource
    forked_from: Fork | UnsetType = UNSET


class SeatTaken(Event, frozen=True):
    """Somebody sat down; `salt` is theirs, hex, maybe empty."""

    seat: Integer
    name: str
    salt: Hex


class SeatLeft(Event, frozen=True):
    """A seat is free again; only before the start."""

    seat: Integer


class GameStarted(Event, frozen=True):
    """Every seat is taken; the game's own first events follow."""


class TurnTimedOut(Event, frozen=True):
    """A seat's time ran out; what it leads to follows."""

    seat: Integer


class SeatRetired(Event, frozen=True):
    """A player gave up, or was timed out too often."""

    seat: Integer


class HintTaken(Event, frozen=True):
    """A seat asked for advice; nothing changes in the rules."""

    seat: Integer


class GameClosed(Event, frozen=True):
    """Always the last: the outcome, and the seed in hex (null in a game of a shared deal)."""

    outcome: str
    seed: Hash | None


EVENTS = (GameCreated, SeatTaken, SeatLeft, GameStarted, TurnTimedOut, SeatRetired, HintTaken, GameClosed)
