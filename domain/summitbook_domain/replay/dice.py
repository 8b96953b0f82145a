"""Level dice: the seed fits its commitment, and every draw shows what its label gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..canonical import BadFormat
from ..chance import Chance, Seed
from ..game import Game
from ..message import Event
from ..record import Record, shaped
from ..table import events as e
from ..table.state import UnknownContent, edition_of
from .report import Fault, plain

_SEATING = e.SeatTaken, e.SeatLeft, e.GameStarted
_SEATING_NAMES: dict[str, type[Event]] = {kind.__name__: kind for kind in _SEATING}


class Revealed(msgspec.Struct, frozen=True):
    """A seed that a file reveals, how many lines stand behind that, and the deal it says it is for."""

    seed: Seed
    behind: int
    deal: str | None = None


class Dice:
    """Takes the records of a log whose seed is known."""

    def __init__(self, games: Mapping[tuple[str, int], Game[Any, Any, Any]], revealed: Revealed) -> None:
        self.games = games
        self.game: Game[Any, Any, Any] | None = None
        self._content: Any = None
        self._deal = ""
        self._revealed = revealed
        self._salts: list[str] = []
        self._chance: Chance | None = None
        self._first: dict[str, Event] = {}

    def take(self, line: int, record: Record) -> None:
        """Check the record on this line; raises Fault, whose line is 0 where the seed shown is wrong."""
        if record.type == "GameCreated":
            self._created(shaped(record.data, e.GameCreated))
        elif record.type in _SEATING_NAMES:
            self._seat(shaped(record.data, _SEATING_NAMES[record.type]))
        elif record.data.get("draw") is not None:
            self._drawn(line, record)

    def follow(self, event: Event) -> bool:
        """
        Take an event unless it shows what its label does not draw; whether it was taken.

        Raises ValueError where nothing may be drawn.
        """
        label = getattr(event, "draw", None)
        if label is not None:
            return self._redraw(event, label) == event
        if type(event) in _SEATING:
            self._seat(event)
        return True

    def note(self, event: Event) -> None:
        """Take an event that is known to be drawn right."""
        label = getattr(event, "draw", None)
        if label is not None:
            self._first.setdefault(label, event)
        elif type(event) in _SEATING:
            self._seat(event)

    def _seat(self, event: Event) -> None:
        match event:
            case e.SeatTaken():
                self._seated(event.seat, event.salt)
            case e.SeatLeft():
                self._seated(event.seat, "")
            case _:
                self._started()

    def _started(self) -> None:
        self._chance = self._revealed.seed.chance(self._deal, self._salts)

    def _created(self, created: e.GameCreated) -> None:
        seed = self._revealed.seed
        if seed.commitment != created.commitment:
            raise Fault(
                "BAD_SEED", 0, "the seed does not fit the commitment",
                expected=created.commitment, found=seed.commitment,
            )  # fmt: skip
        if self._revealed.deal not in (None, created.deal):
            raise Fault(
                "BAD_SEED", 0, "the seed is that of another deal",
                expected=created.deal, found=self._revealed.deal,
            )  # fmt: skip
        self.game = self._game_of(created)
        if self.game is None:
            raise Fault("UNKNOWN_CONTENT", 1, f"there is no game {created.game!r} here")
        try:
            self._content = edition_of(self.game, created.content).content
        except UnknownContent as error:
            raise Fault("UNKNOWN_CONTENT", 1, str(error)) from None
        self._deal = created.deal
        self._salts = [""] * min(created.seats, self._content.max_seats)

    def _game_of(self, created: e.GameCreated) -> Game[Any, Any, Any] | None:
        """Dice need the content but no rules, so any edition of the game will do."""
        named = [game for (name, _), game in self.games.items() if name == created.game]
        return self.games.get((created.game, created.rules)) or (named[-1] if named else None)

    def _seated(self, seat: int, salt: str) -> None:
        """Seats out of range are the rules' business."""
        if 0 <= seat < len(self._salts):
            self._salts[seat] = salt

    def _drawn(self, line: int, record: Record) -> None:
        """A type the game does not have draws nothing; the rules will miss it."""
        kind = self.game and self.game.event_types.get(record.type)
        if not kind:
            return
        try:
            event = shaped(record.data, kind)
            right = self._redraw(event, record.data["draw"])
        except (BadFormat, _NoDraw) as error:
            raise Fault("WRONG_DRAW", line, str(error), found=record.data) from None
        if right != event:
            reason = f"not what {record.data['draw']} draws"
            raise Fault("WRONG_DRAW", line, reason, expected=plain(right), found=record.data)

    def _redraw(self, event: Event, label: str) -> Event | None:
        if self._chance is None or self.game is None:
            raise _NoDraw("nothing is drawn before the game has started")
        if not label.isascii():
            raise _NoDraw("a label is ASCII")
        first = self._first.setdefault(label, event)
        return self.game.redraw(self._content, len(self._salts), event, self._chance, first)


class _NoDraw(ValueError):
    """A draw where there can be none."""


def revealed_by(tail: Sequence[bytes]) -> Revealed | None:
    """The seed that the last lines of a file reveal, read leniently."""
    for behind, raw in enumerate(reversed(tail)):
        try:
            value = msgspec.json.decode(raw)
            if "reveal" in value:
                return Revealed(_seed(value["reveal"]["seed"]), behind, value["reveal"]["deal"])
            if value.get("type") == "GameClosed":
                return Revealed(_seed(value["data"]["seed"]), behind)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
    return None


def _seed(text: str) -> Seed:
    return Seed(bytes.fromhex(text))
