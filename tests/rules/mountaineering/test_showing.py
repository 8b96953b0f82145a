"""What the team is shown: the view, the legal commands and their words."""

import msgspec
import pytest
from msgspec.structs import replace
from teams import CLIMB, MOUNTAIN, drawing, lucky, names, team, way_to

from given import Given, given
from summitbook_domain.mountaineering.cards import Card
from summitbook_domain.mountaineering.commands import (
    Abandon,
    BlowWhistle,
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
    TakeBackEquipment,
)
from summitbook_domain.mountaineering.events import EquipmentPlayed, ExpeditionSetOut, PileReshuffled
from summitbook_domain.mountaineering.state import Pile
from summitbook_domain.mountaineering.view import ChartRow, Hand, LaidCard, PileShown, SpotShown, Unsolved

M01, E01 = Card("m01", "movers", spots=1), Card("e01", "equipment", items=("Team",))
NEAR_THE_TOP = way_to("j3")
HAILSTORM = ChartRow(number=1, name="Hailstorm", needs=("Tent", "Heater"), back=0)


def view_of(table):
    return CLIMB.view(table.state)


def play(card, spots):
    return PlayMover(card=card, route=names(spots))


def test_the_seat_whose_draw_is_due_draws_of_either_kind():
    """The others have nothing to do."""
    table = drawing("m01 e09", "", due=2)

    assert table.legal(0) == (DrawCard(kind="movers"), DrawCard(kind="equipment"))
    assert table.legal(1) == ()


def test_a_kind_that_cannot_be_drawn_is_not_listed():
    """Where both its piles are empty."""
    table = drawing("")
    state = replace(table.state, movers=Pile(cards=()))

    assert CLIMB.legal(state, 0) == (DrawCard(kind="equipment"),)


def test_everything_that_a_stuck_team_may_do_is_listed_in_order():
    """Moving, laying, taking back, abandoning, donating and the whistle, each with its cards rising."""
    table = team("m21 m01 e09 e01", "", "m02", trail=way_to("a5"), met="a5", laid="e23 e16")

    assert table.legal(0) == (
        play("m01", "a4"),
        play("m21", "a4 a3"),
        PlayEquipment(card="e01"),
        PlayEquipment(card="e09"),
        TakeBackEquipment(card="e16"),
        TakeBackEquipment(card="e23"),
        Abandon(card="e01"),
        Abandon(card="e09"),
        Donate(card="e01", to=1),
        Donate(card="e09", to=1),
        Donate(card="m01", to=1),
        Donate(card="m21", to=1),
        BlowWhistle(choice="climb_on"),
        BlowWhistle(choice="go_home"),
    )
    assert table.legal(1) == ()
    assert table.legal(2) == (play("m02", "a4"), Donate(card="m02", to=1))


def test_a_team_in_no_trouble_moves_and_donates():
    """Nothing can be laid, and nobody is stuck."""
    table = team("m01 e01 e09", "", trail=way_to("a8"))

    assert table.legal(0) == (
        play("m01", "b1"),
        play("m01", "c1"),
        Donate(card="e01", to=1),
        Donate(card="e09", to=1),
        Donate(card="m01", to=1),
    )


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_of_the_game_is_listed_nothing(seat):
    """Nor is one that is not there."""
    assert team("m01", "m02").legal(seat) == ()


@pytest.mark.parametrize(
    ("table", "command", "words"),
    [
        (drawing(""), DrawCard("movers"), "Draw a mover"),
        (drawing(""), DrawCard("equipment"), "Draw equipment"),
        (team("m01"), play("m01", "a1"), "Move 1 to a1 (path)"),
        (team("m21"), play("m21", "a1 a2"), "Move 2 to a2 (trouble: Hailstorm)"),
        (team("m01", trail=way_to("a3")), play("m01", "a4"), "Move 1 to a4 (supply)"),
        (
            team("m21", trail=way_to("a5"), met="a5"),
            play("m21", "a4 a3"),
            "Move 2 back to a3 (path)",
        ),
        (team("e12", trail="base a1 a2", met="a2"), PlayEquipment("e12"), "Lay Tent, Heater, Knife"),
        (
            team("", laid="e23", trail="base a1 a2", met="a2"),
            TakeBackEquipment("e23"),
            "Take back Tent, Warm Clothes",
        ),
        (team("e01"), Abandon("e01"), "Abandon Team for good and draw"),
        (team("m21", ""), Donate("m21", to=1), "Give a mover of 2 to seat 1"),
        (team("e09"), BlowWhistle("climb_on"), "Blow the whistle and climb on"),
        (team("e09"), BlowWhistle("go_home"), "Blow the whistle and go home"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_legal_command_is_told_in_a_few_words(table, command, words):
    """A move says where it leads and what lies there, a card what it holds."""
    assert command in table.legal()
    assert CLIMB.describe(table.state, command) == words


def test_giving_up_is_going_home_and_nothing_else():
    """Climbing on with the whistle is no giving up."""
    listed = team("m01 e09 e01", "", trail="base a1 a2", met="a2", laid="e23").legal()

    assert [each for each in listed if CLIMB.gives_up(each)] == [BlowWhistle("go_home")]


def test_taking_back_and_donating_undo_what_was_done():
    """Cards could be laid and taken back, or given to and fro, for ever."""
    listed = team("m01 e01", "", trail="base a1 a2", met="a2", laid="e23").legal()

    undoing = {type(each) for each in listed if CLIMB.undoes(each)}
    assert undoing == {TakeBackEquipment, Donate}


def helping(table, seat):
    return CLIMB.helps(table.state, table.legal(seat))


def test_laying_what_a_trouble_still_needs_helps_whoever_has_the_turn():
    """A heater for the hailstorm does, where the team has a tent as well; another card does not."""
    table = team("m01 e23", "m02 e28 e19", trail="base a1 a2", met="a2")

    assert helping(table, 1) == (PlayEquipment("e28"),)
    laid = table.when(PlayEquipment("e28"), seat=1).then(EquipmentPlayed(seat=1, card="e28"))
    assert helping(laid, 1) == ()


def test_a_team_that_has_just_what_is_needed_is_helped_by_the_other_half():
    """Rockslide: a rope, a hammer, a piton and a team are all that the two seats hold."""
    table = team("m01 e01", "m02 e10", trail=way_to("a5"), met="a5")

    assert helping(table, 1) == (PlayEquipment("e10"),)


def test_a_trouble_that_the_team_cannot_overcome_is_not_helped_by_half():
    """Nobody has a tent; who has the turn may abandon a card for new ones."""
    assert helping(team("m01 e19", "e28", trail="base a1 a2", met="a2"), 1) == ()


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (team("", "m02 e19", trail="base a1"), "an empty hand"),
        (team("e01", "m02", trail="base a1"), "no mover, and no trouble to lay anything for"),
        (team("m28", "m02", trail=NEAR_THE_TOP), "a mover that leads beyond the summit"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_anything_helps_where_who_has_the_turn_cannot_go_on(table, words):
    """Whatever keeps the seat in turn from going on, others are not to wait for it."""
    assert all(map(CLIMB.undoes, table.legal(0)))
    assert table.legal(1)
    assert helping(table, 1) == table.legal(1)


def test_nobody_helps_while_a_draw_is_due():
    """A draw is its seat's own, and nobody else may do anything."""
    assert helping(drawing("", "e01", due=1), 1) == ()


def test_the_view_of_the_first_draws():
    """Everybody's draws are due, the marker stands at base camp and all cards lie face down."""
    view = view_of(given(CLIMB, ExpeditionSetOut("beginner", out_of_turn=True), seats=2))

    assert (view.phase, view.turn, view.marker, view.trail) == ("setup", 0, "base", ("base",))
    assert view.due == (0, 1) * 8
    assert view.hands == (Hand(0, (), retired=False), Hand(1, (), retired=False))
    assert view.piles == (PileShown("movers", 30, ()), PileShown("equipment", 30, ()))
    assert (view.course, view.out_of_turn, view.descending) == ("beginner", True, False)
    assert (view.outcome, view.gone, view.laid, view.unsolved) == (None, (), (), ())


def test_the_view_shows_the_path():
    """Every spot with its kind, the ways up, and its trouble with what the chart says of it."""
    spots = {spot.id: spot for spot in view_of(team("m01")).spots}

    assert list(spots) == [spot.id for spot in MOUNTAIN.spots]
    assert spots["base"] == SpotShown("base", "base", ("a1",), None)
    assert spots["a8"] == SpotShown("a8", "path", ("b1", "c1"), None)
    assert spots["a2"] == SpotShown("a2", "trouble", ("a3",), HAILSTORM)
    assert spots["d8"].trouble == ChartRow(number=12, name="Snowstorm", needs=(), back=3)
    assert spots["summit"] == SpotShown("summit", "summit", (), None)


def test_the_view_shows_cards_troubles_and_what_they_lack():
    """Open hands, laid cards and whose they are, the oldest trouble first, missing and lacking items."""
    table = team("m01 e28", "e01", trail=way_to("a5"), met="a2 a5", laid="e16 e23", turn=1)

    view = view_of(table)

    assert (view.phase, view.turn, view.marker) == ("climbing", 1, "a5")
    assert view.trail == names("base a1 a2 a3 a4 a5")
    assert view.hands[0] == Hand(
        0, (Card("e28", "equipment", items=("Heater", "Shovel")), M01), retired=False
    )
    assert view.hands[1] == Hand(1, (E01,), retired=False)
    assert [(each.seat, each.card.id) for each in view.laid] == [(0, "e16"), (0, "e23")]
    assert isinstance(view.laid[0], LaidCard)
    assert view.unsolved[0] == Unsolved("a2", HAILSTORM, missing=("Heater",), lacking=())
    assert view.unsolved[1].missing == ("Rope", "Hammer", "Piton", "Team")
    assert view.unsolved[1].lacking == ("Rope", "Hammer", "Piton")
    assert view.stuck


def test_the_view_shows_both_piles_of_each_kind():
    """How many lie face down, and which face up; the last played is the last."""
    table = team("m01 e12", trail="base a1 a2", met="a2").when(PlayEquipment("e12"))
    view = view_of(Given(CLIMB, _folded(table)))

    movers, equipment = view.piles
    assert (movers.face_down, [card.id for card in movers.face_up]) == (28, ["m20"])
    assert (equipment.face_down, [card.id for card in equipment.face_up]) == (29, ["e12"])


def _folded(answer):
    state = answer._before.state
    for event in answer._decide():
        state = CLIMB.evolve(state, event)
    return state


def test_the_view_shows_who_draws():
    """The seats to which a draw is due, in order."""
    view = view_of(drawing("m01", "m02", due=3))

    assert (view.phase, view.due) == ("drawing", (0, 1, 0))


def test_the_view_shows_the_cards_that_left_the_game():
    """Abandoned cards and the Whistle."""
    table = team("e01 e09 e02")
    state = CLIMB.evolve(table.state, CLIMB.decide(table.state, 0, Abandon("e01"), None)[0])

    assert CLIMB.view(state).gone == (E01,)


@pytest.mark.parametrize(
    ("table", "command", "outcome"),
    [
        (team("m01", trail=way_to("j3")), play("m01", "summit"), "summit"),
        (team("m01", trail="summit a1", course="advanced"), play("m01", "base"), "returned"),
        (team("e09"), BlowWhistle("go_home"), "rescued"),
        (team("m01", trail="base a1"), play("m01", "a2"), "stranded"),
    ],
    ids=["summit", "returned", "rescued", "stranded"],
)
def test_the_view_tells_the_ending(table, command, outcome):
    """How the climb ended; the game's outcome is `finished`, and nobody may do anything more."""
    state = _folded(table.when(command))
    view = CLIMB.view(state)

    assert (view.phase, view.outcome) == ("over", outcome)
    assert CLIMB.outcome(state) == "finished"
    assert (CLIMB.legal(state, 0), CLIMB.waits_for(state)) == ((), ())


def test_the_order_of_a_pile_is_nowhere():
    """State and view are the same whichever card comes next: neither knows before it is drawn."""
    table = drawing("m01", due=2)
    (first, told), (other, other_told) = lucky(table, "m07"), lucky(table, "m11")
    assert first._words.keys() == other._words.keys()

    for text in (msgspec.json.encode(view_of(table)), repr(table.state).encode()):
        assert b"pile/" not in text
    after = [CLIMB.evolve(table.state, events[0]) for events in (told, other_told)]
    assert after[0].movers == after[1].movers


def test_a_refill_shows_no_order_either():
    """`PileReshuffled` tells the cards by id, and the view how many they are."""
    spent = Pile(cards=("m01",), drawn=1, face_up=("m30", "m02"))
    table = Given(CLIMB, replace(drawing("").state, movers=spent))
    _, told = lucky(table, "m30")

    after = CLIMB.evolve(table.state, told[0])

    assert told[0] == PileReshuffled(kind="movers", cards=("m02", "m30"), draw="pile/movers/1")
    assert CLIMB.view(after).piles[0] == PileShown("movers", 2, ())
