"""
The choices a player has, and what the player types to choose one.

A choice is typed by its number on the list, or in the words of its game's screen
(`r 1 3`). The beginning of such words lists the choices that begin so. Where these
are too many to be shown, what is listed is the words that can come next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from summitbook.v1.games_pb2 import LegalAction

from ..messages import kind, printable
from .advice import NONE, Advice
from .people import NOBODY, People
from .screen import Group, Screen

_WORD = re.compile(r"[a-z_]+|\d+|[^\sa-z_\d,]+")


@dataclass(frozen=True)
class Entry:
    """
    One of what is listed: a choice, or a part of them, maybe with how to type one of it at once.

    Where there is advice, `worth` is what it says of it, and `why`.
    """

    actions: tuple[LegalAction, ...]
    key: str
    title: str
    example: str = ""
    part: bool = False
    worth: str = ""
    why: str = ""

    @property
    def ways(self) -> str:
        """How many choices there are in it, where that is more than one."""
        return f"{len(self.actions)} ways" if len(self.actions) > 1 else ""


@dataclass(frozen=True)
class Listing:
    """What there is to choose from by key; a `part` of the choices is left again by choosing nothing."""

    entries: tuple[Entry, ...]
    part: bool = False


Fits = Callable[[Listing], bool]


def _always(_: Listing) -> bool:
    return True


class Menu:
    """All choices of one moment; `fits` tells whether there is room to show a listing."""

    def __init__(
        self,
        screen: Screen,
        actions: Sequence[LegalAction],
        fits: Fits = _always,
        people: People = NOBODY,
        advice: Advice = NONE,
    ) -> None:
        self._screen = screen
        self._fits = fits
        self._people = people
        self._advice = advice
        self._actions = _unlike(screen, actions)
        self._words = {id(action): screen.typed(action.command) for action in self._actions}
        self.top = Listing(self._entries())
        self.listing = self.top

    def _entries(self) -> tuple[Entry, ...]:
        """Single choices first, numbered; then the groups."""
        groups: dict[Group, list[LegalAction]] = {}
        singles: list[LegalAction] = []
        for action in self._actions:
            group = self._screen.group(action.command)
            (groups.setdefault(group, []) if group else singles).append(action)
        return *self._numbered(singles), *(self._grouped(*each) for each in groups.items())

    def _grouped(self, group: Group, some: Sequence[LegalAction]) -> Entry:
        example = self._screen.at_once(some[0].command)
        return self._advised(Entry(tuple(some), group.key, group.title, example, part=True))

    def back(self) -> None:
        """To the whole list again."""
        self.listing = self.top

    def means(self, typed: str) -> bool:
        """Whether something can be chosen, or listed, by what was typed."""
        words = _words(typed)
        if not words:
            return False
        try:
            return (len(words) == 1 and self._named(words[0]) is not None) or bool(self._fitting(words))
        except LookupError:
            return False

    def choose(self, typed: str) -> LegalAction | None:
        """
        The choice that was typed, or None; then `listing` is what there is to choose from.

        Nothing typed means the one choice that does not give the game up, where there
        is just one and its screen says that it decides nothing. Raises LookupError with
        a sentence where nothing fits.
        """
        words = _words(typed)
        if not words:
            return self._obvious()
        if len(words) == 1 and (entry := self._named(words[0])):
            return self._open(entry.actions)
        return self._open(self._fitting(words))

    def _obvious(self) -> LegalAction | None:
        going_on = [action for action in self._actions if not action.gives_up]
        if len(going_on) == 1 and self._screen.decides_nothing(going_on[0].command):
            return going_on[0]
        self.back()
        return None

    def _named(self, word: str) -> Entry | None:
        return next((entry for entry in self.listing.entries if entry.key == word), None)

    def _fitting(self, words: tuple[str, ...]) -> Sequence[LegalAction]:
        """What the words say, exactly if it can be, in any order if need be, or what begins with them."""
        tests = (
            lambda own: own == words,
            lambda own: own[: len(words)] == words,
            lambda own: sorted(own) == sorted(words),
        )
        for test in tests:
            found = [action for action in self._actions if test(self._words[id(action)])]
            if found:
                return found
        raise LookupError(f"{printable(' '.join(words))!r} is not among your choices now")

    def _open(self, actions: Sequence[LegalAction]) -> LegalAction | None:
        """The choice if there is just one; else they are listed, in steps where there is no room for all."""
        if len(actions) == 1:
            return actions[0]
        self.listing = Listing(self._numbered(actions), part=True)
        if not self._fits(self.listing):
            self.listing = Listing(self._steps(actions), part=True)
        return None

    def _steps(self, actions: Sequence[LegalAction]) -> tuple[Entry, ...]:
        """An entry for each word that can come next, with all the choices that go on so."""
        said = _alike([self._words[id(action)] for action in actions])
        steps: dict[tuple[str, ...], list[LegalAction]] = {}
        for action in actions:
            steps.setdefault(self._words[id(action)][: said + 1], []).append(action)
        if len(steps) == 1:  # a screen that has no words to tell them apart
            return self._numbered(actions)
        return tuple(self._step(number, *each) for number, each in enumerate(steps.items(), 1))

    def _step(self, number: int, words: tuple[str, ...], some: Sequence[LegalAction]) -> Entry:
        title = self._screen.titled(some[0], self._people)
        title = title if len(some) == 1 else self._screen.step(words, title)
        return self._advised(Entry(tuple(some), str(number), printable(title)))

    def _numbered(self, actions: Sequence[LegalAction]) -> tuple[Entry, ...]:
        return tuple(
            self._advised(Entry((action,), str(number), self._screen.titled(action, self._people)))
            for number, action in enumerate(actions, 1)
        )

    def _advised(self, entry: Entry) -> Entry:
        """With what there is to say of its worth."""
        figure, words = self._advice.figure(entry.actions), self._advice.words(entry.actions)
        return replace(entry, worth=figure, why=words)


def _words(typed: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(typed.lower()))


def _unlike(screen: Screen, actions: Sequence[LegalAction]) -> tuple[LegalAction, ...]:
    """All actions, but the first alone of those with cards that are alike."""
    first: dict[object, LegalAction] = {}
    for number, action in enumerate(actions):
        name = kind(action.command)
        first.setdefault((name, action.label) if name in screen.with_cards else number, action)
    return tuple(first.values())


def _alike(typed: Sequence[tuple[str, ...]]) -> int:
    """With how many words all of them begin."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*typed, strict=False)))
