"""What the climber is shown: the view, the legal commands and their words."""

import pytest
from expeditions import EVEREST, NO_STRAIGHT, SHEET, aside, camp, expedition, straight_up, up

from given import Luck, given, no_luck
from summitbook_domain.everest1924.commands import Abandon, Advance, CombineDice, RerollDice, RollDice
from summitbook_domain.everest1924.events import DiceCombined, DiceRerolled, DiceRolled
from summitbook_domain.everest1924.view import DieShown, Mark, SheetRow
from summitbook_domain.refusal import Refused

TO_THE_ROPES_END = (*(aside(0, column) for column in range(1, 10)), up(1, 10))


def view_of(table):
    return table.game.view(table.state)


def test_before_the_roll_there_are_two_ways():
    """A turn begins with a roll, or with giving up."""
    assert given(EVEREST, *expedition()).legal() == (RollDice(), Abandon())


def test_after_the_roll_each_advance_combination_and_reroll_is_listed():
    """Advancing comes first, then combinations and rerolls with their indices rising."""
    assert given(EVEREST, *expedition(up(1, 1), dice=(1, 6, 6))).legal() == (
        Advance(),
        CombineDice(keep=0, discard=1, op="subtract"),
        CombineDice(keep=0, discard=2, op="subtract"),
        CombineDice(keep=1, discard=0, op="subtract"),
        CombineDice(keep=1, discard=2, op="decrement"),
        CombineDice(keep=2, discard=0, op="subtract"),
        CombineDice(keep=2, discard=1, op="decrement"),
        RerollDice(dice=(0,)),
        RerollDice(dice=(1,)),
        RerollDice(dice=(2,)),
        RerollDice(dice=(0, 1)),
        RerollDice(dice=(0, 2)),
        RerollDice(dice=(1, 2)),
        RerollDice(dice=(0, 1, 2)),
    )


def test_a_reroll_is_listed_once_a_turn():
    """After a reroll no other is listed."""
    listed = given(EVEREST, *expedition(dice=NO_STRAIGHT, rerolled=(0,))).legal()
    assert not any(isinstance(each, RerollDice) for each in listed)


def test_a_discarded_die_is_listed_for_rerolls_only():
    """A die that was discarded can come back by a reroll, and takes part in no combination."""
    past = (*expedition(dice=(1, 3, 3)), DiceCombined(keep=0, discard=1, op="add", value=4))

    listed = given(EVEREST, *past).legal()

    assert {1} == {i for each in listed if isinstance(each, RerollDice) for i in each.dice} - {0, 2}
    assert {(0, 2), (2, 0)} == {(c.keep, c.discard) for c in listed if isinstance(c, CombineDice)}


@pytest.mark.parametrize(
    ("past", "advances"),
    [
        (expedition(dice=(1, 3, 4)), [Advance(), Advance(make_camp=True)]),
        (expedition(dice=(1, 3, 4), camps=0), [Advance()]),
        (expedition(dice=NO_STRAIGHT), [Advance()]),
        (expedition(*TO_THE_ROPES_END, dice=(3, 4, 5)), [Advance(make_camp=True)]),
        (expedition(*TO_THE_ROPES_END, dice=(3, 4, 5), camps=0), [Advance()]),
    ],
    ids=["climbing", "without a tent", "traversing", "must camp", "perishing"],
)
def test_the_advances_that_are_listed(past, advances):
    """With a camp where one may be made, without one where that is not refused; perishing is listed too."""
    assert [each for each in given(EVEREST, *past).legal() if isinstance(each, Advance)] == advances


def test_only_the_climber_has_legal_commands():
    """No other seat is listed anything."""
    assert given(EVEREST, *expedition()).legal(seat=1) == ()


@pytest.mark.parametrize(
    ("past", "command", "words"),
    [
        (expedition(), RollDice(), "Roll 3 dice"),
        (expedition(), Abandon(), "Abandon the expedition"),
        (
            expedition(dice=(5, 5, 1)),
            CombineDice(keep=0, discard=1, op="increment"),
            "Die 1 becomes 6 by giving up die 2",
        ),
        (
            expedition(dice=(5, 4, 1)),
            CombineDice(keep=0, discard=1, op="subtract"),
            "Die 1 becomes 1 by subtracting die 2",
        ),
        (expedition(dice=NO_STRAIGHT), RerollDice(dice=(0, 2)), "Reroll die 1, die 3"),
        (expedition(dice=(1, 3, 4)), Advance(), "Climb"),
        (expedition(dice=(1, 3, 4)), Advance(make_camp=True), "Climb and make camp"),
        (expedition(dice=NO_STRAIGHT), Advance(), "Traverse along the row"),
        (
            expedition(dice=NO_STRAIGHT, rerolled=(0,)),
            Advance(),
            "Fall a row: there is no square, and the climb ends",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_legal_command_is_told_in_a_few_words(past, command, words):
    """People count dice from 1, and an advance says where it leads."""
    table = given(EVEREST, *past)

    assert command in table.legal()
    assert EVEREST.describe(table.state, command) == words


def test_the_view_shows_the_sheet_and_the_dice():
    """All that lies on the table is in the view, and what follows from it by the rules."""
    past = (
        *expedition(aside(0, 1), camp(1, 1), up(2, 2), dice=(1, 3, 3)),
        DiceCombined(keep=0, discard=1, op="add", value=4),
    )

    view = view_of(given(EVEREST, *past))

    assert view.dice == (DieShown(4, live=True), DieShown(3, live=False), DieShown(3, live=True))
    assert (view.straight, view.straight_value, view.target) == ((3, 4), 8, 10)
    assert view.route == (
        Mark(0, 0, camp=False),
        Mark(0, 1, camp=False),
        Mark(1, 1, camp=True),
        Mark(2, 2, camp=False),
    )
    assert (view.row, view.column, view.highest_row, view.squares_marked) == (2, 2, 2, 4)
    assert (view.turn, view.phase, view.rerolled) == (4, "rolled", False)
    assert (view.dice_owned, view.camps_left) == (3, 3)
    assert view.rows[4] == SheetRow(first=4, squares=8, target=12, extra_die=True)
    assert (view.ending, view.cause, view.score, view.legend) == ("", None, None, "")


def test_the_view_tells_the_ending():
    """After the end the view names the event that ended the climb, its cause, the score and the legend."""
    fallen = expedition(dice=NO_STRAIGHT, rerolled=(0,))
    answer = EVEREST.decide(given(EVEREST, *fallen).state, 0, Advance(), None)

    view = view_of(given(EVEREST, *fallen, *answer))

    assert (view.phase, view.ending, view.cause) == ("over", "PartyPerished", "off_sheet")
    assert (view.score, view.legend) == (-1, "Forgotten to history")


def test_the_view_of_the_summit_has_no_target():
    """Nothing lies above the top row."""
    up_there = expedition(*straight_up(11), dice=(1, 2, 3, 4, 5, 6))
    answer = EVEREST.decide(given(EVEREST, *up_there).state, 0, Advance(), None)

    view = view_of(given(EVEREST, *up_there, *answer))

    assert (view.target, view.ending, view.score) == (0, "SummitReached", 79)


def test_giving_up_is_abandoning_and_nothing_else():
    """Of all commands only `Abandon` gives the game up."""
    commands = *given(EVEREST, *expedition()).legal(), *given(EVEREST, *expedition(dice=(3, 4, 5))).legal()

    assert [each for each in commands if EVEREST.gives_up(each)] == [Abandon()]


def test_a_straight_worth_exactly_the_target_is_told_as_a_climb():
    """The words of an advance follow the rule that the target need only be reached."""
    table = given(EVEREST, *expedition(dice=(2, 3, 6)))

    assert EVEREST.describe(table.state, Advance()) == "Climb"


@pytest.mark.parametrize("past", [expedition(), expedition(aside(0, 1)), expedition(up(1, 1))])
def test_between_turns_nothing_is_rerolled(past):
    """Before the first roll and after a move the view says that the turn's reroll is still to be had."""
    assert not view_of(given(EVEREST, *past)).rerolled


@pytest.mark.parametrize(
    ("command", "dice", "words"),
    [(Advance(), (), "roll the dice first"), (RollDice(), (1, 3, 6), "are rolled")],
)
def test_a_command_out_of_phase_is_told_what_comes_first(command, dice, words):
    """Whoever is refused with WRONG_PHASE reads what can be done instead."""
    table = given(EVEREST, *expedition(dice=dice))

    with pytest.raises(Refused, match=words):
        EVEREST.decide(table.state, 0, command, no_luck())


@pytest.mark.parametrize(
    "event",
    [
        DiceRolled(turn=1, values=(1, 1, 1), draw="turn/1/roll"),
        DiceRerolled(dice=(0, 2), values=(1, 1), draw="turn/1/reroll"),
    ],
)
def test_an_audit_is_not_taken_in_by_the_values_that_a_record_says(event):
    """Rolls and rerolls alike are told by their draw, whatever values stand in the event."""
    luck = Luck({event.draw: [3, 4, 5]})

    assert EVEREST.redraw(SHEET, 1, event, luck, event).values == (4, 5, 6)[: len(event.values)]
