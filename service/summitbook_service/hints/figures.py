"""What a value is called by people."""

from __future__ import annotations

from .lines import Advised, Worth


def figure(value: float, unit: str) -> str:
    """The value in a few words; a chance is only called certain, or none, where it is."""
    return f"expect {value:z.1f} points" if unit == "score" else f"{_percent(value)} to win"


def best(advised: Advised) -> Worth:
    """What is worth most, be it waiting; of several the first."""
    waiting = [advised.waiting] if advised.waiting else []
    return max([*advised.worths, *waiting], key=lambda each: each.value)


def _percent(chance: float) -> str:
    percent = round(100 * chance)
    if percent in {0, 100} and chance not in {0, 1}:
        return "more than 99 %" if percent else "less than 1 %"
    return f"{percent} %"
