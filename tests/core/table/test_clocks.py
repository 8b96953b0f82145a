"""docs/replay-format.md: from which record a seat's time runs, on a race of two or three seats."""

from tables import ask, code_of, opened, started
from toy import FIRST, OTHER, RACE, Throw

from summitbook_domain.book import Book
from summitbook_domain.table.commands import (
    CancelGame,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)


def clocks(book: Book) -> list[int | None]:
    return [seat.clock if seat else None for seat in book.table.seats]


def test_without_a_clock_nothing_runs():
    """`turn_seconds` 0 is no clock."""
    assert clocks(started(RACE, 2)) == [None, None]


def test_before_the_start_nothing_runs():
    """Nobody is waited for in an open game."""
    book = opened(RACE, 2, turn_seconds=60)
    ask(book, TakeSeat(0, "Mallory"), 0)

    assert clocks(book) == [None, None]


def test_the_first_clock_runs_from_the_record_that_names_who_begins():
    """After GameCreated, two SeatTaken and GameStarted, record 5 says whose turn it is."""
    book = started(RACE, 2, turn_seconds=60)

    assert len(book.lines) == 5
    assert clocks(book) == in_order(FIRST, 5, None)


def test_the_clock_goes_with_the_turn():
    """A seat's clock runs from the record after which it is waited for."""
    book = started(RACE, 2, turn_seconds=60, goal=100)
    ask(book, Throw(), FIRST)

    assert clocks(book) == in_order(FIRST, None, 6)


def test_a_hint_or_a_refusal_does_not_restart_another_seats_clock():
    """Only the seat's own accepted command restarts its clock."""
    book = started(RACE, 2, turn_seconds=60, goal=100)
    ask(book, TakeHint(), OTHER)
    assert code_of(book, Throw(), OTHER) == "NOT_YOUR_TURN"

    assert clocks(book) == in_order(FIRST, 5, None)


def test_where_several_are_waited_for_each_has_its_own_clock():
    """One seat's command restarts its clock and leaves the other's running."""
    book = started(RACE, 2, turn_seconds=60, goal=100, together=True)
    before = clocks(book)
    ask(book, Throw(), 1)

    assert before == [5, 5]
    assert clocks(book) == [5, 6]


def test_a_time_out_ends_the_wait():
    """A seat that is still waited for after its time-out is waited for anew."""
    book = started(RACE, 2, turn_seconds=60, goal=100, together=True)
    ask(book, TimeOutTurn(0), None)

    assert clocks(book) == [6, 5]


def test_nothing_runs_for_a_retired_seat_or_after_the_end():
    """Nobody waits for who is gone, nor in a closed game."""
    book = started(RACE, 2, turn_seconds=60, goal=100, together=True)
    ask(book, RetireSeat(), 0)
    assert clocks(book)[0] is None

    ask(book, CancelGame(), None)
    assert clocks(book) == [None, None]


def in_order(first: int, clock: int | None, other: int | None) -> list[int | None]:
    """Clocks by seat, where `clock` is that of the seat that begins."""
    return [clock, other] if first == 0 else [other, clock]
