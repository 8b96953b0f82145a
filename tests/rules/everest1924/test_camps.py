"""docs/rules/everest1924.md: making camp, when it may be, must be and may not be."""

import pytest
from expeditions import EVEREST, NO_STRAIGHT, aside, camp, down, expedition, sheet, straight_up, up
from msgspec.structs import replace

from given import given
from summitbook_domain.everest1924.commands import Advance
from summitbook_domain.everest1924.events import Ascended, ExpeditionScored, PartyPerished, SummitReached
from summitbook_domain.everest1924.sheet import Row

CAMP = Advance(make_camp=True)
ALONG_BASE = tuple(aside(0, column) for column in range(1, 10))
TO_THE_ROPES_END = (*ALONG_BASE, up(1, 10))
"""At the end of row 1, from where (2, 11) is off the sheet and a camp at (2, 7) is not."""


def test_a_camp_leads_three_squares_back():
    """With `make_camp` the ascent leads to (row + 1, column - 3) and crosses off a tent."""
    after = (
        given(EVEREST, *expedition(*ALONG_BASE[:5], dice=(1, 3, 4)))
        .when(CAMP)
        .then(Ascended(row=1, column=2, straight=(3, 4), value=8, camp=True))
    )

    assert after.state.camps == 3


def test_a_camp_does_not_lead_beyond_the_rows_first_square():
    """From column 3 three squares back would be before row 1: the camp is its first square."""
    (
        given(EVEREST, *expedition(*ALONG_BASE[:3], dice=(1, 3, 4)))
        .when(CAMP)
        .then(Ascended(row=1, column=1, straight=(3, 4), value=8, camp=True))
    )


def test_at_the_rows_beginning_the_camps_square_can_be_the_ordinary_one():
    """From (0, 0) both lead to (1, 1): a camp is allowed all the same, and the tent is spent."""
    before = given(EVEREST, *expedition(dice=(1, 3, 4)))

    after = before.when(CAMP).then(Ascended(row=1, column=1, straight=(3, 4), value=8, camp=True))

    assert after.state.camps == 3
    assert {Advance(), CAMP} <= set(before.legal())


def test_the_last_tent_may_be_used():
    """One tent left is a tent."""
    after = (
        given(EVEREST, *expedition(dice=(1, 3, 4), camps=1))
        .when(CAMP)
        .then(Ascended(row=1, column=1, straight=(3, 4), value=8, camp=True))
    )

    assert after.state.camps == 0


@pytest.mark.parametrize("dice", [(1, 3, 4), NO_STRAIGHT], ids=["climbing", "not climbing"])
def test_without_a_tent_there_is_no_camp(dice):
    """NO_CAMP_LEFT is told first, even where no ascent is due."""
    given(EVEREST, *expedition(dice=dice, camps=0)).when(CAMP).refused("NO_CAMP_LEFT")


def test_four_tents_make_four_camps():
    """Each camp crosses off one tent; the fifth is refused."""
    way = (camp(1, 1), camp(2, 2), camp(3, 3), camp(4, 4))
    given(EVEREST, *expedition(*way, dice=(4, 5, 6))).when(CAMP).refused("NO_CAMP_LEFT")


@pytest.mark.parametrize("rerolled", [(), (0,)], ids=["traversing", "falling"])
def test_a_camp_needs_an_ascent(rerolled):
    """Where the dice lead aside or down, making camp is CAMP_NOT_ALLOWED."""
    past = expedition(up(1, 1), dice=NO_STRAIGHT, rerolled=rerolled)
    given(EVEREST, *past).when(CAMP).refused("CAMP_NOT_ALLOWED")


def test_a_camp_needs_the_first_ascent_ever_into_the_row():
    """Re-entering a row fallen from: no camp, though its square (2, 3) could be entered; climbing goes on."""
    back = (down(1, 3), aside(1, 4), aside(1, 5), aside(1, 6))
    below = given(EVEREST, *expedition(up(1, 1), up(2, 2), *back, dice=(3, 4, 5)))

    below.when(CAMP).refused("CAMP_NOT_ALLOWED")
    below.when(Advance()).then(Ascended(row=2, column=7, straight=(3, 4, 5), value=15, camp=False))
    assert CAMP not in below.legal()


def test_a_camp_needs_its_square():
    """A camp's square beyond a very short row does not exist: CAMP_NOT_ALLOWED, and climbing perishes."""
    short = sheet(
        Row(first=0, squares=9),
        Row(first=0, squares=1, target=6),
        Row(first=0, squares=1, target=8),
    )
    at_the_end = given(EVEREST, *expedition(*ALONG_BASE[:5], dice=(1, 3, 4)), content=short)

    at_the_end.when(CAMP).refused("CAMP_NOT_ALLOWED")
    at_the_end.when(Advance()).then(
        PartyPerished(cause="off_sheet"),
        ExpeditionScored(
            score=-6,
            highest_target=0,
            squares_marked=6,
            camps_left=4,
            summit=False,
            legend="Forgotten to history",
        ),
    )


def test_where_only_a_camp_can_be_entered_it_must_be_made():
    """The square ahead is off the sheet, a camp's is not: MUST_CAMP, nothing changes, then the camp."""
    (
        given(EVEREST, *expedition(*TO_THE_ROPES_END, dice=(3, 4, 5)))
        .when(Advance())
        .refused("MUST_CAMP")
        .when(CAMP)
        .then(Ascended(row=2, column=7, straight=(3, 4, 5), value=15, camp=True))
    )


def test_after_a_reroll_too_a_camp_must_be_made():
    """Whether the target was reached by a roll or a reroll makes no difference to MUST_CAMP."""
    past = expedition(*TO_THE_ROPES_END, dice=(3, 4, 5), rerolled=(0,))
    given(EVEREST, *past).when(Advance()).refused("MUST_CAMP")


def test_a_camp_may_be_made_on_the_way_into_the_top_row():
    """The tent is spent before the score is counted."""
    past = expedition(*straight_up(11), dice=(1, 2, 3, 4, 5, 6))
    (
        given(EVEREST, *past)
        .when(CAMP)
        .then(
            Ascended(row=12, column=12, straight=(1, 2, 3, 4, 5, 6), value=36, camp=True),
            SummitReached(),
            ExpeditionScored(
                score=72 - 13 + 15,
                highest_target=36,
                squares_marked=13,
                camps_left=3,
                summit=True,
                legend="Kilian Jornet",
            ),
        )
    )


def test_making_camp_is_a_choice():
    """Unless it is asked for, no camp is made."""
    assert replace(Advance()) == Advance(make_camp=False)
