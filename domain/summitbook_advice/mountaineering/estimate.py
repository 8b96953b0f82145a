"""
The chance that the team brings its climb to a good end, estimated from what lies on the table.

The weights below are logarithms of odds, fitted (logistic regression) to 13,000 moments of 240
games that the plan played in turn, in either course, on the mountain that ships. Out of turn it
failed too seldom to fit anything: that weight is set to how often it does.
"""

from __future__ import annotations

from math import tanh

from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.view import ClimbView

from .team import copies, held, is_whistle, steps_to_go

START = 3.6
OUT_OF_TURN = 5.5
"""Where any seat may move the marker."""
STEP = -0.061
"""For each spot still to go."""
CARD = 0.09
"""For each card in hand, laid or due."""
GONE = -0.147
"""For each card that has left the game."""
LOST = -0.68
"""Where an unsolved trouble needs what has left the game."""
WHISTLE = 0.34
"""Where the team holds the Whistle."""


def log_odds(mountain: Mountain, view: ClimbView) -> float:
    """The logarithm of the odds of a good end."""
    left = copies(mountain, view)
    equipment = held(view, "equipment")
    lost = any(not left[item] for each in view.unsolved for item in each.trouble.needs)
    whistle = any(is_whistle(card) for card in equipment)
    return (
        START
        + OUT_OF_TURN * view.out_of_turn
        + STEP * steps_to_go(mountain, view)
        + CARD * (len(held(view, "movers")) + len(equipment) + len(view.laid) + len(view.due))
        + GONE * len(view.gone)
        + LOST * lost
        + WHISTLE * whistle
    )


def chance(odds: float) -> float:
    """The chance of these odds, told by their logarithm."""
    return (1 + tanh(odds / 2)) / 2  # 1 / (1 + exp(-odds)), which no odds are too long for
