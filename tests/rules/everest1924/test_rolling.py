"""docs/rules/everest1924.md: the start, rolling, rerolling and giving up."""

import pytest
from expeditions import EVEREST, NO_STRAIGHT, SET_OUT, down, expedition, sheet, straight_up, up

from given import dice, given, no_luck
from summitbook_domain.everest1924.commands import Abandon, Advance, CombineDice, RerollDice, RollDice
from summitbook_domain.everest1924.events import (
    DiceCombined,
    DiceRerolled,
    DiceRolled,
    ExpeditionAbandoned,
    ExpeditionScored,
    ExpeditionStarted,
)
from summitbook_domain.everest1924.sheet import Row


def test_the_expedition_starts_on_row_0s_first_square_with_three_dice_and_four_camps():
    """At the start row 0's first square is marked, three dice are owned and four camps are left."""
    state = given(EVEREST).state

    assert EVEREST.begin(state, no_luck()) == (ExpeditionStarted(row=0, column=0, dice=3, camps=4),)
    assert given(EVEREST, SET_OUT).state.route == ((0, 0),)


def test_the_start_follows_the_sheet():
    """Another sheet's first square, dice and tents are those of its own game."""
    other = sheet(Row(first=7, squares=2), Row(first=7, squares=2, target=5), dice=2, camps=1)

    begun = EVEREST.begin(given(EVEREST, content=other).state, no_luck())

    assert begun == (ExpeditionStarted(row=0, column=7, dice=2, camps=1),)


def test_a_roll_throws_every_die_owned():
    """A roll throws all dice owned, in index order, from the label of its turn."""
    (
        given(EVEREST, *expedition())
        .when(RollDice(), chance=dice(6, 1, 4))
        .then(DiceRolled(turn=1, values=(6, 1, 4), draw="turn/1/roll"))
    )


def test_turns_count_moves():
    """Each move ends a turn, so the third roll is drawn from the label of turn 3."""
    (
        given(EVEREST, *expedition(up(1, 1), up(2, 2)))
        .when(RollDice(), chance=dice(2, 2, 2))
        .then(DiceRolled(turn=3, values=(2, 2, 2), draw="turn/3/roll"))
    )


def test_an_unlocked_die_is_rolled_from_the_next_roll_on():
    """After the first row with an extra die four dice are rolled."""
    (
        given(EVEREST, *expedition(*straight_up(4)))
        .when(RollDice(), chance=dice(1, 2, 3, 4))
        .then(DiceRolled(turn=5, values=(1, 2, 3, 4), draw="turn/5/roll"))
    )


def test_an_unlocked_die_stays_after_a_fall():
    """A die once unlocked stays after a fall."""
    (
        given(EVEREST, *expedition(*straight_up(4), down(3, 5)))
        .when(RollDice(), chance=dice(1, 2, 3, 4))
        .then(DiceRolled(turn=6, values=(1, 2, 3, 4), draw="turn/6/roll"))
    )


@pytest.mark.parametrize("command", [RollDice(), Abandon()], ids=repr)
@pytest.mark.parametrize("rerolled", [(), (0,)], ids=["rolled", "rerolled"])
def test_what_begins_a_turn_is_refused_once_the_dice_are_rolled(command, rerolled):
    """Rolling and abandoning belong to the phase `to_roll`."""
    past = expedition(dice=NO_STRAIGHT, rerolled=rerolled)
    given(EVEREST, *past).when(command).refused("WRONG_PHASE")


@pytest.mark.parametrize(
    "command",
    [
        CombineDice(keep=9, discard=9, op="add"),
        CombineDice(keep=0, discard=1, op="add"),
        RerollDice(dice=()),
        RerollDice(dice=(0,)),
        Advance(),
        Advance(make_camp=True),
    ],
    ids=repr,
)
@pytest.mark.parametrize("way", [(), (up(1, 1),)], ids=["at the start", "after a move"])
def test_what_uses_dice_is_refused_before_they_are_rolled(command, way):
    """Combining, rerolling and advancing belong to the phase `rolled`; no other fault is told first."""
    given(EVEREST, *expedition(*way)).when(command).refused("WRONG_PHASE")


def test_a_reroll_throws_the_named_dice_only():
    """A reroll throws the named dice and leaves the others as they lie."""
    table = (
        given(EVEREST, *expedition(dice=(6, 6, 1)))
        .when(RerollDice(dice=(1,)), chance=dice(5))
        .then(DiceRerolled(dice=(1,), values=(5,), draw="turn/1/reroll"))
    )

    assert table.state.values == (6, 5, 1)


def test_rerolled_dice_take_their_values_in_the_order_of_their_indices():
    """However a reroll names its dice, they are recorded and thrown in rising order."""
    (
        given(EVEREST, *expedition(dice=(6, 6, 6)))
        .when(RerollDice(dice=(2, 0)), chance=dice(1, 3))
        .then(DiceRerolled(dice=(0, 2), values=(1, 3), draw="turn/1/reroll"))
    )


def test_a_reroll_may_name_live_and_discarded_dice_alike():
    """All named dice become live with their new values; a discarded one that is not named stays discarded."""
    table = (
        given(EVEREST, *expedition(dice=(1, 3, 4)))
        .when(CombineDice(keep=2, discard=0, op="add"))
        .then(DiceCombined(keep=2, discard=0, op="add", value=5))
        .when(CombineDice(keep=2, discard=1, op="subtract"))
        .then(DiceCombined(keep=2, discard=1, op="subtract", value=2))
        .when(RerollDice(dice=(0, 2)), chance=dice(6, 5))
        .then(DiceRerolled(dice=(0, 2), values=(6, 5), draw="turn/1/reroll"))
    )

    assert table.state.live == (True, False, True)
    assert table.state.live_values() == (6, 5)


def test_combining_goes_on_after_a_reroll():
    """After a reroll combining goes on as before, with the dice thrown anew too."""
    (
        given(EVEREST, *expedition(dice=(2, 2, 4), rerolled=(0,)))
        .when(CombineDice(keep=1, discard=0, op="increment"))
        .then(DiceCombined(keep=1, discard=0, op="increment", value=3))
    )


@pytest.mark.parametrize("named", [(0,), (), (0, 0), (9,)], ids=str)
def test_a_second_reroll_is_refused(named):
    """A turn has one reroll; that is told before any fault of the dice named."""
    past = expedition(dice=NO_STRAIGHT, rerolled=(0,))
    given(EVEREST, *past).when(RerollDice(dice=named)).refused("ALREADY_REROLLED")


def test_the_next_turn_has_a_reroll_of_its_own():
    """A reroll is used up for its own turn only."""
    past = (*expedition(dice=NO_STRAIGHT, rerolled=(0,)), up(1, 1))
    (
        given(EVEREST, *past, DiceRolled(turn=2, values=NO_STRAIGHT, draw="turn/2/roll"))
        .when(RerollDice(dice=(2,)), chance=dice(2))
        .then(DiceRerolled(dice=(2,), values=(2,), draw="turn/2/reroll"))
    )


@pytest.mark.parametrize("named", [(), (0, 0), (0, 1, 0), (3,), (-1,), (0, 3), (2**60,)], ids=str)
def test_a_reroll_names_one_or_more_different_dice_on_the_table(named):
    """No die, a die twice or a die that is not there is BAD_DICE."""
    given(EVEREST, *expedition(dice=NO_STRAIGHT)).when(RerollDice(dice=named)).refused("BAD_DICE")


def test_the_climber_may_give_up_before_the_first_roll():
    """Abandoning at once is allowed: nothing reached, one square marked."""
    (
        given(EVEREST, *expedition())
        .when(Abandon())
        .then(
            ExpeditionAbandoned(),
            ExpeditionScored(
                score=-1,
                highest_target=0,
                squares_marked=1,
                camps_left=4,
                summit=False,
                legend="Forgotten to history",
            ),
        )
    )


def test_giving_up_later_scores_the_highest_row_ever_reached():
    """After a fall the row once reached still counts, and so does every square."""
    (
        given(EVEREST, *expedition(*straight_up(3), down(2, 4), camps=2))
        .when(Abandon())
        .then(
            ExpeditionAbandoned(),
            ExpeditionScored(
                score=2 * 10 - 5,
                highest_target=10,
                squares_marked=5,
                camps_left=2,
                summit=False,
                legend="Forgotten to history",
            ),
        )
    )
