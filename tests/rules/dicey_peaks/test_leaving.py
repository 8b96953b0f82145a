"""docs/rules/dicey_peaks.md, "Leaving", and what is refused before the start and after the end."""

from functools import reduce

import pytest
from races import AVALANCHE, PEAKS, PICKAXE, SUMMIT, TENT, YETI, at, luck, passed, peaks, race, turned
from tables import SECRET, ask, code_of, opened, started

from given import Given, no_luck
from summitbook_domain.dicey_peaks.commands import (
    COMMANDS,
    Announce,
    ChooseSummitTile,
    RollDice,
    Stop,
    TurnOver,
)
from summitbook_domain.dicey_peaks.events import (
    Climbed,
    ClimbersFrightened,
    ClimberStranded,
    GameDrawn,
    GameWon,
    SummitTileTurned,
    TurnEnded,
    TurnStarted,
)
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import CancelGame, ExpireGame, RetireSeat, TakeHint, TimeOutTurn
from summitbook_domain.table.events import GameClosed, SeatRetired, TurnTimedOut
from summitbook_domain.table.state import command_of

SAMPLES = (
    RollDice(4, 1, 0),
    Announce(intent="climb"),
    Stop(),
    ChooseSummitTile(tile=0),
    TurnOver(positions=(1, 2)),
)
CLOSED = GameClosed(outcome="finished", seed=SECRET.hex())


def times_out(table: Given, seat=0, chance=None):
    """What follows `TurnTimedOut` of the seat."""
    state = table.game.evolve(table.state, TurnTimedOut(seat=seat))
    chance = chance or no_luck()
    events = table.game.time_out(state, seat, chance)
    chance.check_spent()
    return events


def retires(table: Given, seat=0):
    """What follows `SeatRetired` of the seat; nothing may be drawn for it."""
    return table.game.retire(table.game.evolve(table.state, SeatRetired(seat=seat)), seat, no_luck())


def waiting(position=4, kind="turn_over_2", *aside, **past):
    """A seat that has climbed one step to where a choice is due."""
    climbers = (at(position - 1, 5), at(0))
    table = peaks(*race(*climbers, intent="climb", aside=(PICKAXE, *aside), face_up={4: kind}, **past))
    return table.when(Stop()).then(Climbed(start=position - 1, end=position, oxygen=4))


def searched(tile, *, flag=False):
    return SummitTileTurned(tile=tile, flag=flag, draw="summit", place=tile)


@pytest.mark.parametrize(
    "past",
    [
        race(at(5), at(2)),
        race(at(5), at(2), rolled=(YETI, YETI, TENT, TENT, TENT)),
        race(at(5), at(2), intent="climb", aside=(PICKAXE, AVALANCHE)),
        race(at(5, 3), at(2), intent="rest", aside=(TENT,)),
    ],
    ids=["to roll", "to announce", "climbing", "resting"],
)
def test_a_time_out_ends_the_turn(past):
    """What was set aside is lost, and the yetis of a roll not yet announced frighten nobody."""
    table = peaks(*past)

    events = times_out(table)

    assert events == passed(0, to=1)
    assert reduce(PEAKS.evolve, events, table.state).climbers == table.state.climbers


@pytest.mark.parametrize("intent", ["climb", "rest"])
def test_the_yetis_set_aside_before_a_time_out_frighten(intent):
    """Yetis set aside frighten whoever was behind, time-out or not."""
    table = peaks(*race(at(5), at(2), intent=intent, aside=(YETI,)))
    assert times_out(table) == (ClimbersFrightened(seats=(1,)), *passed(0, to=1))


def test_after_a_time_out_the_two_lowest_tiles_face_down_are_turned_over():
    """Tiles to turn over are chosen for the seat, lowest positions first; their yetis frighten after that."""
    table = waiting(4, "turn_over_2", YETI)

    events = times_out(table, chance=luck(lay={1: "back_1", 2: "forward_2"}))

    assert events == (
        turned(1, "back_1"),
        turned(2, "forward_2"),
        ClimbersFrightened(seats=(1,)),
        *passed(0, to=1),
    )


def test_a_time_out_turns_over_what_is_left():
    """With one tile face down that one is turned over for the seat."""
    face_up = {**dict.fromkeys(range(1, 18), "nothing"), 4: "turn_over_2"}
    table = peaks(*race(at(3, 5), at(0), intent="climb", aside=(PICKAXE,), face_up=face_up))
    table = table.when(Stop()).then(Climbed(start=3, end=4, oxygen=4))

    assert times_out(table, chance=luck(lay={18: "back_1"})) == (turned(18, "back_1"), *passed(0, to=1))


def test_after_a_time_out_the_lowest_summit_tile_is_searched_and_may_win():
    """A summit tile is chosen for the seat, and the flag under it wins the game."""
    table = waiting(SUMMIT, searched=(0,))
    assert times_out(table, chance=luck(flag=1)) == (searched(1, flag=True), GameWon(seat=0))


def test_a_false_summit_searched_by_a_time_out_may_strand():
    """The seat is stranded as if it had chosen itself."""
    table = peaks(*race(at(18, 1), at(0), intent="climb", aside=(PICKAXE, YETI)))
    table = table.when(Stop()).then(Climbed(start=18, end=SUMMIT, oxygen=0))

    assert times_out(table, chance=luck(flag=2)) == (
        searched(0),
        ClimbersFrightened(seats=(1,)),
        ClimberStranded(seat=0),
        *passed(0, to=1),
    )


def test_a_time_out_is_recorded_before_what_it_leads_to():
    """The service's command gives `TurnTimedOut`, then the close of the turn."""
    book = started(PEAKS, 2, turn_seconds=60)

    assert ask(book, TimeOutTurn(seat=0), seat=None) == (
        TurnTimedOut(seat=0),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=2),
    )
    assert code_of(book, TimeOutTurn(seat=0), seat=None) == "NOT_YOUR_TURN"


def test_two_time_outs_running_retire_a_seat():
    """The second time-out of a seat without a command of its own in between retires it; a hint is none."""
    book = started(PEAKS, 3, turn_seconds=60)
    ask(book, TimeOutTurn(seat=0), seat=None)
    ask(book, TakeHint(), seat=0)
    for seat in (1, 2):
        ask(book, RollDice(4, 1, 0), seat=seat)
        ask(book, TimeOutTurn(seat=seat), seat=None)

    assert ask(book, TimeOutTurn(seat=0), seat=None) == (
        TurnTimedOut(seat=0),
        SeatRetired(seat=0),
        TurnEnded(seat=0),
        TurnStarted(seat=1, turn=5),
    )
    assert code_of(book, TimeOutTurn(seat=0), seat=None) == "BAD_SEAT"


def test_a_command_of_its_own_keeps_a_seat_from_being_retired():
    """A roll between two time-outs starts the count anew."""
    book = started(PEAKS, 2, turn_seconds=60)
    ask(book, TimeOutTurn(seat=0), seat=None)
    ask(book, TimeOutTurn(seat=1), seat=None)
    ask(book, RollDice(4, 1, 0), seat=0)

    events = ask(book, TimeOutTurn(seat=0), seat=None)

    assert events == (TurnTimedOut(seat=0), TurnEnded(seat=0), TurnStarted(seat=1, turn=4))


def test_the_second_time_out_of_the_last_but_one_wins_the_game_for_the_other():
    """Retired by the clock is retired: with two seats the other has won."""
    book = started(PEAKS, 2, turn_seconds=60)
    ask(book, TimeOutTurn(seat=0), seat=None)
    ask(book, TimeOutTurn(seat=1), seat=None)

    assert ask(book, TimeOutTurn(seat=0), seat=None) == (
        TurnTimedOut(seat=0),
        SeatRetired(seat=0),
        GameWon(seat=1),
        CLOSED,
    )


def test_the_clock_is_that_of_the_seat_to_act():
    """It starts with the seat's turn, again with each command of its own, and nobody else's runs."""
    book = started(PEAKS, 2, turn_seconds=60)
    assert [seat.clock for seat in book.table.seats] == [6, None]

    ask(book, RollDice(4, 1, 0))
    assert [seat.clock for seat in book.table.seats] == [7, None]

    ask(book, TimeOutTurn(seat=0), seat=None)
    assert [seat.clock for seat in book.table.seats] == [None, 10]


@pytest.mark.parametrize(
    "past",
    [
        race(at(5), at(2), at(6)),
        race(at(5), at(2), at(6), rolled=(YETI, YETI, TENT, TENT, TENT)),
        race(at(5), at(2), at(6), intent="climb", aside=(PICKAXE,)),
    ],
    ids=["to roll", "to announce", "to go on"],
)
def test_retiring_in_its_own_turn_ends_it(past):
    """The turn ends as by a time-out, and goes to the next seat."""
    assert retires(peaks(*past, seats=3)) == passed(0, to=1)


def test_the_yetis_of_one_who_retires_frighten():
    """What the seat had set aside is as for a time-out: lost, but for its yetis."""
    table = peaks(*race(at(5), at(2), at(6), intent="climb", aside=(YETI, PICKAXE)), seats=3)
    assert retires(table) == (ClimbersFrightened(seats=(1,)), *passed(0, to=1))


def test_no_tile_is_turned_over_for_one_who_retires():
    """A choice that was due is not made for it."""
    table = peaks(
        *race(at(3, 5), at(0), at(6), intent="climb", aside=(PICKAXE,), face_up={4: "turn_over_2"}), seats=3
    )
    table = table.when(Stop()).then(Climbed(start=3, end=4, oxygen=4))

    assert retires(table) == passed(0, to=1)


def test_one_who_retires_on_the_summit_is_neither_searching_nor_stranded():
    """No summit tile is turned for it, and it is not stranded any more, though it has no oxygen."""
    table = peaks(*race(at(18, 1), at(0), at(6), intent="climb", aside=(PICKAXE,)), seats=3)
    table = table.when(Stop()).then(Climbed(start=18, end=SUMMIT, oxygen=0))

    assert retires(table) == passed(0, to=1)


def test_retiring_out_of_turn_changes_nothing_for_the_one_to_act():
    """The turn goes on; only `SeatRetired` is recorded."""
    table = peaks(*race(at(5), at(2), at(6), intent="climb", aside=(YETI,)), seats=3)

    assert retires(table, seat=1) == ()


def test_a_retired_seat_has_no_turn():
    """It is passed over, its climber stays put, and what it asks for is NOT_YOUR_TURN."""
    past = race(at(5), at(2), at(6), intent="climb", aside=(AVALANCHE,), retired=(1,))

    after = peaks(*past, seats=3).when(Stop()).then(*passed(0, to=2))

    assert after.state.climbers[1].position == 2
    after.when(RollDice(4, 1, 0), seat=1).refused("NOT_YOUR_TURN")
    assert after.legal(1) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_one_not_retired_has_won(seat):
    """When all seats but one have retired that one wins at once, in its turn or not, without `TurnEnded`."""
    table = peaks(*race(at(5), at(2), at(6), intent="climb", aside=(YETI,), retired=(2,)), seats=3)
    assert retires(table, seat) == (GameWon(seat=1 - seat),)


def test_the_last_one_wins_though_a_retired_one_is_stranded():
    """A stranded seat may retire too, and leaves the other alone."""
    table = peaks(*race(at(5), at(SUMMIT, 0), stranded=(1,)))
    assert retires(table, seat=1) == (GameWon(seat=0),)


def test_where_the_last_one_is_stranded_nobody_wins():
    """The turn ends as usual, and then comes `GameDrawn`."""
    table = peaks(*race(at(5), at(SUMMIT, 0), intent="climb", aside=(YETI,), stranded=(1,)))
    assert retires(table) == (TurnEnded(seat=0), GameDrawn())


def test_where_all_the_others_are_stranded_nobody_wins():
    """Two stranded climbers are left, so the game ends drawn with the turn of the one who retires."""
    past = race(at(5), at(SUMMIT, 0), at(SUMMIT, 0), stranded=(1, 2))
    assert retires(peaks(*past, seats=3)) == (TurnEnded(seat=0), GameDrawn())


def test_retiring_closes_a_game_that_it_decides():
    """`GameWon` and `GameClosed` belong to the command that retired the last but one."""
    book = started(PEAKS, 2)

    assert ask(book, RetireSeat(), seat=0) == (SeatRetired(seat=0), GameWon(seat=1), CLOSED)
    assert book.table.outcome == "finished"


def test_every_command_has_a_sample_here():
    """The tests below ask every command there is."""
    assert tuple(type(each) for each in SAMPLES) == COMMANDS


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_nothing_is_climbed_before_the_start(command):
    """While a seat is free, and after a cancelling then, every command is GAME_NOT_STARTED."""
    book = opened(PEAKS, 2)
    assert code_of(book, command) == "GAME_NOT_STARTED"

    ask(book, CancelGame(), seat=None)
    assert code_of(book, command) == "GAME_NOT_STARTED"


@pytest.mark.parametrize("command", SAMPLES, ids=repr)
@pytest.mark.parametrize(
    ("last", "seat"),
    [(RetireSeat(), 0), (ExpireGame(), None), (CancelGame(), None)],
    ids=["won", "expired", "cancelled"],
)
def test_nothing_is_climbed_after_the_end(command, last, seat):
    """After each way of ending every command is GAME_OVER, whoever asks."""
    book = started(PEAKS, 2)
    ask(book, last, seat)

    for asker in (0, 1, 7):
        assert code_of(book, command, seat=asker) == "GAME_OVER"


@pytest.mark.parametrize("seat", [None, -1, 1, 2])
@pytest.mark.parametrize("command", SAMPLES, ids=repr)
def test_only_the_seat_whose_turn_it_is_acts(command, seat):
    """Another seat, one that is not of this game, or none at all, is NOT_YOUR_TURN."""
    assert code_of(started(PEAKS, 2), command, seat) == "NOT_YOUR_TURN"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("Jump", {}),
        ("stop", {}),
        ("RollDice", {}),
        ("RollDice", {"white": 4, "light_blue": 1}),
        ("RollDice", {"white": 4, "light_blue": 1, "dark_blue": "0"}),
        ("RollDice", {"white": 4, "light_blue": True, "dark_blue": 0}),
        ("RollDice", {"white": 4, "light_blue": 1, "dark_blue": None}),
        ("RollDice", {"white": 4, "light_blue": 1, "dark_blue": 0, "red": 0}),
        ("Announce", {}),
        ("Announce", {"intent": "sleep"}),
        ("Announce", {"intent": ""}),
        ("Announce", {"intent": None}),
        ("Stop", {"why": "snow"}),
        ("ChooseSummitTile", {}),
        ("ChooseSummitTile", {"tile": "0"}),
        ("ChooseSummitTile", {"tile": 0.0}),
        ("TurnOver", {}),
        ("TurnOver", {"positions": 1}),
        ("TurnOver", {"positions": ["1", "2"]}),
        ("TurnOver", {"positions": [1, None]}),
    ],
    ids=str,
)
def test_ill_formed_commands_are_bad_args(name, args):
    """An unknown command, a missing, extra or ill-typed field and an unknown word are BAD_ARGS."""
    with pytest.raises(Refused) as refusal:
        command_of(PEAKS, name, args)

    assert refusal.value.code == "BAD_ARGS"
