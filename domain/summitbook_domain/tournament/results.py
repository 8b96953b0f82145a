"""What the log of a finished game says to its tournament."""

from __future__ import annotations

from ..record import Head
from ..table.state import Table
from .commands import FinishGame


def finish_of(table: Table, head: Head) -> FinishGame:
    """
    The command that counts a closed game: its last record, its outcome and each seat's result.

    Only a game that came to its end by its own rules has results.
    """
    if table.outcome is None:
        raise ValueError("the game is not closed")
    results = table.game.results(table.play) if table.outcome == "finished" else ()
    return FinishGame(table.birth.game_id, head.n, head.hash, table.outcome, results)
