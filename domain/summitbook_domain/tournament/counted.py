"""What counts of the games that were played, the referee's decisions taken in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from .events import Result
from .state import Fixture, Tournament


class Score(msgspec.Struct, frozen=True):
    """What a contestant has reached: see `Standing`."""

    points: int
    tie_breaks: tuple[int, ...]
    games: int

    @property
    def rank(self) -> tuple[int, ...]:
        """Sorts the best first; equals share a place."""
        return tuple(-each for each in (self.points, *self.tie_breaks))


def counted(state: Tournament) -> Iterator[tuple[Fixture, tuple[Result, ...]]]:
    """Every game with its results that count, those struck left out; in the order the games were made."""
    struck = {(each.game_id, each.contestant) for each in state.decisions if each.ruling == "strike"}
    for fixture in state.fixtures:
        results = fixture.finish.results if fixture.finish else ()
        yield fixture, tuple(each for each in results if _counts(fixture, each, struck))


def _counts(fixture: Fixture, result: Result, struck: set[tuple[str | None, int | None]]) -> bool:
    given = result.points is not None or result.place is not None
    return given and not struck & {(fixture.game_id, None), (fixture.game_id, result.contestant)}


def awarded(state: Tournament) -> Counter[int]:
    """The points that decisions gave each contestant, or took."""
    points: Counter[int] = Counter()
    for each in state.decisions:
        if each.ruling == "points" and each.contestant is not None:
            points[each.contestant] += each.points
    return points
