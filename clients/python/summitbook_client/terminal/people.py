"""Who sits where, as they are spoken of: by name, with the seat only where two have one name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from summitbook.v1 import record_pb2
from summitbook.v1.game_pb2 import Game

from ..messages import printable

NARROW = 10
"""Characters of a name where room is short."""
HISSING = ("s", "sh", "ch", "x", "z")


@dataclass(frozen=True)
class People:
    """The names by seat, the seat of whoever looks, and the one whose command is told of."""

    names: Mapping[int, str] = field(default_factory=dict)
    own: int | None = None
    actor: int | None = None

    @staticmethod
    def of(game: Game, own: int | None = None) -> People:
        """Those who sit there now."""
        return People({seat.seat: printable(seat.name) for seat in game.seats if seat.taken}, own)

    def after(self, events: Iterable[record_pb2.Event]) -> People:
        """Those who sit there once this has happened."""
        taken = (event.seat_taken for event in events if event.HasField("seat_taken"))
        return replace(self, names={**self.names, **{each.seat: printable(each.name) for each in taken}})

    def by(self, actor: int | None) -> People:
        """The same, to tell of what this seat did."""
        return replace(self, actor=actor)

    def name(self, seat: int) -> str:
        """Whoever sits there, by name."""
        if seat not in self.names:
            return f"seat {seat}"
        return f"{self.names[seat]} (seat {seat})" if self._shared(seat) else self.names[seat]

    def short(self, seat: int) -> str:
        """The same in few characters; whoever looks is `you`."""
        if seat == self.own:
            return "you"
        if seat not in self.names:
            return f"seat {seat}"
        tail = f" {seat}" if self._shared(seat) else ""
        return _cut(self.names[seat], NARROW - len(tail)) + tail

    def whom(self, seat: int) -> str:
        """Whoever sits there, as somebody something happens to."""
        return "you" if seat == self.own else self.name(seat)

    def does(self, seat: int | None, doing: str) -> str:
        """That somebody does something, as in `rest` or `lay a card`: `You rest`, `Ann lays a card`."""
        verb, _, rest = doing.partition(" ")
        if seat == self.own and seat is not None:
            return f"You {doing}"
        verb = {"have": "has", "are": "is", "may": "may"}.get(
            verb, verb + ("es" if verb.endswith(HISSING) else "s")
        )
        return " ".join(filter(None, (self._first(seat), verb, rest)))

    def whose_turn(self, seat: int) -> str:
        """That it is somebody's turn."""
        return "your turn" if seat == self.own else f"turn of {self.name(seat)}"

    def at_table(self, game: Game) -> str:
        """All seats in a line: a sign before those who are waited for, another before those who are out."""
        return "   ".join(self._at_table(game, seat) for seat in range(len(game.seats)))

    def _at_table(self, game: Game, seat: int) -> str:
        sign = "✕" if game.seats[seat].retired else "▸" if seat in game.waits_for else "·"
        name = self.name(seat) if seat in self.names else "free seat"
        return f"{sign} {name}{' (you)' * (seat == self.own)}"

    def _first(self, seat: int | None) -> str:
        """Whoever sits there, at the beginning of a sentence."""
        name = "somebody" if seat is None else self.name(seat)
        return name if seat in self.names else name.capitalize()

    def _shared(self, seat: int) -> bool:
        return list(self.names.values()).count(self.names[seat]) > 1


def _cut(name: str, room: int) -> str:
    return name if len(name) <= room else f"{name[: room - 1]}…"


NOBODY = People()
"""Where nobody is known by name, and nobody looks."""
