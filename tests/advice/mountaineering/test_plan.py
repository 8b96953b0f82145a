"""What the team is advised to do, and how good its chance is taken to be."""

import pytest
from msgspec.structs import replace
from teams import CLIMB, MOUNTAIN, drawing, team, way_to
from whole_games import secret_of

from summitbook_advice.mountaineering.values import values
from summitbook_advice.policies import POLICIES
from summitbook_advice.values import best
from summitbook_domain.mountaineering.commands import Abandon, BlowWhistle, DrawCard, PlayEquipment, PlayMover
from summitbook_domain.mountaineering.mountain import Spot
from summitbook_domain.policies import play


def advised(table, seat=0, mountain=MOUNTAIN):
    """The values of what a seat can do, by command."""
    view = CLIMB.view(table.state)
    return {each.command: each for each in values(mountain, view, table.legal(seat))}


def choice(table, seat=0):
    return best(tuple(advised(table, seat).values())).command


def chance(table, seat=0):
    """What the best that a seat can do is worth."""
    return max(each.value for each in advised(table, seat).values())


def test_a_move_that_wins_is_sure():
    """One spot below the summit a mover of 1 ends the beginner's climb."""
    table = team("m01", trail=way_to("j3"))

    assert advised(table)[PlayMover("m01", ("summit",))].value == 1.0
    assert choice(table) == PlayMover("m01", ("summit",))


def test_the_summit_of_an_advanced_climb_is_half_the_way():
    """There the descent begins, so that nothing is won yet; at base camp it is."""
    up = team("m01", trail=way_to("j3"), course="advanced")
    down = team("m01", trail=" ".join(reversed(way_to("summit").split()[1:])), course="advanced")

    assert advised(up)[PlayMover("m01", ("summit",))].value < 1.0
    assert advised(down)[PlayMover("m01", ("base",))].value == 1.0


def test_a_way_without_end_is_hopeless():
    """On a mountain of twenty thousand spots the chance is none that could be told from 0."""
    ids = ["base", *(f"p{n}" for n in range(20_000)), "summit"]
    kinds = dict.fromkeys(ids, "path") | {"base": "base", "summit": "summit"}
    ups = [*((each,) for each in ids[1:]), ()]
    spots = tuple(Spot(id=each, kind=kinds[each], up=up) for each, up in zip(ids, ups, strict=True))

    told = advised(team("m01", trail="base"), mountain=replace(MOUNTAIN, spots=spots))

    assert {each.value for each in told.values()} == {0.0}


def test_to_go_home_is_worth_nothing():
    """The Whistle can end the climb; to climb on is worth more."""
    table = team("e09", "e01", trail="base a1 a2", met="a2")

    assert advised(table)[BlowWhistle("go_home")].value == 0.0
    assert advised(table)[BlowWhistle("climb_on")].value > 0.0


def test_a_seat_leaves_it_to_the_one_that_holds_the_card():
    """Seat 1 holds what the trouble needs: seat 0 waits, and seat 1 lays it."""
    table = team("m01 e01", "e12", trail="base a1 a2", met="a2")

    assert choice(table, seat=0) is None
    assert choice(table, seat=1) == PlayEquipment("e12")


def test_the_last_card_of_an_item_is_kept():
    """In turn, of two cards that the hailstorm does not need, Hammer and Knife go before the only Compass."""
    table = team("e24 e27", trail="base a1 a2", met="a2", out_of_turn=False)

    assert choice(table) == Abandon("e27")
    assert advised(table)[Abandon("e24")].words == "draws 3; the last Compass"


def test_what_a_trouble_needs_is_kept_before_that():
    """The hailstorm needs the Heater: the only Compass goes rather than it."""
    table = team("e24 e28", trail="base a1 a2", met="a2")

    assert choice(table) == Abandon("e24")


def test_what_lies_where_a_move_leads_is_told():
    """Supplies, troubles that can be overcome, and what is lacked for those that cannot."""
    moves = advised(team("m01 m21 m28 e01 e10", trail="base a1 a2 a3"))

    assert moves[PlayMover("m01", ("a4",))].words == "supplies"
    assert moves[PlayMover("m21", ("a4", "a5"))].words == "a trouble that you can overcome"
    assert moves[PlayMover("m28", ("a4", "a5", "a6"))].words == "nothing happens there"
    lacking = advised(team("m21 e01", trail="base a1 a2 a3"))
    assert lacking[PlayMover("m21", ("a4", "a5"))].words == "lacks Rope, Hammer, Piton"


def test_a_card_more_is_a_better_chance():
    """So is a step less to go, to move out of turn, and the shorter course."""
    here = team("m01 m02", trail=way_to("c1"))

    assert chance(team("m01 m02 m03", trail=way_to("c1"))) > chance(here)
    assert chance(team("m01 m02", trail=way_to("d1"))) > chance(here)
    assert chance(team("m01 m02", trail=way_to("c1"), out_of_turn=False)) < chance(here)
    assert chance(team("m01 m02", trail=way_to("c1"), course="advanced")) < chance(here)


def test_what_is_lost_for_good_makes_it_worse():
    """With the only Compass out of the game nightfall can never be overcome."""
    table = team("m01 m02 e01", trail=way_to("f2", kindly=True), met="f2")
    other, needed = (without(table, card) for card in ("e27", "e24"))

    assert chance(needed) < chance(other)


def without(table, gone):
    """The same table with a card out of the game."""
    state = table.state
    return type(table)(table.game, replace(state, gone=(*state.gone, gone)))


def test_a_card_to_abandon_is_kept_in_reserve():
    """Out of turn a team with movers and its last card of equipment draws another, as greedy teams do not."""
    table = drawing("m01 m02 e01", trail="base a1")

    assert choice(table) == DrawCard("equipment")
    assert choice(drawing("m01 m02 e01 e02", trail="base a1")) == DrawCard("movers")
    assert choice(drawing("m01 m02 e01", trail="base a1", out_of_turn=False)) == DrawCard("movers")


def test_cards_are_drawn_as_the_plan_wants_them():
    """In trouble equipment is drawn: the other pile is worth less."""
    table = drawing("m01", trail="base a1 a2", met="a2")

    assert choice(table) == DrawCard("equipment")


@pytest.mark.parametrize(("course", "games", "won"), [("beginner", 20, 19), ("advanced", 12, 11)])
def test_a_strong_team_comes_home(course, games, won):
    """Four seats and movers out of turn: hardly a climb fails, up or up and down again."""
    ends = [
        play(
            CLIMB,
            POLICIES["strong"],
            secret_of(number),
            options={"course": course},
            salts=("",) * 4,
        ).table.play.ending
        for number in range(games)
    ]

    assert sum(end in {"summit", "returned"} for end in ends) >= won
