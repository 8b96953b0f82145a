"""
Ratings by the Plackett-Luce model of Weng and Lin, as OpenSkill publishes it.

R. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", Journal of
Machine Learning Research 12 (2011), algorithm 4, with OpenSkill's parameters. Reckoned in
decimals of 28 digits, whose exponential and root are rounded right, so that every machine
has the same; after each game a rating is rounded to thousandths.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext

import msgspec

DIGITS = 28
BETA = Decimal(25) / 6
"""How far a single game may stray from what somebody is worth."""
TAU = Decimal(25) / 300
"""What is forgotten between two games."""
KAPPA = Decimal("0.0001")
"""No game takes more doubt away than leaves this share of the variance."""


class Rating(msgspec.Struct, frozen=True):
    """What somebody is thought to be worth, and the doubt about it; both in thousandths."""

    mean: int
    doubt: int

    @property
    def surely(self) -> int:
        """What somebody is worth almost surely: three doubts below the mean."""
        return self.mean - 3 * self.doubt


NEWCOMER = Rating(25_000, 8_333)


class Rated(msgspec.Struct, frozen=True):
    """A rating, and how many games it rests on."""

    rating: Rating
    games: int


UNRATED = Rated(NEWCOMER, 0)


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game with these places, 1 being best; equals share one."""
    with localcontext(Context(prec=DIGITS)):
        means = [Decimal(each.mean) / 1000 for each in ratings]
        variances = [(Decimal(each.doubt) / 1000) ** 2 + TAU**2 for each in ratings]
        spread = sum((each + BETA**2 for each in variances), Decimal(0)).sqrt()
        strengths = [(each / spread).exp() for each in means]
        return [
            _after(mean, variance, spread, _surprise(strengths, places, at))
            for at, (mean, variance) in enumerate(zip(means, variances, strict=True))
        ]


def _surprise(strengths: Sequence[Decimal], places: Sequence[int], at: int) -> tuple[Decimal, Decimal]:
    """How much better than expected somebody did, and how much that tells of them."""
    better, tells = Decimal(0), Decimal(0)
    for other, place in enumerate(places):
        if place > places[at]:
            continue
        behind = sum(each for each, its in zip(strengths, places, strict=True) if its >= place)
        expected = strengths[at] / behind
        equals = list(places).count(place)
        better += ((other == at) - expected) / equals
        tells += expected * (1 - expected) / equals
    return better, tells


def _after(mean: Decimal, variance: Decimal, spread: Decimal, surprise: tuple[Decimal, Decimal]) -> Rating:
    better, tells = surprise
    doubt = variance.sqrt()
    gained = variance / spread * better
    cleared = variance / spread**2 * tells * doubt / spread
    return Rating(_thousandths(mean + gained), _thousandths(doubt * max(1 - cleared, KAPPA).sqrt()))


def _thousandths(value: Decimal) -> int:
    return int((value * 1000).to_integral_value())
