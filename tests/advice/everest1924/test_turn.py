"""What can be hoped of a turn: docs/rules/everest1924.md, "Combining" and docs/advice.md."""

from itertools import product

import pytest

from summitbook_advice.everest1924.turn import Ends, Turn, Worth, turn

FACES = range(1, 7)
GOOD, FAIR, BAD = Worth(30.0, 0.5), Worth(20.0, 0.25), Worth(10.0, 0.125)


@pytest.mark.parametrize(
    ("live", "falls"),
    [((6, 6), 6), ((1, 5), 6), ((2, 3), 6), ((1, 1), 2), ((5, 6), 6)],
    ids=[
        "a six is kept",
        "1 + 5 is kept as 6",
        "2 + 3 is kept as 5",
        "both are rolled",
        "one is rolled again",
    ],
)
def test_two_dice_to_reach_twelve(live, falls):
    """
    Only 5-6 is worth 12. Who has one of the two, or combines to it, hits in 1 of 6, so 6 of 36.

    A die that was discarded in combining is rolled again.
    """
    assert Turn(2, 12).hope(live) == falls


def test_a_discarded_die_may_also_stay_so():
    """Keeping 5 and rolling nothing but the one named die: 6 of 36; keeping nothing and rolling one: none."""
    turn = Turn(2, 12)

    assert turn.hope_of((5,), 1) == 6
    assert turn.hope_of((), 1) == 0


@pytest.mark.parametrize("ends", [
    Ends(GOOD, FAIR, BAD), Ends(GOOD, BAD, FAIR), Ends(FAIR, GOOD, BAD), Ends(FAIR, BAD, GOOD),
    Ends(BAD, FAIR, GOOD), Ends(BAD, GOOD, FAIR), Ends(GOOD, GOOD, BAD), Ends(FAIR, FAIR, FAIR),
])  # fmt: skip
@pytest.mark.parametrize(("dice", "target"), [(1, 4), (2, 6), (2, 12), (3, 8), (3, 18), (4, 18)])
def test_before_the_roll_a_turn_is_worth_the_mean_of_what_can_fall(dice, target, ends):
    """The value before the roll is the mean over every fall of the value after it, whatever ends are best."""
    turn = Turn(dice, target)
    falls = [turn.rolled(tuple(sorted(fall)), ends, rerolled=False) for fall in product(FACES, repeat=dice)]

    assert turn.before_roll(ends) == pytest.approx(
        [sum(each) / len(falls) for each in zip(*falls, strict=True)]
    )


def test_targets_that_nothing_reaches_are_one():
    """The best of all straights, of six dice, is worth 36: so sheets of any targets have few turns in all."""
    assert turn(6, 37) is turn(6, 1_000_000)
    assert turn(6, 36).hope((1, 2, 3, 4, 5)) > turn(6, 37).hope((1, 2, 3, 4, 5)) == 0


def test_nobody_has_to_climb():
    """A straight can be combined away: with 5 and 6 under a target of 12 one may still go aside."""
    assert Turn(2, 12).rolled((5, 6), Ends(BAD, GOOD, FAIR), rerolled=False) == GOOD
    assert Turn(2, 12).rolled((5, 6), Ends(BAD, GOOD, FAIR), rerolled=True) == FAIR


def test_after_the_reroll_who_misses_falls():
    """Out of reach, there is no way but down."""
    assert Turn(2, 12).rolled((1, 1), Ends(GOOD, GOOD, BAD), rerolled=True) == BAD
