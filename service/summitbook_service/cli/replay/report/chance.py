"""Whether what was drawn is what chance would give, in figures and in plain words."""

from __future__ import annotations

from math import erfc, exp, gamma, sqrt
from typing import NamedTuple

from summitbook_domain.replay.draws import Counts

FEWEST = 5.0
"""How often each item must be expected, so that a test says something; a rule of thumb of long standing."""
SPREAD = 2.0
"""Standard deviations on either side: chance stays within them 95 times of 100."""


class Outcome(NamedTuple):
    """What a test of them found, and how often chance alone is at least that far off: p, from 0 to 1."""

    figure: str
    p: float


def outcome_of(counts: Counts) -> Outcome | None:
    """
    The test that suits: chi-squared for dice, for piles that run down the largest difference.

    None where there are too few draws, or nothing but one item.
    """
    every = counts.items.values()
    if len(every) < 2 or min(count.expected for count in every) < FEWEST:
        return None
    if counts.again:
        figure = sum((count.seen - count.expected) ** 2 / count.expected for count in every)
        freedom = len(every) - 1
        return Outcome(f"χ² = {figure:.1f}, {freedom} degrees of freedom", chi_squared(figure, freedom))
    most = max(abs(count.seen - count.expected) / sqrt(count.variance or 1.0) for count in every)
    # Of so many items one is that far off at most so often: Bonferroni's bound.
    return Outcome(
        f"largest difference {most:.1f} standard deviations", min(1.0, len(every) * erfc(most / sqrt(2)))
    )


def chi_squared(figure: float, freedom: int) -> float:
    """How often chi-squared with so many degrees of freedom is at least this figure."""
    half: float = figure / 2
    if freedom % 2 == 0:
        term = total = 1.0
        for i in range(1, freedom // 2):
            term *= half / i
            total += term
        return exp(-half) * total
    steps = range(1, (freedom + 1) // 2)
    rest: float = sum(half ** (i - 0.5) / gamma(i + 0.5) for i in steps)
    return erfc(sqrt(half)) + exp(-half) * rest


def in_words(test: Outcome | None) -> str:
    """What a referee makes of it."""
    if test is None:
        return "Too few draws to say anything."
    if test.p >= 0.995:
        return "Nothing unusual: chance alone is hardly ever less uneven."
    if test.p >= 0.05:
        return (
            f"Nothing unusual: chance alone is at least this uneven in {test.p * 100:.0f} of 100 such counts."
        )
    if test.p >= 0.001:
        often = f"in 1 of {1 / test.p:.0f} such counts"
        return f"Somewhat uneven: chance alone is so {often}. Among many plots a few are to be expected."
    return (
        "Far from what chance gives, which is so uneven in fewer than 1 of 1,000 such counts: look into it."
    )
