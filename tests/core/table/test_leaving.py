"""docs/replay-format.md: hints, retiring and timing out, on a race of two or three seats."""

import pytest
from tables import SECRET, ask, code_of, opened, started
from toy import FIRST, OTHER, RACE, Throw, TurnMissed

from summitbook_domain.table.commands import (
    CancelGame,
    ExpireGame,
    LeaveSeat,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)
from summitbook_domain.table.events import (
    GameClosed,
    HintTaken,
    SeatRetired,
    TurnTimedOut,
)


def test_a_hint_changes_nothing_in_the_rules():
    """A hint is recorded, and the game is as it was."""
    book = started(RACE, 2)
    before = book.table.play

    assert ask(book, TakeHint(), OTHER) == (HintTaken(OTHER),)
    assert book.table.play == before


def test_a_seat_retires():
    """The others go on without it."""
    book = started(RACE, 3, together=True)

    assert ask(book, RetireSeat(), 1) == (SeatRetired(1),)
    assert book.table.play.racing() == (0, 2)
    assert code_of(book, Throw(), 1) == "NOT_YOUR_TURN"


def test_when_nobody_is_left_the_game_closes():
    """The last seat retiring closes the game as `retired`."""
    book = started(RACE, 2)
    ask(book, RetireSeat(), 0)

    assert ask(book, RetireSeat(), 1) == (SeatRetired(1), GameClosed("retired", SECRET.hex()))


def test_a_seat_times_out():
    """A time-out is recorded before what it leads to, and the seat stays."""
    book = started(RACE, 2)

    assert ask(book, TimeOutTurn(FIRST), None) == (TurnTimedOut(FIRST), TurnMissed(FIRST))
    assert book.table.play.turn == OTHER


def test_timing_out_twice_running_retires():
    """The second time-out without a command in between is a retirement, and nothing is done for the seat."""
    book = started(RACE, 2)
    for seat in (FIRST, OTHER):
        ask(book, TimeOutTurn(seat), None)

    assert ask(book, TimeOutTurn(FIRST), None) == (TurnTimedOut(FIRST), SeatRetired(FIRST))
    assert ask(book, TimeOutTurn(OTHER), None) == (
        TurnTimedOut(OTHER),
        SeatRetired(OTHER),
        GameClosed("retired", SECRET.hex()),
    )


def test_a_command_of_its_own_forgives_a_time_out():
    """An accepted command between two time-outs starts the count again."""
    book = started(RACE, 2, goal=100)
    ask(book, TimeOutTurn(FIRST), None)
    ask(book, Throw(), OTHER)
    ask(book, Throw(), FIRST)
    ask(book, Throw(), OTHER)

    assert ask(book, TimeOutTurn(FIRST), None) == (TurnTimedOut(FIRST), TurnMissed(FIRST))


def test_nothing_else_forgives_a_time_out():
    """Neither a hint, nor a refused command, nor another seat's command starts the count again."""
    book = started(RACE, 2, goal=100)
    ask(book, TimeOutTurn(FIRST), None)
    ask(book, TakeHint(), FIRST)
    assert code_of(book, Throw(), FIRST) == "NOT_YOUR_TURN"
    ask(book, Throw(), OTHER)

    assert ask(book, TimeOutTurn(FIRST), None) == (TurnTimedOut(FIRST), SeatRetired(FIRST))


def test_only_a_seat_that_is_waited_for_times_out():
    """A time-out of a seat that nobody waits for is NOT_YOUR_TURN."""
    assert code_of(started(RACE, 2), TimeOutTurn(OTHER), None) == "NOT_YOUR_TURN"


@pytest.mark.parametrize("command", [RetireSeat(), TakeHint(), TimeOutTurn(0)], ids=repr)
def test_before_the_start_nobody_retires_is_advised_or_times_out(command):
    """A held seat is told GAME_NOT_STARTED, one that nobody holds BAD_SEAT."""
    book = opened(RACE, 2)
    seat = None if isinstance(command, TimeOutTurn) else 0
    assert code_of(book, command, seat) == "BAD_SEAT"

    ask(book, TakeSeat(0, "Mallory"), 0)
    assert code_of(book, command, seat) == "GAME_NOT_STARTED"


@pytest.mark.parametrize("seat", [2, -1, 7])
def test_a_seat_that_is_none_cannot_leave(seat):
    """An unknown seat is BAD_SEAT for every command of a seat."""
    for book in (opened(RACE, 2), started(RACE, 2)):
        for command in (TakeSeat(seat, "Odell"), LeaveSeat(), RetireSeat(), TakeHint()):
            assert code_of(book, command, seat) == "BAD_SEAT"
        assert code_of(book, TimeOutTurn(seat), None) == "BAD_SEAT"


@pytest.mark.parametrize("command", [TakeSeat(0, "Odell"), LeaveSeat(), RetireSeat(), TakeHint()], ids=repr)
def test_the_house_holds_no_seat(command):
    """A seat's command that no seat asks for is BAD_SEAT."""
    assert code_of(started(RACE, 2), command, None) == "BAD_SEAT"


@pytest.mark.parametrize("command", [CancelGame(), ExpireGame(), TimeOutTurn(FIRST)], ids=repr)
def test_a_seat_is_not_the_house(command):
    """What only host or service may ask is BAD_SEAT when a seat does."""
    assert code_of(started(RACE, 2), command, FIRST) == "BAD_SEAT"
