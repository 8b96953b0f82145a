"""docs/replay-format.md: taking and leaving seats, on a race of two or three seats."""

import pytest
from tables import DEAL, SECRET, ask, code_of, opened, refused, started
from toy import FIRST, RACE, RaceBegan, Throw

from summitbook_domain import record
from summitbook_domain.chance import Seed
from summitbook_domain.table.commands import (
    LeaveSeat,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)
from summitbook_domain.table.events import (
    GameStarted,
    SeatLeft,
    SeatTaken,
)
from summitbook_domain.table.state import command_of


def test_taking_a_seat():
    """Whoever sits down is recorded with name and salt."""
    book = opened(RACE, 2)

    assert ask(book, TakeSeat(1, "Irvine", "00ff"), 1) == (SeatTaken(1, "Irvine", "00ff"),)
    assert book.table.phase == "open"


def test_the_last_seat_starts_the_game():
    """The command that takes the last seat starts the game, whose own first events follow."""
    book = opened(RACE, 2)
    ask(book, TakeSeat(1, "Irvine"), 1)

    events = ask(book, TakeSeat(0, "Mallory"), 0)

    assert events == (SeatTaken(0, "Mallory", ""), GameStarted(), RaceBegan(first=FIRST, draw="start"))
    assert book.table.phase == "playing"


def test_a_taken_seat_is_taken():
    """Nobody sits down on another's seat, nor twice on the own one."""
    book = opened(RACE, 2)
    ask(book, TakeSeat(0, "Mallory"), 0)

    assert code_of(book, TakeSeat(0, "Irvine"), 0) == "SEAT_TAKEN"


@pytest.mark.parametrize(("named", "seat"), [(2, 2), (-1, -1), (2**60, 2**60), (0, 1), (1, 0)], ids=str)
def test_there_is_no_such_seat(named, seat):
    """A seat beyond those of the game, or another than the one that asks, is BAD_SEAT."""
    assert code_of(opened(RACE, 2), TakeSeat(named, "Irvine"), seat) == "BAD_SEAT"


def test_a_seat_left_is_free_again():
    """Before the start a seat may be left, and taken by somebody else."""
    book = opened(RACE, 2)
    ask(book, TakeSeat(0, "Mallory"), 0)

    assert ask(book, LeaveSeat(), 0) == (SeatLeft(0),)
    assert ask(book, TakeSeat(0, "Odell"), 0) == (SeatTaken(0, "Odell", ""),)


def test_a_seat_knows_the_record_that_seated_its_holder():
    """`since` tells one holder of a seat from the next."""
    book = opened(RACE, 2)
    ask(book, TakeSeat(0, "Mallory"), 0)
    first = book.table.seats[0].since
    ask(book, LeaveSeat(), 0)
    ask(book, TakeSeat(0, "Mallory"), 0)

    assert (first, book.table.seats[0].since) == (2, 4)


@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_only_a_held_seat_can_be_left(seat):
    """Leaving a seat that nobody holds is BAD_SEAT."""
    assert code_of(opened(RACE, 2), LeaveSeat(), seat) == "BAD_SEAT"


def test_seats_are_settled_by_the_start():
    """After the start no seat is taken or left."""
    book = started(RACE, 2)

    assert code_of(book, LeaveSeat(), 0) == "GAME_STARTED"
    assert code_of(book, TakeSeat(0, "Odell"), 0) == "GAME_STARTED"


def test_a_retired_seat_is_gone():
    """BAD_SEAT is told before GAME_STARTED: a retired seat is neither taken, left, retired nor advised."""
    book = started(RACE, 3)
    ask(book, RetireSeat(), 1)

    for command in (TakeSeat(1, "Odell"), LeaveSeat(), RetireSeat(), TakeHint()):
        assert code_of(book, command, 1) == "BAD_SEAT"
    assert code_of(book, TimeOutTurn(1), None) == "BAD_SEAT"


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "x" * 65},
        {"name": "\U0001f3d4" * 65},
        {"name": "\ud800"},
        {"name": "Irvine\udfff"},
        {"name": None},
        {"name": 7},
        {"salt": "0"},
        {"salt": "AB"},
        {"salt": "zz"},
        {"salt": "ab" * 65},
        {"salt": "ab\n"},
        {"salt": "\u0660\u0660"},
        {"salt": None},
        {"seat": None},
        {"seat": "0"},
        {"seat": False},
        {"seat": 0.0},
        {"seat": 0, "colour": "red"},
    ],
    ids=lambda fields: ascii(fields)[:30] + str(len(str(fields))),
)
def test_what_is_no_name_salt_or_seat_is_bad_args(fields):
    """Names have 1 to 64 characters of text, salts at most 64 bytes in lower-case hex."""
    assert refused(command_of, RACE, "TakeSeat", {"seat": 0, "name": "Irvine", **fields}) == "BAD_ARGS"


@pytest.mark.parametrize("name", ["x", "x" * 64, "\U0001f3d4" * 64, " ", "a\0b", "é\n"], ids=ascii)
def test_any_text_is_a_name(name):
    """Characters are counted, whatever they take in bytes, and come back from the record as they were."""
    book = opened(RACE, 2)

    ask(book, command_of(RACE, "TakeSeat", {"seat": 0, "name": name, "salt": "ab" * 64}), 0)

    assert record.read(book.lines[-1]).data == {"name": name, "salt": "ab" * 64, "seat": 0}


def test_a_shared_deal_takes_no_salts():
    """A salt in a game of a shared deal is BAD_ARGS, told before any fault of the seat."""
    book = opened(RACE, 2, source="deal")

    assert code_of(book, TakeSeat(0, "Irvine", "00"), 0) == "BAD_ARGS"
    assert code_of(book, TakeSeat(7, "Irvine", "00"), 7) == "BAD_ARGS"
    assert ask(book, TakeSeat(0, "Irvine"), 0) == (SeatTaken(0, "Irvine", ""),)


def test_salts_reach_the_dice_in_seat_order():
    """Whoever sits down first, the dice hang on the salts by seat."""
    rolls = []
    for order in ((0, 1), (1, 0)):
        book = opened(RACE, 2)
        for seat in order:
            ask(book, TakeSeat(seat, "somebody", f"0{seat}"), seat)
        seat = book.table.play.turn
        rolls.append(ask(book, Throw(), seat))

    chance = Seed(SECRET).chance(DEAL, ("00", "01"))
    assert rolls[0] == rolls[1]
    assert rolls[0][0].value == chance.draw("throw/1").die()
