"""What the log of a finished game says to its tournament: docs/tournaments.md, "Results"."""

from __future__ import annotations

from ..record import START, Head
from ..table.state import Table
from .commands import BROKEN, FinishGame, Kind
from .events import Result


def finish_of(table: Table, head: Head) -> FinishGame:
    """
    The command that counts a closed game: its last record, its outcome and each seat's result.

    Only a game that came to its end by its own rules has results.
    """
    if table.outcome is None:
        raise ValueError("the game is not closed")
    results = table.game.results(table.play) if table.outcome == "finished" else ()
    return FinishGame(table.birth.game_id, head.n, head.hash, table.outcome, results)


def set_aside(game_id: str) -> FinishGame:
    """The command that counts a game whose log is broken, of which nothing can be said."""
    return FinishGame(game_id, START.n, START.hash, BROKEN, ())


def results_of(kind: Kind, contestants: tuple[int, ...], seats: tuple[int, ...]) -> tuple[Result, ...]:
    """
    The results of a game's contestants from those of its seats, which are all there or none.

    The seats of a team all have the same, since they win or lose together.
    """
    if not seats:
        return tuple(Result(each, None, None) for each in contestants)
    if kind == "duplicate":
        return (Result(contestants[0], seats[0], None),)
    return tuple(Result(each, None, place) for each, place in zip(contestants, seats, strict=True))
