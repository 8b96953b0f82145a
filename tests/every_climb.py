"""Everest 1924 by plain enumeration: every command and every fall of the dice, asked of the rules alone."""

from __future__ import annotations

from functools import reduce
from itertools import product

from given import dice
from summitbook_domain.everest1924.commands import RerollDice, RollDice
from summitbook_domain.everest1924.sheet import Sheet
from summitbook_domain.everest1924.state import Expedition
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command, Events

EVEREST = GAMES["everest1924", 1]
FACES = range(1, 7)


class EveryClimb:
    """
    The best expected score on a small sheet.

    A state that was come to before, with the very same route and dice, is not looked at again;
    nothing else is left out, and nothing is taken for the same.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._known: dict[object, float] = {}
        self.seen: list[Expedition] = []
        """Every state in which something can be chosen."""

    def start(self) -> Expedition:
        """The game once it has begun."""
        state = EVEREST.setup(self._sheet, EVEREST.options(), 1)
        return told(state, EVEREST.begin(state, dice()))

    def best(self, state: Expedition) -> float:
        """The expected score of whoever chooses best from here on."""
        if state.score:
            return state.score.score
        key = (state.route, state.camps, state.highest, state.values, state.live, state.rerolled)
        if key not in self._known:
            self.seen.append(state)
            self._known[key] = max(self.after(state, each) for each in EVEREST.legal(state, 0))
        return self._known[key]

    def after(self, state: Expedition, command: Command) -> float:
        """The expected score after this command, every fall of the dice being as likely as any other."""
        falls = list(product(FACES, repeat=rolled_by(state, command)))
        return sum(self.best(told(state, decided(state, command, fall))) for fall in falls) / len(falls)


def decided(state: Expedition, command: Command, fall: tuple[int, ...]) -> Events:
    """What a command leads to if the dice fall so."""
    return EVEREST.decide(state, 0, command, dice(*fall))


def rolled_by(state: Expedition, command: Command) -> int:
    """How many dice a command rolls."""
    if isinstance(command, RollDice):
        return state.dice
    return len(command.dice) if isinstance(command, RerollDice) else 0


def told(state: Expedition, events: Events) -> Expedition:
    """The state once these have happened."""
    return reduce(EVEREST.evolve, events, state)
