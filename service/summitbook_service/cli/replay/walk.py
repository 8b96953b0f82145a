"""A place in a recorded game, and the ways to another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .keyboard import GoTo, Move, Seek
from .playback import Scene


class Walk:
    """Goes through scenes record by record, and never off either end."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self._places = [(scene, index) for scene in scenes for index in range(len(scene.records))]
        self._types = [scene.records[index].type for scene, index in self._places]
        self._at = 0
        self.note = ""
        """Why the last move led nowhere, if it did not."""

    @property
    def here(self) -> tuple[Scene, int]:
        """The scene, and which of its records."""
        return self._places[self._at]

    @property
    def n(self) -> int:
        """The number of the record."""
        return self._at + 1

    @property
    def last(self) -> int:
        """The number of the last record."""
        return len(self._places)

    def go(self, move: Move) -> None:
        """Go there, or as far towards it as there are records."""
        self.note = ""
        match move:
            case int():
                self._to(self.n + move)
            case GoTo():
                self._to(move.record)
            case Seek():
                self._seek(move)

    def _to(self, n: int) -> None:
        self._at = min(max(n, 1), self.last) - 1

    def _seek(self, sought: Seek) -> None:
        """To the nearest event of such a type, capitals or not; else say what there is."""
        places = range(self._at - 1, -1, -1) if sought.back else range(self.n, self.last)
        found = self._first(places, sought.word)
        if found is not None:
            self._at = found
        elif self._first(range(self.last), sought.word) is None:
            self.note = f"No event is called {sought.word}…; there are: {', '.join(sorted({*self._types}))}."
        else:
            where = "before" if sought.back else "after"
            self.note = f"No {sought.word}… {where} record {self.n}."

    def _first(self, places: Iterable[int], word: str) -> int | None:
        beginning = word.lower()
        return next((at for at in places if self._types[at].lower().startswith(beginning)), None)
