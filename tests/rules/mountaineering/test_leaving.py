"""docs/rules/mountaineering.md, "Leaving": time-outs and retired seats."""

import pytest
from msgspec.structs import replace
from tables import SECRET, ask, code_of, started
from teams import CLIMB, drawing, lucky, moved, names, team, way_to

from given import Given
from summitbook_domain.mountaineering.commands import (
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
    TakeBackEquipment,
)
from summitbook_domain.mountaineering.events import (
    CardDrawn,
    ClimbBegun,
    EquipmentPlayed,
    EquipmentTakenBack,
    ExpeditionEnded,
    SuppliesReached,
    TurnPassed,
)
from summitbook_domain.mountaineering.state import Laid, Pile
from summitbook_domain.table.commands import RetireSeat, TakeHint, TimeOutTurn
from summitbook_domain.table.events import GameClosed, SeatRetired, TurnTimedOut

MOVER, EQUIPMENT = DrawCard(kind="movers"), DrawCard(kind="equipment")


def time_out(table, chance=None):
    """What follows `TurnTimedOut` of the one seat that is waited for."""
    (seat,) = CLIMB.waits_for(table.state)
    return CLIMB.time_out(table.state, seat, chance)


def retired(table, seat):
    """The table once the seat has retired, and what follows."""
    state = CLIMB.evolve(table.state, SeatRetired(seat))
    events = CLIMB.retire(state, seat, None)
    for event in events:
        state = CLIMB.evolve(state, event)
    return Given(CLIMB, state), events


def set_up(book):
    """Draw the first cards, movers all."""
    while book.table.play.draws:
        ask(book, MOVER, book.table.play.drawer)


def test_the_game_waits_for_the_seat_whose_draw_is_due_and_else_for_the_turn():
    """That seat's clock runs, with `out_of_turn` as well."""
    assert CLIMB.waits_for(drawing("m01", "m02", turn=1).state) == (0,)
    assert CLIMB.waits_for(team("m01", "m02", turn=1).state) == (1,)
    assert CLIMB.waits_for(team("m01", "m02", turn=1, out_of_turn=False).state) == (1,)


def test_a_time_out_draws_a_mover_for_the_seat():
    """The draw that is due is made, and only that one."""
    table = drawing("", "", due=3)
    luck, told = lucky(table, "m07")

    assert time_out(table, luck) == told


def test_a_time_out_draws_equipment_where_there_is_no_mover():
    """Where both piles of movers are empty."""
    table = drawing("", "", due=3)
    table = Given(CLIMB, replace(table.state, movers=Pile(cards=())))
    luck, told = lucky(table, "e07")

    assert time_out(table, luck) == told


def test_a_time_out_refills_a_pile():
    """A mover can be drawn where some lie face up."""
    table = drawing("")
    table = Given(CLIMB, replace(table.state, movers=Pile(cards=("m01",), drawn=1, face_up=("m01",))))
    luck, told = lucky(table, "m01")

    assert time_out(table, luck) == told
    assert len(told) == 2


def test_a_time_out_can_begin_the_climb():
    """What follows a draw follows this one as well."""
    book = started(CLIMB, 2, turn_seconds=60)
    for number in range(15):
        ask(book, MOVER, number % 2)

    events = ask(book, TimeOutTurn(seat=1), None)

    assert [type(event) for event in events] == [TurnTimedOut, CardDrawn, ClimbBegun]


def test_a_time_out_can_strand_the_team():
    """The mover drawn for the seat cannot be played, and there is nothing else."""
    table = drawing("", met="a2")
    luck, told = lucky(table, "m07")

    assert time_out(table, luck) == (*told, ExpeditionEnded(outcome="stranded"))


@pytest.mark.parametrize(
    ("table", "seat"),
    [
        (team("m01", "m02", "m03"), 1),
        (team("m01", "m02", "m03", turn=2), 0),
        (team("m01"), 0),
        (team("m01", "", "m03"), 1),
        (team("m01", "", "m03", out_of_turn=False), 2),
        (team("m01", "", "", out_of_turn=False), 0),
        (team("e01", "e02", "", out_of_turn=False), 1),
    ],
    ids=["left", "round", "alone", "no mover", "passed over", "back again", "nobody can move"],
)
def test_without_a_draw_a_time_out_passes_the_turn(table, seat):
    """To the left, and without `out_of_turn` on to the first seat that can move."""
    assert time_out(table) == (TurnPassed(seat=seat),)


def test_a_seat_nobody_waits_for_is_not_timed_out():
    """NOT_YOUR_TURN, though with `out_of_turn` it could have moved."""
    book = started(CLIMB, 2, turn_seconds=60)
    set_up(book)

    assert code_of(book, TimeOutTurn(seat=1), None) == "NOT_YOUR_TURN"


def test_two_time_outs_running_retire_a_seat():
    """The draw that was due is not made for it, and goes to the next seat."""
    book = started(CLIMB, 2, turn_seconds=60)
    ask(book, TimeOutTurn(seat=0), None)
    ask(book, MOVER, 1)
    before = book.table.play.draws

    events = ask(book, TimeOutTurn(seat=0), None)

    assert events == (TurnTimedOut(seat=0), SeatRetired(seat=0), TurnPassed(seat=1))
    assert book.table.play.due == (1,) * before


def test_a_command_of_its_own_between_two_time_outs_keeps_a_seat():
    """A hint is none."""
    book = started(CLIMB, 1, turn_seconds=60)
    ask(book, TimeOutTurn(seat=0), None)
    ask(book, MOVER)
    ask(book, TimeOutTurn(seat=0), None)
    ask(book, TakeHint())

    assert ask(book, TimeOutTurn(seat=0), None)[-1] == GameClosed(outcome="retired", seed=SECRET.hex())


def test_a_retired_seat_leaves_its_hand_to_the_next():
    """The next seat to the left that has not retired holds both hands."""
    table, events = retired(team("m01", "m02 e01", "m03"), 1)

    assert events == ()
    assert table.state.hands == (("m01",), (), ("e01", "m02", "m03"))


def test_the_hand_of_the_last_seat_goes_round_the_table():
    """To the left of the last seat is the first, and retired seats are left out."""
    table, _ = retired(team("m01", "m02", "m03"), 0)
    assert table.state.hands == ((), ("m01", "m02"), ("m03",))

    table, _ = retired(table, 2)
    assert table.state.hands == ((), ("m01", "m02", "m03"), ())


def test_its_laid_cards_stay_laid_and_count_as_that_seats():
    """Who got the hand may take them back, and nobody else."""
    table = team("m01 m02", "e01", "m03", trail="base a1 a2", met="a2", laid="e23")
    table, _ = retired(table, 0)

    assert table.state.laid == (Laid(1, "e23"),)
    table.when(TakeBackEquipment(card="e23"), seat=2).refused("NOT_LAID")
    table.when(TakeBackEquipment(card="e23"), seat=1).then(EquipmentTakenBack(seat=1, card="e23"))


def test_what_others_have_laid_stays_theirs():
    """Only the laid cards of the seat that retired change hands."""
    table = team("m01 m02", "e01", "m03", trail="base a1 a2", met="a2", laid="e23")
    table = table.when(PlayEquipment(card="e01"), seat=1).then(EquipmentPlayed(seat=1, card="e01"))

    table, _ = retired(table, 1)

    assert table.state.laid == (Laid(0, "e23"), Laid(2, "e01"))


@pytest.mark.parametrize(
    ("seats", "drawer", "due", "leaver", "expected"),
    [
        (4, 1, 3, 1, (2, 3, 0)),
        (4, 1, 3, 2, (1, 3, 0)),
        (4, 1, 3, 0, (1, 2, 3)),
        (4, 3, 2, 3, (0, 1)),
        (4, 3, 2, 0, (3, 1)),
        (2, 0, 3, 0, (1, 1, 1)),
        (2, 0, 3, 1, (0, 0, 0)),
        (3, 2, 7, 0, (2, 1, 2, 1, 2, 1, 2)),
    ],
)
def test_draws_that_were_due_go_on_round_among_the_rest(seats, drawer, due, leaver, expected):
    """As many as before, beginning where they had got to."""
    table = drawing(*([""] * seats), due=due, turn=drawer)
    table = Given(CLIMB, replace(table.state, drawer=drawer, turn=(leaver + 1) % seats))

    table, events = retired(table, leaver)

    assert table.state.due == expected
    assert events == ()


def test_retired_seats_draw_no_supplies():
    """Those that play on draw, and the mover's seat draws first."""
    table, _ = retired(team("m01 m02", "m03", "m04", "m05", trail=way_to("a3")), 1)

    table = table.when(PlayMover(card="m01", route=names("a4"))).then(
        moved(0, "m01", "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=2)
    )

    assert table.state.due == (0, 2, 3)


@pytest.mark.parametrize(
    ("table", "leaver", "follows"),
    [
        (team("m01", "m02", "m03"), 0, (TurnPassed(seat=1),)),
        (team("m01", "m02", "m03"), 1, ()),
        (team("m01", "m02", "m03", turn=2), 2, (TurnPassed(seat=0),)),
        (team("m01", "m02", "m03", turn=2, out_of_turn=False), 2, (TurnPassed(seat=0),)),
        (team("e01", "e02", "m03", out_of_turn=False), 0, (TurnPassed(seat=2),)),
        (drawing("e01", "e02", "m03", out_of_turn=False), 0, (TurnPassed(seat=1),)),
    ],
    ids=["had the turn", "had it not", "the last seat", "holds movers", "passed over", "draws are due"],
)
def test_a_retired_seat_gives_the_turn_up(table, leaver, follows):
    """`TurnPassed` if it had it; without `out_of_turn` to a seat that can move, unless a draw is due."""
    assert retired(table, leaver)[1] == follows


def test_the_game_goes_on_without_a_retired_seat():
    """The turn goes round among the others."""
    table, _ = retired(team("m01", "m02", "m03 m04"), 1)

    table = table.when(PlayMover(card="m01", route=names("a1"))).then(
        moved(0, "m01", "base a1"), TurnPassed(seat=2)
    )
    assert table.state.turn == 2


def test_the_last_seat_retiring_closes_the_game():
    """The outcome is `retired`; the turn passes to nobody, and nothing is due any more."""
    book = started(CLIMB, 2)
    assert ask(book, RetireSeat(), 0) == (SeatRetired(seat=0), TurnPassed(seat=1))

    assert ask(book, RetireSeat(), 1) == (SeatRetired(seat=1), GameClosed("retired", SECRET.hex()))
    assert book.table.play.due == ()
    assert CLIMB.waits_for(book.table.play) == ()


def test_a_retired_seat_is_given_nothing():
    """BAD_SEAT, though its hand is empty."""
    table, _ = retired(team("m01", "m02", "m03"), 1)

    table.when(Donate(card="m01", to=1)).refused("BAD_SEAT")
