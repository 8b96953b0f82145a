"""
The choices a player has, and what the player types to choose one.

A choice is typed by its number on the list, or in the words of its game's screen
(`r 1 3`). The beginning of such words lists the choices that begin so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from summitbook.v1.games_pb2 import LegalAction

from .screen import Group, Screen, printable

_WORD = re.compile(r"[a-z_]+|\d+|[^\sa-z_\d,]+")


@dataclass(frozen=True)
class Entry:
    """A line of the list: one choice, or a group of several with its key."""

    actions: tuple[LegalAction, ...]
    key: str
    title: str
    example: str = ""


@dataclass(frozen=True)
class Listing:
    """What there is to choose from by key; a `part` of the choices is left again by choosing nothing."""

    entries: tuple[Entry, ...]
    part: bool = False


class Menu:
    """All choices of one moment."""

    def __init__(self, screen: Screen, actions: Sequence[LegalAction]) -> None:
        self._actions = tuple(actions)
        self._words = {id(action): screen.typed(action.command) for action in self._actions}
        self.top = Listing(self._entries(screen))
        self.listing = self.top

    def _entries(self, screen: Screen) -> tuple[Entry, ...]:
        """Single choices first, numbered; then the groups."""
        groups: dict[Group, list[LegalAction]] = {}
        singles: list[LegalAction] = []
        for action in self._actions:
            group = screen.group(action.command)
            (groups.setdefault(group, []) if group else singles).append(action)
        listed = (Entry(tuple(some), group.key, group.title, group.example) for group, some in groups.items())
        return *_numbered(singles), *listed

    def back(self) -> None:
        """To the whole list again."""
        self.listing = self.top

    def choose(self, typed: str) -> LegalAction | None:
        """
        The choice that was typed, or None; then `listing` is what there is to choose from.

        Nothing typed means the one choice that does not give the game up, where there
        is just one. Raises LookupError with a sentence where nothing fits.
        """
        words = tuple(_WORD.findall(typed.lower()))
        if not words:
            return self._obvious()
        if len(words) == 1 and (entry := self._named(words[0])):
            return self._open(entry.actions)
        return self._open(self._fitting(words))

    def _obvious(self) -> LegalAction | None:
        going_on = [action for action in self._actions if not action.gives_up]
        if len(going_on) == 1:
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
        if len(actions) == 1:
            return actions[0]
        self.listing = Listing(_numbered(actions), part=True)
        return None


def _numbered(actions: Sequence[LegalAction]) -> tuple[Entry, ...]:
    return tuple(
        Entry((action,), str(number), printable(action.label)) for number, action in enumerate(actions, 1)
    )
