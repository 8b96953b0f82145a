"""docs/rules/dicey_peaks.md: options, setup and who begins."""

import pytest
from races import FEW, MOUNTAIN, PEAKS, PICKAXE, luck, peaks, roll
from tables import code_of, create, edition_of, opened, started, terms

from given import no_luck
from summitbook_domain.book import opening
from summitbook_domain.dicey_peaks.commands import Announce, RollDice
from summitbook_domain.dicey_peaks.events import MountainBuilt, TurnStarted
from summitbook_domain.dicey_peaks.state import Climber, RaceOptions
from summitbook_domain.refusal import Refused


def set_up(seats, **options):
    return PEAKS.setup(MOUNTAIN, RaceOptions(**options), seats)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_everyone_starts_at_the_foot_with_nine_oxygen_and_all_tiles_face_down(seats):
    """Climbers stand on position 0 with 9 oxygen; 18 tiles and the three of the summit lie face down."""
    state = set_up(seats)

    assert state.climbers == (Climber(oxygen=9, position=0),) * seats
    assert state.face_down() == tuple(range(1, 19))
    assert state.summit_face_down() == (0, 1, 2)


def test_seat_0_begins_unless_told_otherwise():
    """`first_seat` is 0 by default, and nothing is drawn."""
    assert PEAKS.begin(set_up(2), no_luck()) == (
        MountainBuilt(first_seat=0, draw=None),
        TurnStarted(seat=0, turn=1),
    )


def test_the_first_seat_may_be_named():
    """`first_seat` takes the first turn, and the label is null."""
    assert PEAKS.begin(set_up(3, first_seat=2), no_luck()) == (
        MountainBuilt(first_seat=2, draw=None),
        TurnStarted(seat=2, turn=1),
    )


def test_the_first_seat_may_be_drawn():
    """With `draw_first_seat` the seed chooses among all seats, and `first_seat` plays no part."""
    state = set_up(6, draw_first_seat=True, first_seat=1)

    assert PEAKS.begin(state, luck(seats=4)) == (
        MountainBuilt(first_seat=4, draw="first-seat"),
        TurnStarted(seat=4, turn=1),
    )


def test_the_mountain_stands_before_the_first_turn():
    """Once it is built the first seat is known, but nobody is waited for until its turn starts."""
    built = peaks(MountainBuilt(first_seat=1, draw=None))

    assert built.state.seat == 1
    assert PEAKS.waits_for(built.state) == ()


def test_the_game_starts_with_the_last_seat_taken():
    """The `TakeSeat` that fills the table also builds the mountain and starts turn 1."""
    names = [type(event).__name__ for event in started(PEAKS, 2).events[-4:]]
    assert names == ["SeatTaken", "GameStarted", "MountainBuilt", "TurnStarted"]


@pytest.mark.parametrize("options", [{"first_seat": 2}, {"first_seat": -1}], ids=str)
def test_the_first_seat_must_be_one_of_the_game(options):
    """A `first_seat` outside the game is BAD_ARGS, and whoever chose it is told which seats there are."""
    assert refused_options(2, **options) == "BAD_ARGS"
    assert PEAKS.check_options(RaceOptions(**options), 2) == "first_seat must be one of the seats 0 to 1"


def test_with_a_drawn_beginner_the_first_seat_is_not_checked():
    """`first_seat` is neither used nor checked where the beginner is drawn."""
    book = opened(PEAKS, 2, first_seat=77, draw_first_seat=True)

    assert book.events[0].options == {"first_seat": 77, "draw_first_seat": True, "turn_seconds": 0}


@pytest.mark.parametrize(
    "options",
    [{"first_seat": "0"}, {"first_seat": 1.5, "draw_first_seat": True}, {"draw_first_seat": 1}],
    ids=str,
)
def test_an_option_has_its_type_in_any_case(options):
    """A drawn beginner takes no interest in the value of `first_seat`, but an integer it must be."""
    assert refused_options(2, **options) == "BAD_ARGS"


@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_the_game_is_for_two_to_six(seats):
    """Any other number of seats is BAD_ARGS."""
    assert refused_options(seats) == "BAD_ARGS"


def refused_options(seats, **options):
    """The code that refuses to make such a game."""
    with pytest.raises(Refused) as refusal:
        opening(PEAKS, create(PEAKS, seats, **options), terms(PEAKS), by="host", id="0", at="")
    return refusal.value.code


def test_the_first_turns_rolls_are_those_of_turn_1():
    """Turns count from 1, so the first roll of the game is `turn/1/roll/1`."""
    first = roll(1, FEW, (PICKAXE,) * 5, turn=1)
    beginning = (MountainBuilt(first_seat=1, draw=None), TurnStarted(seat=1, turn=1))

    peaks(*beginning).when(RollDice(4, 1, 0), seat=1, chance=luck(first)).then(first)


def test_the_second_seat_waits_for_the_first():
    """Whoever does not begin is told NOT_YOUR_TURN."""
    book = started(PEAKS, 2, first_seat=1)

    assert code_of(book, RollDice(4, 1, 0), seat=0) == "NOT_YOUR_TURN"
    assert code_of(book, Announce(intent="climb"), seat=1) == "WRONG_PHASE"
    assert edition_of(PEAKS).content == MOUNTAIN
