"""Figures of a review, as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from summitbook_advice.account import Account, Move
from summitbook_advice.values import Unit

LUCK = (
    "Luck is all that happened between one's own choices: dice, tiles and cards, and what other seats did. "
    "The start, less the cost, plus the luck, is the result."
)
SUMMED = "Cost and luck add up over the game, so that each can pass 100 %."
LEAST = {"score": 0.005, "chance": 0.0005, None: 0.0}
"""What the figures show as more than nothing."""
NONE = "-"


def shown(value: float | None, unit: Unit | None, *, signed: bool = False) -> str:
    """A score in points, a chance in percent; a dash where there is none."""
    if value is None or unit is None:
        return NONE
    sign = "+" if signed else ""
    return f"{100 * value:{sign}z.1f} %" if unit == "chance" else f"{value:{sign}z.2f}"


def explained(accounts: Sequence[Account]) -> str:
    """How the figures hang together; of chances too why there are some that no chance can be."""
    chances = any(account.unit == "chance" for account in accounts)
    return f"{LUCK} {SUMMED}" if chances else LUCK


def accuracy_of(account: Account) -> str:
    """A share of 100; a dash where there was nothing to choose."""
    return NONE if account.accuracy is None else f"{account.accuracy:.1f}"


def facts(account: Account | None) -> dict[str, str]:
    """What a seat's choices come to, by title; of nobody the titles alone."""
    start, cost, luck, result, hints = "at the start", "cost", "luck", "result", "hints"
    if account is None:
        return dict.fromkeys((start, cost, luck, result, hints), "")
    unit = account.unit
    return {
        start: shown(account.start, unit),
        cost: shown(account.cost, unit),
        luck: shown(account.luck, unit, signed=True),
        result: shown(account.result, unit),
        hints: str(account.hints),
    }


def moves_of(accounts: Sequence[Account]) -> Iterable[tuple[Account, Move]]:
    """Every move with its account, in the order of the game."""
    return sorted(
        ((account, move) for account in accounts for move in account.moves), key=lambda each: each[1].n
    )


def seen(value: float | None, unit: Unit | None) -> bool:
    """Whether so much, or so little, is seen in the figures."""
    return value is not None and abs(value) >= LEAST[unit]
