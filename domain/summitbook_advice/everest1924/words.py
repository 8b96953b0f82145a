"""What a person is told of a command's worth, beside the figure."""

from __future__ import annotations

from .turn import Worth

OVER = "takes what there is"
WAYS = ("up", "up, with a camp", "along the row", "down a row")
"""In the order of Ways and Prospect."""
WITHIN = "the target is within reach"
OUT_OF_REACH = "the target is out of reach"


def summit(worth: Worth) -> str:
    """How often it leads to the summit."""
    return f"to the summit {_often(worth.summit)}"


def moved(way: int, worth: Worth, *, ends: bool) -> str:
    """Where a move leads; one that cannot be made ends the climb."""
    return "the climb ends here" if ends else f"{WAYS[way]}; {summit(worth)}"


def a_reroll(chance: float) -> str:
    """What is left where combining has not brought the target within reach."""
    return f"the best reroll brings the target within reach {_often(chance)}"


def rerolled(chance: float) -> str:
    """What this reroll can be hoped to bring."""
    return f"brings the target within reach {_often(chance)}"


def _often(chance: float) -> str:
    """A chance as people say it."""
    times = round(100 * chance)
    if chance in {0, 1}:
        return "always" if chance else "never"
    if times in {0, 100}:
        return "more than 99 times in 100" if times else "less than once in 100"
    return "once in 100" if times == 1 else f"{times} times in 100"
