"""docs/replay-format.md: how games close, and stay closed, on a race of two or three seats."""

import pytest
from tables import SECRET, ask, code_of, create, opened, started
from toy import FIRST, RACE, GiveIn, Throw

from summitbook_domain import record
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
)


@pytest.mark.parametrize(
    ("command", "outcome"), [(CancelGame(), "cancelled"), (ExpireGame(), "expired")], ids=repr
)
@pytest.mark.parametrize("make", [opened, started])
def test_a_game_is_cancelled_or_expires(make, command, outcome):
    """Before and after the start, the closing event is that command's only one, and carries its cause."""
    book = make(RACE, 2)

    assert ask(book, command, None) == (GameClosed(outcome, SECRET.hex()),)
    assert book.table.outcome == outcome
    assert record.read(book.lines[-1]).cause.command == type(command).__name__


@pytest.mark.parametrize(
    ("last", "seat"),
    [(GiveIn(), FIRST), (CancelGame(), None), (ExpireGame(), None)],
    ids=["finished", "cancelled", "expired"],
)
def test_a_closed_game_is_over_for_everybody(last, seat):
    """After each ending every command of every seat, and of the house, is GAME_OVER."""
    book = started(RACE, 2)
    ask(book, last, seat)

    for asks in (None, -1, 0, 1, 7):
        everything = (LeaveSeat(), RetireSeat(), TakeHint(), CancelGame(), ExpireGame(), Throw(), GiveIn())
        for command in (*everything, TimeOutTurn(0), TakeSeat(0, "Odell"), create(RACE, 2)):
            assert code_of(book, command, asks) == "GAME_OVER"


def test_a_game_cancelled_before_its_start_is_over_and_never_started():
    """What all games share is GAME_OVER, the game's own commands are GAME_NOT_STARTED."""
    book = opened(RACE, 2)
    ask(book, CancelGame(), None)

    assert code_of(book, TakeSeat(0, "Odell"), 0) == "GAME_OVER"
    assert code_of(book, Throw(), 0) == "GAME_NOT_STARTED"
