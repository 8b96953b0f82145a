"""docs/rules/everest1924.md: the score and the legends."""

import pytest
from expeditions import EVEREST, aside, camp, down, expedition, straight_up, up

from given import given
from summitbook_domain.everest1924.commands import Abandon, Advance
from summitbook_domain.everest1924.events import (
    Ascended,
    ExpeditionAbandoned,
    ExpeditionScored,
    SummitReached,
)


def score_of(*way, camps=4):
    """The score of an expedition that went this way and was then abandoned."""
    answer = EVEREST.decide(given(EVEREST, *expedition(*way, camps=camps)).state, 0, Abandon(), None)
    return answer[-1]


def test_the_perfect_run():
    """Twelve ascents and no camp used: 72 - 13 + 20 = 79."""
    (
        given(EVEREST, *expedition(*straight_up(11), dice=(6, 5, 4, 3, 2, 1)))
        .when(Advance())
        .then(
            Ascended(row=12, column=12, straight=(1, 2, 3, 4, 5, 6), value=36, camp=False),
            SummitReached(),
            ExpeditionScored(
                score=79,
                highest_target=36,
                squares_marked=13,
                camps_left=4,
                summit=True,
                legend="Kilian Jornet",
            ),
        )
    )


def test_tents_count_only_on_the_summit():
    """Below the top row what is left of the tents is worth nothing."""
    with_tents, without = score_of(*straight_up(5), camps=4), score_of(*straight_up(5), camps=0)

    assert with_tents.score == without.score == 2 * 14 - 6
    assert (with_tents.camps_left, without.camps_left) == (4, 0)


def test_the_highest_row_ever_reached_counts():
    """A fall costs the square it marks, not the row."""
    assert score_of(*straight_up(5), down(4, 6)).score == 2 * 14 - 7


def test_a_score_may_be_negative():
    """Wandering along base camp costs a point a square."""
    assert score_of(*(aside(0, column) for column in range(1, 8))).score == -8


@pytest.mark.parametrize(
    ("score", "legend"),
    [
        (-8, "Forgotten to history"),
        (0, "Forgotten to history"),
        (20, "Forgotten to history"),
        (21, "Mallory and Bullock"),
        (40, "Mallory and Bullock"),
        (41, "Finch and Bruce"),
        (50, "Finch and Bruce"),
        (51, "Mallory and Irvine"),
        (60, "Mallory and Irvine"),
        (61, "Hillary and Norgay"),
        (70, "Hillary and Norgay"),
        (71, "Kilian Jornet"),
        (79, "Kilian Jornet"),
    ],
)
def test_a_score_equals_the_first_legend_it_reaches(score, legend):
    """The legends are listed best first; each takes scores from its own up to the next."""
    marked = 79 - score + 13
    wandering = [aside(11, 11)] * (marked - 13)
    past = expedition(*straight_up(11), *wandering, dice=(1, 2, 3, 4, 5, 6))
    (
        given(EVEREST, *past)
        .when(Advance())
        .then(
            Ascended(row=12, column=12, straight=(1, 2, 3, 4, 5, 6), value=36, camp=False),
            SummitReached(),
            ExpeditionScored(
                score=score,
                highest_target=36,
                squares_marked=marked,
                camps_left=4,
                summit=True,
                legend=legend,
            ),
        )
    )


def test_the_parts_of_the_score_are_told():
    """Target, squares, tents and summit are those of the end, camps spent on the way taken off."""
    (
        given(EVEREST, *expedition(camp(1, 1), up(2, 2), aside(2, 3)))
        .when(Abandon())
        .then(
            ExpeditionAbandoned(),
            ExpeditionScored(
                score=2 * 8 - 4,
                highest_target=8,
                squares_marked=4,
                camps_left=3,
                summit=False,
                legend="Forgotten to history",
            ),
        )
    )
