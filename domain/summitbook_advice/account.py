"""
What the choices of a seat were worth in a game that is over: costs, luck, accuracy.

See docs/advice.md, "Review". All figures are in one unit: of `score` points, of `chance` wins from 0 to 1.
"""

from __future__ import annotations

import msgspec

from .values import Unit


class Choice(msgspec.Struct, frozen=True):
    """Something that a seat could do: the command in words, what it was worth, and what spoke for it."""

    label: str
    value: float
    words: str


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """
    One choice of a seat.

    `n` is the record that it led to first, `worst` the least that a choice was worth among those
    that do not give up and the one made. `after` is what it went on from: what the best of the
    seat's next choice is worth, or the result; None where the game was broken off before either.
    """

    n: int
    chosen: Choice
    best: Choice
    worst: float
    after: float | None

    @property
    def cost(self) -> float:
        """How much less it was worth than the best, 0 or more."""
        return self.best.value - self.chosen.value

    @property
    def stake(self) -> float:
        """The most that it could have cost; 0 where there was nothing to choose."""
        return self.best.value - self.worst

    @property
    def luck(self) -> float | None:
        """How much better things then went than was to be expected; None where they did not go on."""
        return None if self.after is None else self.after - self.chosen.value


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """
    A seat's whole game; `start - cost + luck` is the result.

    `result` is None where the game was broken off, `unit` where the seat had nothing to choose.
    """

    seat: int
    name: str
    unit: Unit | None
    moves: tuple[Move, ...]
    hints: int
    result: float | None

    @property
    def start(self) -> float | None:
        """What the best first choice was worth."""
        return self.moves[0].best.value if self.moves else None

    @property
    def cost(self) -> float:
        """What all choices cost together."""
        return sum(move.cost for move in self.moves)

    @property
    def luck(self) -> float | None:
        """All that happened between the choices; None where the game was broken off."""
        between = [move.luck for move in self.moves]
        return None if self.result is None else sum(each for each in between if each is not None)

    @property
    def accuracy(self) -> float | None:
        """Of all that choices could have cost what was kept, in percent; None without a choice."""
        stake = sum(move.stake for move in self.moves)
        return 100 * (1 - self.cost / stake) if stake else None
