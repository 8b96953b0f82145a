"""Laws of every game there is: a game that is over stays over."""

from random import Random

import pytest
from tables import ask, code_of, create, started
from whole_games import ALL, in_play, name_of, seed_of, some_commands, some_games

from summitbook_domain.book import answer
from summitbook_domain.policies import LONG_AGO
from summitbook_domain.record import Head
from summitbook_domain.refusal import Refused
from summitbook_domain.table import rules
from summitbook_domain.table.commands import (
    CancelGame,
    ExpireGame,
    LeaveSeat,
    RetireSeat,
    TakeHint,
    TakeSeat,
    TimeOutTurn,
)

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)


def everything(game):
    """Commands of every type, the game's own and the common ones."""
    common = (LeaveSeat(), RetireSeat(), TakeHint(), CancelGame(), ExpireGame(), TimeOutTurn(0))
    return *some_commands(game, Random(4), each=5), *common, TakeSeat(0, "latecomer"), create(game, 1)


def retire_all(book):
    for seat in range(len(book.table.seats)):
        if book.table.phase == "playing":
            ask(book, RetireSeat(), seat)


def time_out_all(book):
    while book.table.phase == "playing":
        ask(book, TimeOutTurn(book.table.game.waits_for(book.table.play)[0]), None)


@every_game
def test_nothing_is_accepted_after_a_games_own_ending(game):
    """Every command of every seat, and of the house, is GAME_OVER in a finished game, and changes nothing."""
    for book in some_games(game):
        for command in everything(game):
            for seat in (None, -1, *range(len(book.table.seats) + 1)):
                with pytest.raises(Refused) as refusal:
                    answer(book.table, book.head, seat, command, seed_of(book), by="", id="", at=LONG_AGO)
                assert refusal.value.code == "GAME_OVER"


@every_game
@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda book: ask(book, CancelGame(), None), "cancelled"),
        (lambda book: ask(book, ExpireGame(), None), "expired"),
        (retire_all, None),
        (time_out_all, None),
    ],
    ids=["cancelled", "expired", "all retired", "all timed out"],
)
def test_nothing_is_accepted_after_any_other_ending(game, end, outcome):
    """However a game is left, it closes once, lists nothing as legal, waits for nobody, accepts nothing."""
    book = started(game, next(iter(game.editions.values())).content.min_seats, turn_seconds=60)
    end(book)

    assert book.table.phase == "closed"
    assert outcome in (None, book.table.outcome)
    assert [type(event).__name__ for event in book.events].count("GameClosed") == 1
    for seat in (None, -1, *range(len(book.table.seats) + 1)):
        assert {code_of(book, command, seat) for command in everything(game)} == {"GAME_OVER"}
        assert not rules.legal(book.table, seat or 0)
    assert not any(seat.clock for seat in book.table.seats)


@every_game
def test_a_game_can_be_left_at_any_moment(game):
    """Whenever the seats retire one after another, the game goes on with somebody able to act, or closes."""
    for book in some_games(game)[::3]:
        for moment in in_play(book)[::7]:
            table, head = moment.table, Head(moment.table.n, "0" * 64)
            for seat in range(len(table.seats)):
                if table.phase == "playing" and not table.seats[seat].retired:
                    entry = answer(table, head, seat, RetireSeat(), seed_of(book), by="", id="", at=LONG_AGO)
                    table, head = entry.table, entry.head
                    able = [rules.legal(table, other) for other in range(len(table.seats))]
                    assert table.phase == "closed" or any(able)
            assert table.phase == "closed"
