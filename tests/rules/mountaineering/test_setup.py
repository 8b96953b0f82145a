"""docs/rules/mountaineering.md: the cards, setting out, drawing and refilling."""

import pytest
from msgspec.structs import replace
from tables import ask, started
from teams import CLIMB, MOUNTAIN, drawing, lucky, names, team

from given import Given, Luck, given
from summitbook_domain.chance import Chance
from summitbook_domain.mountaineering.cards import Card
from summitbook_domain.mountaineering.commands import DrawCard
from summitbook_domain.mountaineering.events import (
    CardDrawn,
    ClimbBegun,
    ExpeditionEnded,
    ExpeditionSetOut,
    PileReshuffled,
)
from summitbook_domain.mountaineering.state import ClimbOptions, Pile
from summitbook_domain.table.events import GameStarted, SeatTaken

MOVER, EQUIPMENT = DrawCard(kind="movers"), DrawCard(kind="equipment")
SET_OUT = ExpeditionSetOut(course="beginner", out_of_turn=True)


def with_piles(table: Given, movers: Pile | None = None, equipment: Pile | None = None) -> Given:
    """The same table with other piles."""
    state = table.state
    return Given(CLIMB, replace(state, movers=movers or state.movers, equipment=equipment or state.equipment))


EMPTY = Pile(cards=())


def test_movers_are_named_in_the_order_of_their_spots():
    """All cards with 1 spot come first, then those with 2, then those with 3."""
    spots = [MOUNTAIN.cards[card].spots for card in MOUNTAIN.ids("movers")]

    assert spots == [1] * 20 + [2] * 7 + [3] * 3
    assert MOUNTAIN.ids("movers")[::29] == ("m01", "m30")


def test_movers_are_ordered_by_number_and_not_by_digits():
    """A mover of 10 spots comes after one of 2, in whatever order the file has them."""
    another = replace(MOUNTAIN, movers={"10": 1, "2": 1, "1": 1})

    assert [another.cards[card].spots for card in another.ids("movers")] == [1, 2, 10]


def test_equipment_is_named_in_the_order_of_the_content():
    """The eight Team cards come first, then the Whistle, then the others as the content lists them."""
    assert MOUNTAIN.cards["e01"] == Card("e01", "equipment", items=("Team",))
    assert MOUNTAIN.cards["e09"] == Card("e09", "equipment", items=("Whistle",))
    assert MOUNTAIN.cards["e30"] == Card("e30", "equipment", items=("First Aid", "Rucksack"))
    assert MOUNTAIN.whistle == "e09"
    assert {MOUNTAIN.cards[card].spots for card in MOUNTAIN.ids("equipment")} == {0}


@pytest.mark.parametrize(
    ("options", "set_out"),
    [
        ({}, SET_OUT),
        (
            {"course": "advanced", "out_of_turn": False},
            ExpeditionSetOut(course="advanced", out_of_turn=False),
        ),
    ],
    ids=["usual", "other"],
)
def test_the_last_seat_taken_sets_the_team_out(options, set_out):
    """The game's first event tells its options: if unsaid, the beginner's course, out of turn allowed."""
    book = started(CLIMB, 2, **options)

    assert book.events[-3:] == (SeatTaken(1, "player 1", ""), GameStarted(), set_out)
    assert book.table.play.trail == ("base",)
    assert book.table.play.turn == 0


def test_the_seats_draw_one_card_each_round_the_table():
    """The first draw is seat 0's, then it goes round to the left, until 16 cards are out in all."""
    table = given(CLIMB, SET_OUT, seats=3)

    assert table.state.due == (0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0)


@pytest.mark.parametrize("seats", range(1, 7))
def test_sixteen_cards_are_drawn_however_many_play(seats):
    """The 16th card begins the climb, whoever it goes to."""
    book = started(CLIMB, seats)

    for number in range(16):
        assert not book.table.play.begun
        events = ask(book, MOVER if number % 2 else EQUIPMENT, number % seats)

    assert [type(event) for event in events] == [CardDrawn, ClimbBegun]
    assert sum(map(len, book.table.play.hands)) == 16
    assert book.table.play.draws == 0


def test_a_drawn_card_names_its_shuffle_and_its_place():
    """Cards come from the front of the first shuffle, place after place, and each kind has its own."""
    table = given(CLIMB, SET_OUT, seats=2)
    for seat, (command, card, place) in enumerate(
        [(MOVER, "m07", 0), (MOVER, "m30", 1), (EQUIPMENT, "e09", 0), (MOVER, "m01", 2)]
    ):
        luck, told = lucky(table, card)
        drawn = CardDrawn(
            seat=seat % 2, kind=command.kind, card=card, draw=f"pile/{command.kind}/0", place=place
        )
        assert told == (drawn,)
        table = table.when(command, seat=seat % 2, chance=luck).then(drawn)

    assert table.state.hands == (("e09", "m07"), ("m01", "m30"))


def test_the_first_shuffle_starts_from_all_cards_by_id():
    """Place by place the cards are those that the label's shuffle of m01 to m30 gives."""
    book = started(CLIMB, 1)
    chance = Chance(book._seed.chance(book.table.birth.deal, [""])._key)
    expected = chance.draw("pile/movers/0").shuffle(MOUNTAIN.ids("movers"))

    drawn = [ask(book, MOVER)[0].card for _ in range(16)]

    assert tuple(drawn) == expected[:16]


REFILL = PileReshuffled(kind="movers", cards=names("m03 m11 m22"), draw="pile/movers/1")


def redrawn(drawn, first):
    """The event as its draw says it must be, the shuffle leaving all cards where they are."""
    shuffled = first.cards if isinstance(first, PileReshuffled) else MOUNTAIN.ids("movers")
    luck = Luck({drawn.draw: range(len(shuffled) - 1, 0, -1)})
    return CLIMB.redraw(MOUNTAIN, 1, drawn, luck, first)


@pytest.mark.parametrize(("place", "card"), [(0, "m01"), (7, "m08"), (29, "m30")], ids=str)
def test_whoever_checks_a_draw_finds_the_card_at_its_place(place, card):
    """Whatever card a log tells, its place of the shuffle says which it must be."""
    told = CardDrawn(seat=0, kind="movers", card="m28", draw="pile/movers/0", place=place)

    assert redrawn(told, first=told) == replace(told, card=card)


@pytest.mark.parametrize("place", [30, -1])
def test_a_place_that_the_pile_does_not_have_shows_no_card(place):
    """Places count from 0 within the pile; beyond, no draw could show what a log tells."""
    told = CardDrawn(seat=0, kind="movers", card="m28", draw="pile/movers/0", place=place)

    assert redrawn(told, first=told) is None


def test_a_refilled_pile_is_checked_by_what_was_shuffled():
    """From the second shuffle on the cards are those that `PileReshuffled` tells."""
    told = CardDrawn(seat=0, kind="movers", card="m28", draw="pile/movers/1", place=1)

    assert redrawn(told, first=REFILL) == replace(told, card="m11")
    assert redrawn(REFILL, first=REFILL) == REFILL


def test_an_empty_pile_is_refilled_from_its_face_up_pile():
    """The face-up cards are shuffled by id under the next label, and the first of them is drawn."""
    spent = Pile(cards=("m01", "m02"), shuffle=0, drawn=2, face_up=("m22", "m03", "m11"))
    table = with_piles(drawing("m01 m02"), movers=spent)
    luck, _ = lucky(table, "m22")

    after = table.when(MOVER, chance=luck).then(
        PileReshuffled(kind="movers", cards=names("m03 m11 m22"), draw="pile/movers/1"),
        CardDrawn(seat=0, kind="movers", card="m22", draw="pile/movers/1", place=0),
    )

    assert after.state.movers == Pile(cards=names("m03 m11 m22"), shuffle=1, drawn=1)


def test_an_equipment_pile_is_refilled_like_any_other():
    """Each kind counts its own shuffles."""
    spent = Pile(cards=("e01",), shuffle=4, drawn=1, face_up=("e30", "e02"))
    table = with_piles(drawing(""), equipment=spent)
    luck, told = lucky(table, "e02")

    table.when(EQUIPMENT, chance=luck).then(*told)

    assert told[0] == PileReshuffled(kind="equipment", cards=names("e02 e30"), draw="pile/equipment/5")


def test_a_pile_is_not_refilled_before_it_is_drawn_from():
    """The last face-down card is drawn without a refill, though cards lie face up."""
    one_left = Pile(cards=("m01", "m02"), drawn=1, face_up=("m03",))
    table = with_piles(drawing("m01"), movers=one_left)
    luck, told = lucky(table, "m02")

    after = table.when(MOVER, chance=luck).then(*told)

    assert len(told) == 1
    assert (after.state.movers.face_down, after.state.movers.face_up) == (0, ("m03",))


@pytest.mark.parametrize(("command", "empty"), [(MOVER, "movers"), (EQUIPMENT, "equipment")])
def test_of_a_kind_with_two_empty_piles_nothing_can_be_drawn(command, empty):
    """PILE_EMPTY; the other kind is drawn instead."""
    table = with_piles(drawing("m01"), **{empty: EMPTY})
    other = "e05" if empty == "movers" else "m05"

    table.when(command).refused("PILE_EMPTY")

    luck, told = lucky(table, other)
    table.when(MOVER if command == EQUIPMENT else EQUIPMENT, chance=luck).then(*told)


def test_draws_lapse_when_nothing_at_all_can_be_drawn():
    """Three cards are due and one is left: it is drawn, and the other two draws are gone."""
    last = Pile(cards=("e12", "e13"), drawn=1)
    table = with_piles(drawing("m01", "", due=3), movers=EMPTY, equipment=last)
    luck, told = lucky(table, "e13")

    after = table.when(EQUIPMENT, chance=luck).then(*told)

    assert after.state.due == ()


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_seat_whose_draw_is_due_draws(seat):
    """Another seat's draw is NOT_YOUR_TURN."""
    drawing("", "", "", due=3).when(MOVER, seat=seat).refused("NOT_YOUR_TURN")


def test_nothing_is_drawn_when_no_draw_is_due():
    """WRONG_PHASE, whoever asks."""
    team("m01", "m02").when(MOVER).refused("WRONG_PHASE")
    team("m01", "m02").when(MOVER, seat=1).refused("WRONG_PHASE")


def test_a_mountain_with_another_number_of_first_cards():
    """The content says how many cards are out before the climb begins."""
    few = replace(MOUNTAIN, starting_cards=2)
    table = given(CLIMB, SET_OUT, content=few, seats=2)
    luck, told = lucky(table, "m01")
    table = table.when(MOVER, chance=luck).then(*told)
    luck, told = lucky(table, "m02")

    table.when(MOVER, seat=1, chance=luck).then(*told, ClimbBegun())


def test_a_team_whose_first_cards_are_no_use_is_stranded_at_once():
    """All first cards are movers too long for the path, and no equipment: the climb begins and ends."""
    short = replace(
        MOUNTAIN,
        starting_cards=1,
        spots=tuple(replace(spot, up=("summit",)) for spot in MOUNTAIN.spots if spot.id == "base")
        + tuple(spot for spot in MOUNTAIN.spots if spot.id == "summit"),
    )
    table = given(CLIMB, SET_OUT, content=short, options=ClimbOptions())
    luck, told = lucky(table, "m30")

    table.when(MOVER, chance=luck).then(*told, ClimbBegun(), ExpeditionEnded(outcome="stranded"))
