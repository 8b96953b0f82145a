"""Other seats of a game that its player has too, and the word by which one changes to them."""

from __future__ import annotations

from dataclasses import dataclass

from summitbook.v1.game_service_pb2 import GetGameResponse

WORD = "seat"
HELP = """\
Several seats of this game are yours: seat goes on with the next of them, and
seat 1, say, with that one."""


@dataclass(frozen=True)
class Beside:
    """One's own seat, and the others."""

    own: int
    others: tuple[int, ...]

    @property
    def any(self) -> bool:
        """Whether there are others."""
        return bool(self.others)

    @property
    def help(self) -> str:
        """What there is to know of it, if anything."""
        return HELP if self.others else ""

    def means(self, typed: str) -> bool:
        """Whether a change of seats is asked for."""
        return self.any and typed.split()[:1] == [WORD]

    def named(self, typed: str) -> int:
        """The seat that is named, or the next; raises LookupError with a sentence."""
        _, *number = typed.split()
        if not number:
            return min((seat for seat in self.others if seat > self.own), default=min(self.others))
        for seat in self.others:
            if number == [str(seat)]:
                return seat
        there_are = ", ".join(map(str, self.others))
        raise LookupError(f"Of this game you have, beside seat {self.own}, {there_are}")

    def waited_for(self, shown: GetGameResponse) -> str:
        """What to type where the game waits for one of the others, and one's own has nothing to do."""
        due = [seat for seat in self.others if seat in shown.game.waits_for]
        return f" Type {WORD} {due[0]} to play it." if due and not shown.legal_actions else ""
