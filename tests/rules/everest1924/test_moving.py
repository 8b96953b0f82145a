"""docs/rules/everest1924.md: ascents, traverses and falls, and what stops the party."""

import pytest
from expeditions import (
    EVEREST,
    NO_STRAIGHT,
    SHEET,
    aside,
    camp,
    down,
    expedition,
    sheet,
    straight_up,
    up,
)

from given import given
from summitbook_domain.everest1924.commands import Advance
from summitbook_domain.everest1924.events import (
    Ascended,
    DieUnlocked,
    ExpeditionScored,
    Fell,
    PartyPerished,
    SummitReached,
    Traversed,
)
from summitbook_domain.everest1924.sheet import Row


def perished(cause, *, highest, marked, camps=4):
    """The two last events of a party that perished low on the mountain."""
    target = SHEET.rows[highest].target
    return PartyPerished(cause=cause), ExpeditionScored(
        score=2 * target - marked,
        highest_target=target,
        squares_marked=marked,
        camps_left=camps,
        summit=False,
        legend="Forgotten to history",
    )


def test_reaching_the_target_climbs_up_and_right():
    """A best straight of at least the target of the row above leads to (row + 1, column + 1)."""
    (
        given(EVEREST, *expedition(dice=(1, 3, 4)))
        .when(Advance())
        .then(Ascended(row=1, column=1, straight=(3, 4), value=8, camp=False))
    )


def test_reaching_the_target_exactly_is_enough():
    """A straight worth exactly the target climbs: 2-3 is worth 6."""
    (
        given(EVEREST, *expedition(dice=(2, 6, 3)))
        .when(Advance())
        .then(Ascended(row=1, column=1, straight=(2, 3), value=6, camp=False))
    )


def test_missing_the_target_by_little_does_not_climb():
    """1-2 is worth 4, below the 6 of row 1: the climber stands aside."""
    given(EVEREST, *expedition(dice=(1, 2, 6))).when(Advance()).then(Traversed(row=0, column=1))


def test_the_target_is_that_of_the_row_above():
    """What was enough for row 1 need not be enough for row 2."""
    given(EVEREST, *expedition(up(1, 1), dice=(2, 6, 3))).when(Advance()).then(Traversed(row=1, column=2))


def test_the_target_of_the_top_row_is_one_like_any_other():
    """Five neighbouring dice are worth 25, below the 36 of the top row."""
    past = expedition(*straight_up(11), dice=(1, 2, 3, 4, 5, 5))
    given(EVEREST, *past).when(Advance()).then(Traversed(row=11, column=12))


def test_a_reached_target_is_climbed_after_a_reroll_too():
    """The ascent is compulsory, with or without a reroll."""
    (
        given(EVEREST, *expedition(dice=(1, 3, 4), rerolled=(0,)))
        .when(Advance())
        .then(Ascended(row=1, column=1, straight=(3, 4), value=8, camp=False))
    )


def test_missing_the_target_after_a_reroll_is_a_fall():
    """A reroll that does not help leads to (row - 1, column + 1)."""
    past = expedition(up(1, 1), up(2, 2), dice=NO_STRAIGHT, rerolled=(0,))
    given(EVEREST, *past).when(Advance()).then(Fell(row=1, column=3))


def test_the_first_ascent_into_a_row_with_an_extra_die_unlocks_it():
    """The first ascent ever into row 4, 6 or 9 adds a die for good."""
    for row, dice in ((4, 4), (6, 5), (9, 6)):
        past = expedition(*straight_up(row - 1), dice=(2, 3, 4, 5, 6))
        (
            given(EVEREST, *past)
            .when(Advance())
            .then(
                Ascended(row=row, column=row, straight=(2, 3, 4, 5, 6), value=30, camp=False),
                DieUnlocked(dice=dice),
            )
        )


def test_a_camp_in_a_row_with_an_extra_die_unlocks_it_too():
    """The first ascent unlocks the die, with a camp or without."""
    (
        given(EVEREST, *expedition(*straight_up(3), dice=(4, 5, 6)))
        .when(Advance(make_camp=True))
        .then(Ascended(row=4, column=4, straight=(4, 5, 6), value=18, camp=True), DieUnlocked(dice=4))
    )


def test_no_second_extra_die_for_a_row_entered_again():
    """Re-entering a row fallen from brings no second extra die."""
    past = expedition(*straight_up(4), down(3, 5), dice=(3, 4, 5, 6))
    (
        given(EVEREST, *past)
        .when(Advance())
        .then(Ascended(row=4, column=6, straight=(3, 4, 5, 6), value=24, camp=False))
    )


def test_nobody_owns_more_than_max_dice():
    """With as many dice as the sheet allows there is no DieUnlocked."""
    rows = (
        Row(first=0, squares=3),
        Row(first=0, squares=3, target=6, extra_die=True),
        Row(first=0, squares=3, target=8),
    )
    (
        given(EVEREST, *expedition(dice=(1, 3, 4)), content=sheet(*rows, max_dice=3))
        .when(Advance())
        .then(Ascended(row=1, column=1, straight=(3, 4), value=8, camp=False))
    )


def test_reaching_the_top_row_ends_the_game_at_once():
    """The ascent into the top row is followed by the summit and the score, and by no extra die."""
    rows = (Row(first=0, squares=3), Row(first=0, squares=3, target=6, extra_die=True))
    (
        given(EVEREST, *expedition(dice=(1, 3, 4)), content=sheet(*rows))
        .when(Advance())
        .then(
            Ascended(row=1, column=1, straight=(3, 4), value=8, camp=False),
            SummitReached(),
            ExpeditionScored(
                score=12 - 2 + 20,
                highest_target=6,
                squares_marked=2,
                camps_left=4,
                summit=True,
                legend="Mallory and Bullock",
            ),
        )
    )


def test_traversing_off_the_sheet_perishes():
    """Row 0 ends at column 9: there is no square to stand aside on."""
    way = [aside(0, column) for column in range(1, 10)]
    (
        given(EVEREST, *expedition(*way, dice=NO_STRAIGHT))
        .when(Advance())
        .then(*perished("off_sheet", highest=0, marked=10))
    )


def test_falling_from_row_0_perishes():
    """There is no row below base camp."""
    (
        given(EVEREST, *expedition(dice=NO_STRAIGHT, rerolled=(0, 1, 2)))
        .when(Advance())
        .then(*perished("off_sheet", highest=0, marked=1))
    )


def test_falling_off_the_end_of_a_shorter_row_perishes():
    """Row 1 reaches column 10 and row 0 only column 9."""
    way = (*(aside(0, column) for column in range(1, 9)), up(1, 9))
    (
        given(EVEREST, *expedition(*way, dice=NO_STRAIGHT, rerolled=(0,)))
        .when(Advance())
        .then(*perished("off_sheet", highest=1, marked=10))
    )


def test_climbing_off_the_sheet_perishes_when_no_camp_can_be_made():
    """A compulsory ascent beyond the row's end, with every tent used, is the end."""
    way = (*(aside(0, column) for column in range(1, 10)), up(1, 10))
    (
        given(EVEREST, *expedition(*way, dice=(3, 4, 5), camps=0))
        .when(Advance())
        .then(*perished("off_sheet", highest=1, marked=11, camps=0))
    )


TRAPPED = (*(aside(0, column) for column in range(1, 5)), up(1, 5), camp(2, 2), down(1, 3))
"""Fallen straight away from a camp: the camp's line runs from (1, 5) to (2, 2)."""


def test_a_fall_straight_away_from_a_camp_is_legal():
    """It shares the camp's end, which is not crossing, and the square is free."""
    past = expedition(*TRAPPED[:-1], dice=NO_STRAIGHT, rerolled=(0,))
    given(EVEREST, *past).when(Advance()).then(Fell(row=1, column=3))


@pytest.mark.parametrize("steps_aside", [0, 1])
def test_every_ascent_from_below_the_camp_crosses_its_line(steps_aside):
    """From below a camp both ascents left cross the camp's line."""
    way = (*TRAPPED, *[aside(1, 4)][:steps_aside])
    (
        given(EVEREST, *expedition(*way, dice=(3, 4, 5)))
        .when(Advance())
        .then(*perished("crossing", highest=2, marked=8 + steps_aside, camps=3))
    )


def test_a_marked_square_stops_the_trapped_party():
    """Standing aside below the camp ends where the camp was climbed from."""
    way = (*TRAPPED, aside(1, 4))
    (
        given(EVEREST, *expedition(*way, dice=NO_STRAIGHT))
        .when(Advance())
        .then(*perished("marked", highest=2, marked=9, camps=3))
    )


def test_moving_right_of_a_camp_once_and_then_falling_crosses_its_line():
    """The line down from (2, 3) to (1, 4) crosses the camp's line from (1, 5) to (2, 2)."""
    way = (*TRAPPED[:-1], aside(2, 3))
    (
        given(EVEREST, *expedition(*way, dice=NO_STRAIGHT, rerolled=(0,)))
        .when(Advance())
        .then(*perished("crossing", highest=2, marked=8, camps=3))
    )


def test_a_marked_square_is_told_before_a_crossed_line():
    """Where a move both meets a marked square and crosses a line, the cause is `marked`."""
    way = (*(aside(0, column) for column in range(1, 4)), up(1, 4), aside(1, 5), camp(2, 2), aside(2, 3))
    (
        given(EVEREST, *expedition(*way, dice=NO_STRAIGHT, rerolled=(0,)))
        .when(Advance())
        .then(*perished("marked", highest=2, marked=8, camps=3))
    )


def test_falling_onto_the_own_route_perishes():
    """A fall into a square marked on the way up is the end: (2, 2) falls to (1, 3)."""
    way = (up(1, 1), aside(1, 2), aside(1, 3), camp(2, 2))
    (
        given(EVEREST, *expedition(*way, dice=NO_STRAIGHT, rerolled=(0,)))
        .when(Advance())
        .then(*perished("marked", highest=2, marked=5, camps=3))
    )


def test_lines_between_other_rows_do_not_cross():
    """A camp's line crosses only what runs between the same two rows."""
    way = (*TRAPPED[:-1], up(3, 3), aside(3, 4))
    past = expedition(*way, dice=NO_STRAIGHT, rerolled=(0,))
    given(EVEREST, *past).when(Advance()).then(Fell(row=2, column=5))


def test_lines_side_by_side_do_not_cross():
    """Falling and climbing again beside the old lines is free."""
    way = (up(1, 1), up(2, 2), down(1, 3))
    (
        given(EVEREST, *expedition(*way, dice=(3, 4, 5)))
        .when(Advance())
        .then(Ascended(row=2, column=4, straight=(3, 4, 5), value=15, camp=False))
    )


def test_no_square_is_marked_for_the_move_that_ends_it():
    """When a party perishes its route stays as it was."""
    before = given(EVEREST, *expedition(dice=NO_STRAIGHT, rerolled=(0,)))

    after = before.when(Advance()).then(*perished("off_sheet", highest=0, marked=1))

    assert after.state.route == before.state.route == ((0, 0),)
