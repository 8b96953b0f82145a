"""docs/replay-format.md: a game's own commands at the table, on a race of two or three seats."""

from msgspec import UNSET
from tables import SECRET, ask, code_of, opened, refused, started
from toy import FIRST, OTHER, RACE, GiveIn, Throw, Won

from summitbook_domain import everest1924, record
from summitbook_domain.everest1924.commands import RollDice
from summitbook_domain.table import rules
from summitbook_domain.table.commands import (
    CancelGame,
    RetireSeat,
    TakeSeat,
)
from summitbook_domain.table.events import (
    GameClosed,
)
from summitbook_domain.table.state import command_of


def test_a_game_has_only_its_own_commands():
    """Another game's command is BAD_ARGS, even before the start."""
    assert code_of(opened(RACE, 2), RollDice(), 0) == "BAD_ARGS"
    assert code_of(started(RACE, 2), RollDice(), OTHER) == "BAD_ARGS"
    assert refused(command_of, RACE, "RollDice", {}) == "BAD_ARGS"
    assert refused(command_of, everest1924.GAME, "Throw", {}) == "BAD_ARGS"


def test_nobody_plays_before_the_start():
    """A game's own command before the start is GAME_NOT_STARTED, whoever asks."""
    book = opened(RACE, 2)
    ask(book, TakeSeat(0, "Mallory"), 0)

    for seat in (0, 1, 7, None):
        assert code_of(book, Throw(), seat) == "GAME_NOT_STARTED"


def test_a_seat_waits_for_its_turn():
    """Another seat, or none, is NOT_YOUR_TURN."""
    book = started(RACE, 2)

    for seat in (OTHER, 2, -1, None):
        assert code_of(book, Throw(), seat) == "NOT_YOUR_TURN"


def test_the_command_that_ends_the_game_closes_it():
    """The game's last event and GameClosed belong to one command; only its first event has a cause."""
    book = started(RACE, 2)
    before = len(book.lines)

    events = ask(book, GiveIn(), FIRST)

    assert events == (Won(OTHER), GameClosed("finished", SECRET.hex()))
    records = [record.read(line) for line in book.lines[before:]]
    assert [each.cause is UNSET for each in records] == [False, True]


def test_a_shared_deals_seed_stays_hidden():
    """The closing event of a shared deal has no seed, since others may still play it."""
    book = opened(RACE, 2, source="deal")
    for seat in (0, 1):
        ask(book, TakeSeat(seat, "somebody"), seat)

    assert ask(book, GiveIn(), book.table.play.turn)[-1] == GameClosed("finished", None)
    assert SECRET.hex().encode() not in b"".join(book.lines)


def test_legal_commands_are_for_those_who_may_play():
    """Nothing is legal before the start, after the end, for a retired seat or for no seat."""
    book = opened(RACE, 3)
    assert [rules.legal(book.table, seat) for seat in (-1, 0, 1, 2, 3)] == [(), (), (), (), ()]

    book = started(RACE, 3, together=True)
    ask(book, RetireSeat(), 1)
    both = (Throw(), GiveIn())
    assert [rules.legal(book.table, seat) for seat in (-1, 0, 1, 2, 3)] == [(), both, (), both, ()]

    ask(book, CancelGame(), None)
    assert [rules.legal(book.table, seat) for seat in (0, 1, 2)] == [(), (), ()]
