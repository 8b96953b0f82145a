"""The chance to win: who of several climbers, each by its own clock, finds the flag first."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .alone import TURNS, Alone

HASTE = 0.998
"""What a win is worth that comes a turn later: so little less that it only decides between equals."""
_WORTH = HASTE ** np.arange(TURNS)


def chance(alone: Alone, mine: int, others: Iterable[int]) -> float:
    """
    How likely a climber is the first to find the flag, once its turn is over and the others are to move.

    Climbers are told by the numbers of their standings.
    """
    if mine == alone.found:
        return 1.0
    finds = np.diff(alone.clock[:, mine])
    for other in others:
        finds = finds * (1 - alone.clock[1:, other])
    return float(finds @ _WORTH)
