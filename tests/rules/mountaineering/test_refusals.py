"""docs/rules/mountaineering.md, "Commands": ill-formed commands, and the order of the codes."""

import pytest
from msgspec.structs import replace
from tables import ask, code_of, opened, started
from teams import CLIMB, drawing, names, team, way_to

from given import Given
from summitbook_domain.mountaineering.commands import (
    COMMANDS,
    Abandon,
    BlowWhistle,
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
    TakeBackEquipment,
)
from summitbook_domain.mountaineering.state import Pile
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import CancelGame, ExpireGame, RetireSeat
from summitbook_domain.table.state import command_of

MOVER, EQUIPMENT = DrawCard(kind="movers"), DrawCard(kind="equipment")
SAMPLES = (
    MOVER,
    PlayMover(card="m01", route=("a1",)),
    PlayEquipment(card="e01"),
    TakeBackEquipment(card="e01"),
    Abandon(card="e01"),
    Donate(card="e01", to=1),
    BlowWhistle(choice="go_home"),
)


def play(card, spots=""):
    return PlayMover(card=card, route=names(spots))


def without_movers(table):
    """The same table with no mover in any pile."""
    return Given(CLIMB, replace(table.state, movers=Pile(cards=())))


def test_every_command_has_a_sample_here():
    """The tests below ask every command there is."""
    assert tuple(type(each) for each in SAMPLES) == COMMANDS


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_nothing_is_done_before_the_start(command):
    """Until every seat is taken each command is GAME_NOT_STARTED, and stays so if the game is cancelled."""
    book = opened(CLIMB, 2)
    assert code_of(book, command) == "GAME_NOT_STARTED"

    ask(book, CancelGame(), seat=None)
    assert code_of(book, command) == "GAME_NOT_STARTED"


def all_retire(book):
    ask(book, RetireSeat(), 0)
    ask(book, RetireSeat(), 1)


@pytest.mark.parametrize(
    "end",
    [all_retire, lambda book: ask(book, ExpireGame(), None), lambda book: ask(book, CancelGame(), None)],
    ids=["retired", "expired", "cancelled"],
)
def test_nothing_is_done_after_the_end(end):
    """In a closed game every command is GAME_OVER, whoever asks."""
    book = started(CLIMB, 2)
    end(book)

    for command in SAMPLES:
        assert code_of(book, command) == code_of(book, command, seat=7) == "GAME_OVER"


@pytest.mark.parametrize("seat", [None, -1, 2, 7])
@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_only_a_seat_of_the_game_acts(command, seat):
    """No seat, and a seat that is not of this game, are NOT_YOUR_TURN before anything else."""
    assert code_of(started(CLIMB, 2), command, seat) == "NOT_YOUR_TURN"


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_a_retired_seat_acts_no_more(command):
    """NOT_YOUR_TURN before anything else."""
    book = started(CLIMB, 2)
    ask(book, RetireSeat(), 1)

    assert code_of(book, command, seat=1) == "NOT_YOUR_TURN"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("Fly", {}),
        ("drawCard", {"kind": "movers"}),
        ("DrawCard", {}),
        ("DrawCard", {"kind": "mover"}),
        ("DrawCard", {"kind": None}),
        ("DrawCard", {"kind": 0}),
        ("DrawCard", {"kind": "movers", "card": "m01"}),
        ("PlayMover", {"card": "m01"}),
        ("PlayMover", {"route": ["a1"]}),
        ("PlayMover", {"card": "m01", "route": "a1"}),
        ("PlayMover", {"card": "m01", "route": [1]}),
        ("PlayMover", {"card": "m01", "route": [None]}),
        ("PlayMover", {"card": 1, "route": ["a1"]}),
        ("PlayMover", {"card": "m01", "route": ["a1"], "direction": "ahead"}),
        ("PlayEquipment", {}),
        ("PlayEquipment", {"card": ["e01"]}),
        ("TakeBackEquipment", {"card": None}),
        ("Abandon", {"card": 7}),
        ("Donate", {"card": "e01"}),
        ("Donate", {"to": 1}),
        ("Donate", {"card": "e01", "to": "1"}),
        ("Donate", {"card": "e01", "to": True}),
        ("Donate", {"card": "e01", "to": 1.0}),
        ("BlowWhistle", {}),
        ("BlowWhistle", {"choice": "stay"}),
        ("BlowWhistle", {"choice": "go_home", "card": "e09"}),
    ],
    ids=str,
)
def test_ill_formed_commands_are_bad_args(name, args):
    """An unknown command, a missing, extra or ill-typed field and an unknown word are BAD_ARGS."""
    with pytest.raises(Refused) as refusal:
        command_of(CLIMB, name, args)

    assert refusal.value.code == "BAD_ARGS"


IN_TROUBLE = {"trail": way_to("a2"), "met": "a2"}


FIRST_CODES = [
    (team("m01", "m02", out_of_turn=False), 1, MOVER, "WRONG_PHASE"),
    (without_movers(drawing("", "")), 1, MOVER, "NOT_YOUR_TURN"),
    (without_movers(drawing("", "")), 0, MOVER, "PILE_EMPTY"),
    (drawing("m01", "m02", out_of_turn=False), 1, play("m09"), "WRONG_PHASE"),
    (team("m01", "m02", out_of_turn=False), 1, play("m09"), "NOT_YOUR_TURN"),
    (team("m01", "m02"), 1, play("m09"), "CARD_NOT_HELD"),
    (team("e01", "e02"), 0, play("e02"), "CARD_NOT_HELD"),
    (team("e01", **IN_TROUBLE), 0, play("e01"), "WRONG_KIND"),
    (team("m01 e01", **IN_TROUBLE), 0, play("m01", "a4"), "BAD_ROUTE"),
    (team("m01 m21", trail=way_to("a2")), 0, play("m21", "a1"), "BAD_ROUTE"),
    (team("m01", **IN_TROUBLE), 0, play("m01", "a3"), "TROUBLE_UNSOLVED"),
    (team("m01", trail=way_to("a2")), 0, play("m01", "a1"), "BACK_NOT_ALLOWED"),
    (team("m01", "m02"), 0, PlayEquipment("m02"), "CARD_NOT_HELD"),
    (team("m01", "m02"), 0, PlayEquipment("m01"), "WRONG_KIND"),
    (team("m01 e01"), 0, PlayEquipment("e01"), "NO_TROUBLE"),
    (drawing("m01 e01", laid="e23", **IN_TROUBLE), 0, TakeBackEquipment("e01"), "WRONG_PHASE"),
    (team("m01 e01", laid="e23", **IN_TROUBLE), 0, TakeBackEquipment("m01"), "NOT_LAID"),
    (team("m01", "m02"), 0, Abandon("m02"), "CARD_NOT_HELD"),
    (team("m01", "m02"), 0, Abandon("m01"), "WRONG_KIND"),
    (team("m01 e01"), 0, Abandon("e01"), "NOT_STUCK"),
    (team("m01", "m02"), 0, Donate("m02", to=9), "CARD_NOT_HELD"),
    (team("m01", "m02"), 0, Donate("m01", to=0), "BAD_SEAT"),
    (team("m01", "m02"), 0, Donate("m01", to=1), "HAND_NOT_EMPTY"),
    (team("m01", "m02"), 0, BlowWhistle("go_home"), "CARD_NOT_HELD"),
    (team("m01 e09", "m02"), 0, BlowWhistle("go_home"), "NOT_STUCK"),
]


@pytest.mark.parametrize(
    ("table", "seat", "command", "code"),
    FIRST_CODES,
    ids=lambda value: "" if isinstance(value, Given) else str(value),
)
def test_the_first_code_that_applies_is_told(table, seat, command, code):
    """Where several codes would fit a command, it is the one that the page lists first."""
    table.when(command, seat=seat).refused(code)


def test_every_code_of_the_game_is_reached_above():
    """The codes of the page are those that the rules tell."""
    assert set(CLIMB.codes) <= {code for *_, code in FIRST_CODES}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (0, {}),
        (7, {}),
        (2, {"course": "expert"}),
        (2, {"course": None}),
        (2, {"out_of_turn": "yes"}),
        (2, {"out_of_turn": 1}),
        (2, {"turn_seconds": -1}),
        (2, {"whistle": True}),
    ],
    ids=str,
)
def test_what_no_game_is_made_with(seats, options):
    """The mountain takes one to six seats, and options are checked: BAD_ARGS."""
    with pytest.raises(Refused) as refusal:
        opened(CLIMB, seats, **options)

    assert refusal.value.code == "BAD_ARGS"
