"""docs/rules/mountaineering.md, "Moving": ahead and back, and which routes are refused."""

import pytest
from teams import CLIMB, drawing, moved, names, team, trouble, way_to

from given import given, no_luck
from summitbook_domain.mountaineering.commands import DrawCard, PlayMover
from summitbook_domain.mountaineering.events import (
    ClimbBegun,
    ExpeditionEnded,
    ExpeditionSetOut,
    SuppliesReached,
    TurnPassed,
)
from summitbook_domain.refusal import Refused

SET_OUT = ExpeditionSetOut(course="beginner", out_of_turn=True)
AT_THE_FORK = way_to("a8")
NEAR_THE_TOP = way_to("j3")


def play(card, spots):
    return PlayMover(card=card, route=names(spots))


def moves(table, seat=0):
    return [each for each in table.legal(seat) if isinstance(each, PlayMover)]


def test_a_mover_moves_the_marker_by_as_many_spots_as_it_has():
    """A mover of 3 passes two spots and lands on the third, and lies face up by its pile."""
    after = (
        team("m28 m01", "")
        .when(play("m28", "a1 a2 a3"))
        .then(moved(0, "m28", "base a1 a2 a3"), TurnPassed(seat=1))
    )

    assert after.state.trail == names("base a1 a2 a3")
    assert after.state.hands == (("m01",), ())
    assert after.state.movers.face_up == ("m28",)


def test_supplies_and_troubles_that_are_passed_do_nothing():
    """Only the spot where the marker lands acts, whatever lies on the way."""
    (
        team("m28 m01", trail=way_to("a3"))
        .when(play("m28", "a4 a5 a6"))
        .then(moved(0, "m28", "a3 a4 a5 a6"), TurnPassed(seat=0))
    )


@pytest.mark.parametrize("spots", ["b1 b2", "c1 c2"], ids=["short", "long"])
def test_the_route_chooses_the_way_at_a_fork(spots):
    """Where the path forks each way is a route of its own."""
    landed = [trouble("c2")] if spots.endswith("c2") else []

    team("m21 m01", trail=AT_THE_FORK).when(play("m21", spots)).then(
        moved(0, "m21", f"a8 {spots}"), *landed, TurnPassed(seat=0)
    )


def test_every_route_ahead_is_listed():
    """One for each way at the fork; a longer mover starts and ends on either branch too."""
    assert moves(team("m21 m22", trail=way_to("a7"))) == [
        play("m21", "a8 b1"),
        play("m21", "a8 c1"),
        play("m22", "a8 b1"),
        play("m22", "a8 c1"),
    ]


@pytest.mark.parametrize(
    ("card", "spots"),
    [
        ("m21", ""),
        ("m21", "a1"),
        ("m21", "a1 a2 a3"),
        ("m21", "a1 a3"),
        ("m21", "a2 a3"),
        ("m21", "a1 nowhere"),
        ("m21", "nowhere a1"),
        ("m21", "a1 base"),
        ("m21", "base a1"),
        ("m01", "base"),
        ("m01", ""),
        ("m01", "c1"),
    ],
)
def test_a_route_that_does_not_fit_is_refused(card, spots):
    """BAD_ROUTE: empty, too short, too long, not joined, unknown, to and fro, or from elsewhere."""
    team("m01 m21").when(play(card, spots)).refused("BAD_ROUTE")


def test_overshooting_the_summit_by_one_is_refused_and_a_smaller_mover_taken():
    """Worked case: one spot below the summit a 2 does not fit, a 1 does, and wins."""
    table = team("m01 m21", trail=NEAR_THE_TOP)

    table.when(play("m21", "summit")).refused("BAD_ROUTE")
    table.when(play("m21", "summit summit")).refused("BAD_ROUTE")
    assert moves(table) == [play("m01", "summit")]
    table.when(play("m01", "summit")).then(
        moved(0, "m01", "j3 summit"), TurnPassed(seat=0), ExpeditionEnded(outcome="summit")
    )


def test_on_the_descent_ahead_is_down_and_joins_are_forks():
    """From d1 down the way divides: to the short branch's top, or to the long one's."""
    table = team("m01 m21", trail="summit j3 j2 j1 d1", course="advanced")

    assert moves(table) == [
        play("m01", "b4"),
        play("m01", "c6"),
        play("m21", "b4 b3"),
        play("m21", "c6 c5"),
    ]
    table.when(play("m01", "d2")).refused("BAD_ROUTE")


def test_base_camp_is_not_overshot_on_the_descent():
    """One spot above base camp a 2 does not fit."""
    table = team("m01 m21", trail="summit a1", course="advanced")

    table.when(play("m21", "base a1")).refused("BAD_ROUTE")
    assert moves(table) == [play("m01", "base")]


def test_back_is_along_the_teams_own_trail():
    """From where both branches join, the team goes back the one it came, not the other."""
    table = team("m21 m01", trail=f"{way_to('b4')} d1 d2", met="d2")

    table.when(play("m21", "d1 c6")).refused("BAD_ROUTE")
    after = table.when(play("m21", "d1 b4")).then(
        moved(0, "m21", "d2 d1 b4", "back"), trouble("b4"), TurnPassed(seat=0)
    )

    assert after.state.trail[-2:] == ("b3", "b4")


def test_going_back_shortens_the_trail():
    """What was retraced is no longer behind the team."""
    table = team("m01 m02 m03 m21 e01", trail="base a1 a2", met="a2")

    table = table.when(play("m01", "a1")).then(moved(0, "m01", "a2 a1", "back"), TurnPassed(seat=0))

    table.when(play("m21", "a2 a1")).refused("BAD_ROUTE")
    table = table.when(play("m02", "base")).then(moved(0, "m02", "a1 base", "back"), TurnPassed(seat=0))
    assert table.state.trail == ("base",)


def test_the_trail_must_be_long_enough():
    """Two spots from base camp a 2 goes back and a 3 does not."""
    table = team("m21 m28", trail="base a1 a2", met="a2")

    table.when(play("m28", "a1 base")).refused("BAD_ROUTE")
    table.when(play("m28", "a1 base a1")).refused("BAD_ROUTE")
    assert moves(table) == [play("m21", "a1 base")]


def test_on_the_descent_the_trail_begins_at_the_summit():
    """Back leads no farther than to the summit."""
    table = team("m01 m21", trail="summit j3 j2", met="j2", course="advanced")

    assert moves(table) == [play("m01", "j3"), play("m21", "j3 summit")]
    short = team("m01 m21", trail="summit j3", met="j2", course="advanced")
    assert moves(short) == [play("m01", "summit")]


def test_with_a_trouble_unsolved_the_team_goes_back_and_not_ahead():
    """Ahead is TROUBLE_UNSOLVED, back is allowed, however many movers would fit ahead."""
    table = team("m01 m21 m28", trail=way_to("a5"), met="a5")

    table.when(play("m01", "a6")).refused("TROUBLE_UNSOLVED")
    table.when(play("m28", "a6 a7 a8")).refused("TROUBLE_UNSOLVED")
    assert moves(table) == [play("m01", "a4"), play("m21", "a4 a3"), play("m28", "a4 a3 a2")]


def test_without_trouble_back_is_not_allowed_while_a_mover_fits_ahead():
    """BACK_NOT_ALLOWED: otherwise supplies could be farmed by stepping to and fro."""
    team("m01 m21", trail=way_to("a5")).when(play("m01", "a4")).refused("BACK_NOT_ALLOWED")


def test_another_seats_mover_that_fits_ahead_forbids_going_back_too():
    """It is asked of the movers in all hands, whoever has the turn and may play."""
    hands = ("m21", "m01")
    for out_of_turn in (True, False):
        table = team(*hands, trail=NEAR_THE_TOP, out_of_turn=out_of_turn)
        table.when(play("m21", "j2 j1")).refused("BACK_NOT_ALLOWED")


def test_a_cornered_team_goes_back():
    """One spot below the summit with nothing but a 2 and a 3: both may go back."""
    table = team("m21 m28 e01", trail=NEAR_THE_TOP)

    assert moves(table) == [play("m21", "j2 j1"), play("m28", "j2 j1 h4")]
    table.when(play("m21", "j2 j1")).then(
        moved(0, "m21", "j3 j2 j1", "back"), SuppliesReached(spot="j1"), TurnPassed(seat=0)
    )


def test_a_trouble_left_behind_still_stops_the_team():
    """After backing away the trouble is unsolved wherever the marker stands."""
    table = team("m01 m02 m21", trail="base a1 a2", met="a2")
    table = table.when(play("m01", "a1")).then(moved(0, "m01", "a2 a1", "back"), TurnPassed(seat=0))

    table.when(play("m02", "a2")).refused("TROUBLE_UNSOLVED")
    assert moves(table) == [play("m02", "base")]


@pytest.mark.parametrize("card", ["m02", "m31", "e01", "", "base"])
def test_only_a_card_of_ones_own_is_played(card):
    """CARD_NOT_HELD: in another's hand, in a pile, unknown."""
    team("m01", "m02 e01").when(play(card, "a1")).refused("CARD_NOT_HELD")


def test_equipment_does_not_move_the_marker():
    """WRONG_KIND, whatever the route."""
    team("m01 e01").when(play("e01", "a1")).refused("WRONG_KIND")
    team("m01 e01").when(play("e01", "")).refused("WRONG_KIND")


def test_nothing_is_moved_while_a_draw_is_due():
    """WRONG_PHASE: during the setup, and at supplies."""
    given(CLIMB, SET_OUT).when(play("m01", "a1")).refused("WRONG_PHASE")
    drawing("m01").when(play("m01", "a1")).refused("WRONG_PHASE")


@pytest.mark.parametrize(
    ("table", "command", "reason"),
    [
        (drawing("m01"), play("m01", "a1"), "draw the card that is due first"),
        (team("m01"), DrawCard(kind="movers"), "no draw is due"),
    ],
    ids=["a draw is due", "none is due"],
)
def test_whoever_is_out_of_phase_is_told_what_is_due(table, command, reason):
    """WRONG_PHASE says whether to draw first or not at all."""
    with pytest.raises(Refused, match=reason):
        CLIMB.decide(table.state, 0, command, no_luck())


def test_the_climb_begins_at_base_camp():
    """The marker stands there, and nowhere else, before the first move."""
    table = given(CLIMB, SET_OUT, ClimbBegun())

    assert (table.state.marker, table.state.trail) == ("base", ("base",))
