"""docs/rules/everest1924.md: leaving, ill-formed commands, and what is refused before and after the game."""

import pytest
from expeditions import EVEREST
from tables import SECRET, ask, code_of, opened, started

from summitbook_domain.everest1924.commands import (
    COMMANDS,
    Abandon,
    Advance,
    CombineDice,
    RerollDice,
    RollDice,
)
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import CancelGame, ExpireGame, RetireSeat, TimeOutTurn
from summitbook_domain.table.events import GameClosed, SeatRetired, TurnTimedOut
from summitbook_domain.table.state import command_of

SAMPLES = (RollDice(), CombineDice(keep=0, discard=1, op="add"), RerollDice(dice=(0,)), Advance(), Abandon())
SEED = SECRET.hex()


def test_every_command_has_a_sample_here():
    """The tests below ask every command there is."""
    assert tuple(type(each) for each in SAMPLES) == COMMANDS


def test_retiring_closes_the_game_without_a_score():
    """The only seat retiring leaves nobody to play on."""
    book = started(EVEREST)
    ask(book, RollDice())

    assert ask(book, RetireSeat()) == (SeatRetired(seat=0), GameClosed(outcome="retired", seed=SEED))


def test_timing_out_closes_the_game_without_a_score():
    """The only seat timing out once is enough: the game is `expired`, and the seat is not retired first."""
    book = started(EVEREST, turn_seconds=60)

    events = ask(book, TimeOutTurn(seat=0), seat=None)

    assert events == (TurnTimedOut(seat=0), GameClosed(outcome="expired", seed=SEED))


def test_the_climbers_clock_runs_from_the_last_record_of_each_command():
    """The game waits for the climber from its own first event on, and again after each accepted command."""
    book = started(EVEREST, turn_seconds=60)
    assert book.table.seats[0].clock == len(book.lines) == 4

    ask(book, RollDice())

    assert book.table.seats[0].clock == len(book.lines) == 5


def test_abandoning_finishes_the_game():
    """Giving up is an ending of the game's own: it is scored, and the outcome is `finished`."""
    assert ask(started(EVEREST), Abandon())[-1] == GameClosed(outcome="finished", seed=SEED)


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_nothing_is_climbed_before_the_start(command):
    """Before the seat is taken every command is GAME_NOT_STARTED."""
    assert code_of(opened(EVEREST), command) == "GAME_NOT_STARTED"


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_a_game_cancelled_before_its_start_never_started(command):
    """GAME_NOT_STARTED is told also when the game was cancelled before its start."""
    book = opened(EVEREST)
    ask(book, CancelGame(), seat=None)

    assert code_of(book, command) == "GAME_NOT_STARTED"


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
@pytest.mark.parametrize(
    ("last", "seat"),
    [
        (Abandon(), 0),
        (RetireSeat(), 0),
        (TimeOutTurn(seat=0), None),
        (ExpireGame(), None),
        (CancelGame(), None),
    ],
    ids=["abandoned", "retired", "timed out", "expired", "cancelled"],
)
def test_nothing_is_climbed_after_the_end(command, last, seat):
    """After each way of ending every command is GAME_OVER, whoever asks."""
    book = started(EVEREST)
    ask(book, last, seat)

    assert code_of(book, command) == "GAME_OVER"
    assert code_of(book, command, seat=7) == "GAME_OVER"


@pytest.mark.parametrize("seat", [None, -1, 1])
@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_only_the_climber_acts(command, seat):
    """A seat that is not of this game, or no seat at all, is NOT_YOUR_TURN before anything else."""
    assert code_of(started(EVEREST), command, seat) == "NOT_YOUR_TURN"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("Fly", {}),
        ("rollDice", {}),
        ("RollDice", {"dice": 3}),
        ("RollDice", None),
        ("CombineDice", {"keep": 0, "discard": 1}),
        ("CombineDice", {"keep": 0, "op": "add"}),
        ("CombineDice", {"keep": 0, "discard": 1, "op": "multiply"}),
        ("CombineDice", {"keep": "0", "discard": 1, "op": "add"}),
        ("CombineDice", {"keep": True, "discard": 1, "op": "add"}),
        ("CombineDice", {"keep": 0.0, "discard": 1, "op": "add"}),
        ("CombineDice", {"keep": None, "discard": 1, "op": "add"}),
        ("CombineDice", {"keep": 0, "discard": 1, "op": "add", "seat": 0}),
        ("RerollDice", {}),
        ("RerollDice", {"dice": 0}),
        ("RerollDice", {"dice": ["0"]}),
        ("RerollDice", {"dice": [0, None]}),
        ("Advance", {"make_camp": 1}),
        ("Advance", {"make_camp": "yes"}),
        ("Advance", {"camp": True}),
        ("Abandon", {"why": "snow"}),
    ],
    ids=str,
)
def test_ill_formed_commands_are_bad_args(name, args):
    """An unknown command, a missing, extra or ill-typed field and an unknown word are BAD_ARGS."""
    with pytest.raises(Refused) as refusal:
        command_of(EVEREST, name, args)

    assert refusal.value.code == "BAD_ARGS"


def test_a_field_left_out_takes_its_default():
    """Advancing without a word about a camp makes none."""
    assert command_of(EVEREST, "Advance", {}) == Advance(make_camp=False)
