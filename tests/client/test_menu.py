"""The list of choices and what may be typed to choose."""

import pytest
from pictures import ABANDON, ADD, CAMP, CLIMB, EVEREST, REROLL_1, REROLL_13, ROLL, ROLLED, TAKE, action

from summitbook.everest1924.v1 import everest1924_pb2 as pb
from summitbook_client.terminal.menu import Menu
from summitbook_client.terminal.screen import Screen


def keys(menu):
    return [(entry.key, len(entry.actions)) for entry in menu.listing.entries]


def test_single_choices_are_numbered_and_kinds_have_a_letter():
    """What is many is one line of the list."""
    assert keys(Menu(EVEREST, ROLLED)) == [("1", 1), ("2", 1), ("c", 2), ("r", 2)]


def test_labels_are_the_servers_own_words():
    """The list says what the server said, and nothing about chances."""
    assert [entry.title for entry in Menu(EVEREST, [ROLL, ABANDON]).listing.entries] == [
        ROLL.label,
        ABANDON.label,
    ]


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("1", CLIMB),
        ("2", CAMP),
        (" 2 ", CAMP),
        ("a", CLIMB),
        ("a camp", CAMP),
        ("c 1 2 +", ADD),
        ("C 1 2 -", TAKE),
        ("c 1 2+", ADD),
        ("r 1", REROLL_1),
        ("r 1 3", REROLL_13),
        ("r 3, 1", REROLL_13),
    ],
)
def test_what_is_typed_chooses(typed, chosen):
    """By number or in words, in any case and spacing, and in any order where that is clear."""
    assert Menu(EVEREST, ROLLED).choose(typed) is chosen


def test_a_letter_lists_its_kind_and_a_number_then_chooses_from_that():
    """After `c` the numbers are those of the combinations."""
    menu = Menu(EVEREST, ROLLED)

    assert menu.choose("c") is None
    assert keys(menu) == [("1", 1), ("2", 1)]
    assert menu.choose("2") is TAKE


def test_the_beginning_of_words_lists_what_begins_so():
    """`c 1` lists the combinations that keep die 1, to choose from by number."""
    menu = Menu(
        EVEREST, [*ROLLED, action("other", combine_dice=pb.CombineDice(keep=1, discard=0, op="OP_ADD"))]
    )

    assert menu.choose("c 1") is None
    assert [entry.actions for entry in menu.listing.entries] == [(ADD,), (TAKE,)]


def test_nothing_typed_goes_back_to_the_whole_list():
    """Enter leaves a part of the list, and chooses nothing where there is a choice."""
    menu = Menu(EVEREST, ROLLED)
    menu.choose("r")

    assert menu.listing.part
    assert menu.choose("") is None
    assert menu.listing == menu.top


def test_enter_takes_the_only_choice_that_goes_on():
    """Where all but one choice give the game up, Enter is that one."""
    assert Menu(EVEREST, [ROLL, ABANDON]).choose("") is ROLL


def test_enter_takes_no_move_unread():
    """A move may end the climb, so that it is typed even where it is the only one."""
    assert Menu(EVEREST, [CLIMB]).choose("") is None
    assert Menu(Screen(), [ROLL, ABANDON]).choose("") is None


def test_a_letters_example_can_be_typed():
    """What is shown as a way to choose at once is one of the choices now."""
    menu = Menu(EVEREST, [CLIMB, TAKE, REROLL_13])

    examples = [entry.example for entry in menu.listing.entries if entry.example]

    assert examples == ["c 1 2 -", "r 1 3"]
    assert [menu.choose(example) for example in examples] == [TAKE, REROLL_13]


def test_words_that_leave_something_open_ask_for_it():
    """`c 1 2` says neither plus nor minus: both are listed, and where there is just one it is taken."""
    menu, clear = Menu(EVEREST, ROLLED), Menu(EVEREST, [CLIMB, TAKE])

    assert menu.choose("c 1 2") is None
    assert [entry.actions for entry in menu.listing.entries] == [(ADD,), (TAKE,)]
    assert clear.choose("c 1 2") is TAKE


def only_two(listing):
    return len(listing.entries) <= 2


def test_what_has_no_room_is_asked_for_in_steps():
    """First what comes next, then what comes after that; a choice that is whole already is one of them."""
    two = action("Reroll die 2", reroll_dice=pb.RerollDice(dice=[1]))
    menu = Menu(EVEREST, [REROLL_1, two, REROLL_13], only_two)

    assert menu.choose("r") is None
    assert [(entry.title, len(entry.actions)) for entry in menu.listing.entries] == [
        ("Reroll die 1 and …", 2),
        ("Reroll die 2", 1),
    ]
    assert menu.choose("1") is None
    assert [entry.actions for entry in menu.listing.entries] == [(REROLL_1,), (REROLL_13,)]
    assert menu.choose("2") is REROLL_13


def test_what_no_words_tell_apart_is_listed_whole():
    """A game without a screen has no steps, and is not asked for them for ever."""
    menu = Menu(EVEREST, [ADD, ADD, ADD], only_two)

    assert menu.choose("c") is None
    assert keys(menu) == [("1", 1), ("2", 1), ("3", 1)]


def test_enter_never_gives_up():
    """A game is not lost by Enter."""
    assert Menu(EVEREST, [ABANDON]).choose("") is None


@pytest.mark.parametrize("typed", ["7", "r 2", "c 1 1 +", "climb!", "ü", "r 1 1"])
def test_what_fits_nothing_is_said_to(typed):
    """The list stays as it is and the sentence names what was typed."""
    menu = Menu(EVEREST, ROLLED)

    with pytest.raises(LookupError, match="is not among your choices now"):
        menu.choose(typed)
    assert menu.listing == menu.top


def test_a_game_without_a_screen_is_chosen_from_by_number():
    """The plain screen knows no words and no kinds."""
    menu = Menu(Screen(), ROLLED)

    assert menu.choose(str(len(ROLLED))) is REROLL_13


def test_control_characters_of_a_label_are_not_passed_on():
    """What a server sends cannot steer the terminal."""
    (entry,) = Menu(EVEREST, [action("Roll\x1b[2J", roll_dice=pb.RollDice())]).listing.entries

    assert entry.title == "Roll\N{REPLACEMENT CHARACTER}[2J"
