"""docs/rules/dicey_peaks.md, "A turn": which dice may be rolled, and when."""

import pytest
from races import (
    AVALANCHE,
    DARK_BLUE,
    FEW,
    LIGHT_BLUE,
    PICKAXE,
    SUMMIT,
    TENT,
    WHITE,
    YETI,
    at,
    luck,
    passed,
    peaks,
    race,
    roll,
)

from summitbook_domain.dicey_peaks.commands import (
    Announce,
    ChooseSummitTile,
    RollDice,
    Stop,
    TurnOver,
)
from summitbook_domain.dicey_peaks.events import DiceSetAside

SAMPLES = (
    RollDice(4, 1, 0),
    Announce(intent="climb"),
    Stop(),
    ChooseSummitTile(tile=0),
    TurnOver(positions=(1, 2)),
)
TO_ROLL = race(at(3), at(5))
TO_ANNOUNCE = race(at(3), at(5), rolled=(TENT,) * 5)
TO_GO_ON = race(at(3), at(5), intent="climb", aside=(PICKAXE,))


def test_a_turn_begins_with_five_dice():
    """The first roll has five dice of any colours, and waits for the announcement."""
    first = roll(
        1, (WHITE, LIGHT_BLUE, LIGHT_BLUE, DARK_BLUE, DARK_BLUE), (YETI, TENT, PICKAXE, TENT, AVALANCHE)
    )

    after = peaks(*TO_ROLL).when(RollDice(white=1, light_blue=2, dark_blue=2), chance=luck(first)).then(first)

    assert after.state.phase == "to_announce"


@pytest.mark.parametrize(
    "wanted", [(0, 0, 0), (2, 2, 0), (4, 2, 0), (5, 5, -5), (-1, 3, 3), (6, -1, 0), (0, 0, 3), (2**60, 0, 0)]
)
def test_five_dice_are_due_at_first(wanted):
    """Any other number in all, or a negative one of a colour, is BAD_DICE_COUNT."""
    peaks(*TO_ROLL).when(RollDice(*wanted)).refused("BAD_DICE_COUNT")


@pytest.mark.parametrize("wanted", [(5, 0, 0), (0, 0, 5)])
def test_there_are_no_more_dice_of_a_colour_than_its_own(wanted):
    """Five white or five dark blue dice are NOT_ENOUGH_DICE, since there are four."""
    peaks(*TO_ROLL).when(RollDice(*wanted)).refused("NOT_ENOUGH_DICE")


def test_all_five_light_blue_dice_may_be_rolled():
    """Light blue dice are five."""
    first = roll(1, (LIGHT_BLUE,) * 5, (TENT, PICKAXE, AVALANCHE, YETI, TENT))
    peaks(*TO_ROLL).when(RollDice(0, 5, 0), chance=luck(first)).then(first)


def test_three_dice_are_rolled_later_and_sorted_at_once():
    """After the sorting three more dice may be rolled, from the label of the turn's next roll."""
    second = roll(2, (WHITE, LIGHT_BLUE, DARK_BLUE), (TENT, PICKAXE, YETI))
    third = roll(3, (WHITE, LIGHT_BLUE, LIGHT_BLUE), (TENT, TENT, TENT))
    (
        peaks(*TO_GO_ON)
        .when(RollDice(1, 1, 1), chance=luck(second))
        .then(second, DiceSetAside(dice=(LIGHT_BLUE, DARK_BLUE), faces=(PICKAXE, YETI)))
        .when(RollDice(1, 2, 0), chance=luck(third))
        .then(third, DiceSetAside(dice=(), faces=()))
    )


@pytest.mark.parametrize("wanted", [(0, 0, 0), (1, 1, 0), (2, 2, 0), (4, 1, 0), (4, 0, -1), (-1, 2, 2)])
def test_three_dice_are_due_later(wanted):
    """Any other number in all, the five of a first roll too, is BAD_DICE_COUNT."""
    peaks(*TO_GO_ON).when(RollDice(*wanted)).refused("BAD_DICE_COUNT")


def test_dice_set_aside_have_left_the_pool():
    """With two white dice set aside a roll of three white ones is NOT_ENOUGH_DICE, of two it is not."""
    second = roll(2, (WHITE, WHITE, LIGHT_BLUE), (TENT, TENT, TENT))
    (
        peaks(*race(at(3), at(5), intent="climb", aside=(PICKAXE, AVALANCHE)))
        .when(RollDice(3, 0, 0))
        .refused("NOT_ENOUGH_DICE")
        .when(RollDice(2, 1, 0), chance=luck(second))
        .then(second, DiceSetAside(dice=(), faces=()))
    )


def test_dice_not_set_aside_are_back_in_the_pool():
    """All four white dice were rolled and one kept: the other three can be rolled again."""
    second = roll(2, (WHITE,) * 3, (TENT,) * 3)
    (
        peaks(*TO_GO_ON)
        .when(RollDice(3, 0, 0), chance=luck(second))
        .then(second, DiceSetAside(dice=(), faces=()))
    )


def test_with_three_dice_left_they_can_be_rolled():
    """Ten dice set aside leave three, which is enough."""
    fourth = roll(4, (DARK_BLUE,) * 3, (PICKAXE,) * 3)
    table = peaks(*race(at(3, 0), at(5), intent="rest", aside=(TENT,) * 10))

    table.when(RollDice(0, 0, 3), chance=luck(fourth)).then(fourth, DiceSetAside(dice=(), faces=()))


@pytest.mark.parametrize(
    ("wanted", "code"),
    [((0, 0, 3), "NOT_ENOUGH_DICE"), ((0, 0, 2), "BAD_DICE_COUNT"), ((3, 0, 0), "NOT_ENOUGH_DICE")],
)
def test_with_two_dice_left_no_roll_can_be_made(wanted, code):
    """Eleven dice set aside leave two: the three that are due are too many, and two are not what is due."""
    table = peaks(*race(at(3, 0), at(5), intent="rest", aside=(TENT,) * 11))

    table.when(RollDice(*wanted)).refused(code)
    assert table.legal() == (Stop(),)


def test_all_thirteen_dice_are_back_in_the_next_turn():
    """What was set aside in one turn is in the pool of the next."""
    after = peaks(*race(at(3), at(5), intent="climb", aside=(YETI,) * 4)).when(Stop()).then(*passed(0, to=1))
    first = roll(1, FEW, (TENT,) * 5, turn=10)

    after.when(RollDice(4, 1, 0), seat=1, chance=luck(first)).then(first)


@pytest.mark.parametrize(
    ("past", "allowed"),
    [
        (TO_ROLL, {RollDice}),
        (TO_ANNOUNCE, {Announce}),
        (TO_GO_ON, {RollDice, Stop}),
        (race(at(SUMMIT), at(5), face_up={1: "nothing"}), {RollDice}),
    ],
    ids=["to roll", "to announce", "to go on", "on the summit"],
)
def test_what_is_not_due_is_refused(past, allowed):
    """Each step of a turn takes its own commands only; any other is WRONG_PHASE, whatever it says."""
    for command in SAMPLES:
        if type(command) not in allowed:
            peaks(*past).when(command).refused("WRONG_PHASE")
    assert {type(each) for each in peaks(*past).legal()} == allowed


@pytest.mark.parametrize("seat", [-1, 1, 2])
@pytest.mark.parametrize("past", [TO_ROLL, TO_ANNOUNCE, TO_GO_ON], ids=["to roll", "to announce", "to go on"])
@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_another_seat_waits(past, seat, command):
    """NOT_YOUR_TURN is told before anything else, to seats that do not exist too."""
    peaks(*past).when(command, seat=seat).refused("NOT_YOUR_TURN")
