"""
The language of the rules' tests: past events, a command, and what it leads to.

    given(EVEREST, *past).when(RollDice(), chance=dice(1, 3, 4)).then(DiceRolled(...))
    given(EVEREST, *past).when(Advance()).refused("WRONG_PHASE")

It asks the real `decide` and folds with the real `evolve`. A command is handed no luck
unless the test gives it some, so every test also says that nothing else is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

import pytest

from summitbook_domain.chance import Draw
from summitbook_domain.content import Content
from summitbook_domain.game import Game
from summitbook_domain.message import Command, Event, Events, Options
from summitbook_domain.refusal import Refused


class Luck:
    """Chance that answers listed words: those of a label, or the same for any label."""

    def __init__(self, words: Mapping[str | None, Iterable[int]]) -> None:
        self._words = {label: iter(listed) for label, listed in words.items()}
        self.labels: list[str] = []

    def draw(self, label: str) -> Draw:
        """The draw of this label, over the words listed for it."""
        self.labels.append(label)
        words = self._words.get(label, self._words.get(None))
        assert words is not None, f"nothing may be drawn for {label}"
        return drawing(label, words)

    def shuffle(self, label: str, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """The items in the order that the words of this label give."""
        return self.draw(label).shuffle(items)

    def check_spent(self) -> None:
        """All that was listed was drawn."""
        left = {label: rest for label, words in self._words.items() if (rest := list(words))}
        assert not left, f"words were listed that nobody drew: {left}"


def drawing(label: str, words: Iterable[int]) -> Draw:
    """A real draw over these raw words."""
    draw = Draw.__new__(Draw)
    draw.label, draw._words = label, iter(words)
    return draw


def dice(*faces: int) -> Luck:
    """Luck in which these six-sided dice fall, whatever their label."""
    return Luck({None: [face - 1 for face in faces]})


def no_luck() -> Luck:
    """Luck for a command that draws nothing."""
    return Luck({})


class Given:
    """A game at some moment."""

    def __init__(self, game: Game[Any, Any, Any], state: Any) -> None:
        self.game, self.state = game, state

    def when(self, command: Command, seat: int = 0, chance: Luck | None = None) -> Answer:
        """Ask for a command."""
        return Answer(self, command, seat, chance or no_luck())

    def legal(self, seat: int = 0) -> tuple[Command, ...]:
        """What the game lists as legal."""
        return self.game.legal(self.state, seat)


class Answer:
    """What a command is answered with; `then` and `refused` say what it must be."""

    def __init__(self, before: Given, command: Command, seat: int, chance: Luck) -> None:
        self._before, self._command, self._seat, self._chance = before, command, seat, chance

    def then(self, *expected: Event) -> Given:
        """The command leads to exactly these events, and from there one can go on."""
        events = self._decide()
        assert events == expected
        assert [type(event) for event in events] == [type(event) for event in expected]
        self._chance.check_spent()
        return Given(self._before.game, reduce(self._before.game.evolve, events, self._before.state))

    def refused(self, code: str) -> Given:
        """The command is refused with this code, having drawn nothing."""
        with pytest.raises(Refused) as refusal:
            self._decide()
        assert refusal.value.code == code
        assert self._chance.labels == []
        return self._before

    def _decide(self) -> Events:
        return self._before.game.decide(self._before.state, self._seat, self._command, self._chance)


def given(
    game: Game[Any, Any, Any],
    *past: Event,
    content: Content | None = None,
    options: Options | None = None,
    seats: int = 1,
) -> Given:
    """A game after these events, on the content that ships and with the usual options, if unsaid."""
    content = content or next(iter(game.editions.values())).content
    return Given(game, reduce(game.evolve, past, game.setup(content, options or game.options(), seats)))
