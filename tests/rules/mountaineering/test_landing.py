"""docs/rules/mountaineering.md, "Landing": what each kind of spot does."""

import pytest
from msgspec.structs import replace
from teams import MOUNTAIN, lucky, moved, names, team, trouble, way_to

from summitbook_domain.mountaineering.commands import DrawCard, PlayMover
from summitbook_domain.mountaineering.events import (
    DescentBegun,
    ExpeditionEnded,
    SentBack,
    SuppliesReached,
    TroubleMet,
    TroubleOvercome,
    TurnPassed,
)
from summitbook_domain.mountaineering.mountain import Trouble
from summitbook_domain.mountaineering.state import Pile


def play(card, spots):
    return PlayMover(card=card, route=names(spots))


def reaching_supplies(seats, mover):
    """A table whose seat `mover` has just reached supplies, the turn being its own."""
    hands = [f"m{1 + seat:02d} m{7 + seat:02d}" for seat in range(seats)]
    table = team(*hands, trail=way_to("a3"), turn=mover)
    card = f"m{1 + mover:02d}"
    return table.when(play(card, "a4"), seat=mover).then(
        moved(mover, card, "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=(mover + 1) % seats)
    )


@pytest.mark.parametrize(
    ("seats", "mover", "due"),
    [
        (1, 0, (0, 0, 0)),
        (2, 0, (0, 1, 0)),
        (2, 1, (1, 0, 1)),
        (3, 0, (0, 1, 2)),
        (3, 2, (2, 0, 1)),
        (6, 1, (1, 2, 3)),
        (6, 5, (5, 0, 1)),
    ],
)
def test_supplies_are_drawn_by_the_movers_seat_and_the_next_two(seats, mover, due):
    """Worked case: one seat draws all three, two draw in turn; with more it goes to the left."""
    table = reaching_supplies(seats, mover)
    assert table.state.due == due

    for seat, card in zip(due, ("m25", "e12", "m26"), strict=True):
        kind = "movers" if card.startswith("m") else "equipment"
        luck, told = lucky(table, card)
        assert told[0].seat == seat
        table = table.when(DrawCard(kind=kind), seat=seat, chance=luck).then(*told)
    assert table.state.due == ()


def test_out_of_turn_too_the_movers_seat_draws_first():
    """The first card goes to who played the mover, not to who has the turn."""
    table = team("m01 m02", "m03 m04", "m05", trail=way_to("a3"))

    after = table.when(play("m03", "a4"), seat=1).then(moved(1, "m03", "a3 a4"), SuppliesReached(spot="a4"))

    assert after.state.due == (1, 2, 0)


def test_as_many_supplies_as_the_content_says():
    """How many cards are drawn at supplies is a matter of the content."""
    generous = replace(MOUNTAIN, supply_draw=5)
    table = team("m01 m02", "m03", trail=way_to("a3"), content=generous)

    after = table.when(play("m01", "a4")).then(
        moved(0, "m01", "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=1)
    )

    assert after.state.due == (0, 1, 0, 1, 0)


def test_supplies_can_be_short():
    """The mover just played is all there is to draw: one card is drawn, and the other two draws lapse."""
    table = team("m01 m02 e01", trail=way_to("a3"))
    emptied = replace(table.state, movers=Pile(cards=()), equipment=Pile(cards=()))
    table = type(table)(table.game, emptied).when(play("m01", "a4"))
    table = table.then(moved(0, "m01", "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=0))
    assert table.state.due == (0, 0, 0)

    luck, told = lucky(table, "m01")
    table.when(DrawCard(kind="equipment")).refused("PILE_EMPTY")
    assert table.when(DrawCard(kind="movers"), chance=luck).then(*told).state.due == ()


def test_a_trouble_landed_on_is_unsolved():
    """It is told with its number, name and needs as the chart has them."""
    after = (
        team("m21 m01", "m02")
        .when(play("m21", "a1 a2"))
        .then(
            moved(0, "m21", "base a1 a2"),
            TroubleMet(spot="a2", trouble=1, name="Hailstorm", needs=("Tent", "Heater")),
            TurnPassed(seat=1),
        )
    )

    assert after.state.unsolved == ("a2",)


def test_landing_on_an_unsolved_trouble_again_makes_another():
    """Backing away and still farther lands on the older trouble's spot: two troubles there now."""
    table = team("m21 m01", trail=way_to("a5"), met="a2 a5").when(play("m21", "a4 a3"))
    table = table.then(moved(0, "m21", "a5 a4 a3", "back"), TurnPassed(seat=0))

    after = table.when(play("m01", "a2")).then(
        moved(0, "m01", "a3 a2", "back"), trouble("a2"), TurnPassed(seat=0), ExpeditionEnded("stranded")
    )

    assert after.state.unsolved == ("a2", "a5", "a2")


def test_going_back_onto_supplies_draws_cards():
    """It does not matter from which side the team comes."""
    (
        team("m01 e01", trail=way_to("a5"), met="a5")
        .when(play("m01", "a4"))
        .then(moved(0, "m01", "a5 a4", "back"), SuppliesReached(spot="a4"), TurnPassed(seat=0))
    )


def test_the_snowstorm_sends_the_team_three_spots_back():
    """Worked case: spot 12 of the chart; three back along the trail, and what lies there acts: a path."""
    after = (
        team("m01 m02", trail=way_to("d7"))
        .when(play("m01", "d8"))
        .then(
            moved(0, "m01", "d7 d8"),
            SentBack(start="d8", end="d5", route=names("d7 d6 d5")),
            TurnPassed(seat=0),
        )
    )

    assert after.state.trail[-2:] == ("d4", "d5")
    assert after.state.unsolved == ()


def with_chart(**rows):
    """The mountain with other rows on its chart."""
    return replace(MOUNTAIN, troubles={**MOUNTAIN.troubles, **{key[1:]: row for key, row in rows.items()}})


@pytest.mark.parametrize(("kindly", "end"), [(False, "b2"), (True, "c4")], ids=["short", "long"])
def test_the_team_is_sent_back_along_the_trail_it_walked(kindly, end):
    """Beyond a join the way back is the branch the team came by."""
    gale = with_chart(_9=Trouble(name="Gale", back=4))
    trail = way_to("d1", kindly=kindly)
    retraced = ("d1", *trail.split()[-2:-5:-1])

    after = (
        team("m01 m02", trail=trail, content=gale)
        .when(play("m01", "d2"))
        .then(moved(0, "m01", "d1 d2"), SentBack(start="d2", end=end, route=retraced), TurnPassed(seat=0))
    )

    assert " ".join(after.state.trail) == way_to(end)


def test_a_trouble_at_the_end_of_the_way_back_is_met():
    """On the descent the storm at h3 sends the team back past j1 to j2, where trouble 28 lies."""
    (
        team("m01 m02", "m03", trail="summit j3 j2 j1 h4", course="advanced")
        .when(play("m01", "h3"))
        .then(
            moved(0, "m01", "h4 h3"),
            SentBack(start="h3", end="j2", route=names("h4 j1 j2")),
            trouble("j2"),
            TurnPassed(seat=1),
        )
    )


def test_supplies_at_the_end_of_the_way_back_are_drawn():
    """With a storm that sends back two spots it is the supplies at j1: the mover's seat draws first."""
    after = (
        team(
            "m02",
            "m01 m03",
            trail="summit j3 j2 j1 h4",
            course="advanced",
            content=with_chart(_24=Trouble(name="Storm", back=2)),
        )
        .when(play("m01", "h3"), seat=1)
        .then(
            moved(1, "m01", "h4 h3"),
            SentBack(start="h3", end="j1", route=names("h4 j1")),
            SuppliesReached(spot="j1"),
        )
    )

    assert after.state.due == (1, 0, 1)


def test_a_shorter_trail_is_retraced_as_far_as_it_goes():
    """A storm that would send the team beyond the summit sends it there, and nothing happens there again."""
    after = (
        team(
            "m01 m02",
            trail="summit j3 j2 j1 h4",
            course="advanced",
            content=with_chart(_24=Trouble(name="Storm", back=6)),
        )
        .when(play("m01", "h3"))
        .then(
            moved(0, "m01", "h4 h3"),
            SentBack(start="h3", end="summit", route=names("h4 j1 j2 j3 summit")),
            TurnPassed(seat=0),
        )
    )

    assert after.state.trail == ("summit",)


def test_one_storm_can_send_the_team_into_another():
    """Sent back onto a spot that sends back, the team goes on back."""
    gales = with_chart(_11=Trouble(name="Gale", back=1), _12=Trouble(name="Snowstorm", back=2))

    team("m01 m02", trail=way_to("d7"), content=gales).when(play("m01", "d8")).then(
        moved(0, "m01", "d7 d8"),
        SentBack(start="d8", end="d6", route=names("d7 d6")),
        SentBack(start="d6", end="d5", route=names("d5")),
        TurnPassed(seat=0),
    )


def test_going_back_onto_a_storm_sends_the_team_farther_back():
    """A spot that sends the team back does so from whichever side it is reached."""
    (
        team("m01 e01", trail=way_to("d9"), met="d10")
        .when(play("m01", "d8"))
        .then(
            moved(0, "m01", "d9 d8", "back"),
            SentBack(start="d8", end="d5", route=names("d7 d6 d5")),
            TurnPassed(seat=0),
        )
    )


def test_laid_cards_count_at_once_for_a_trouble_just_met():
    """A trouble met on the way back is overcome by what was laid for another, which stays unsolved."""
    (
        team("m21 m01", trail=way_to("a5"), met="a5", laid="e12")
        .when(play("m21", "a4 a3"))
        .then(moved(0, "m21", "a5 a4 a3", "back"), TurnPassed(seat=0))
        .when(play("m01", "a2"))
        .then(
            moved(0, "m01", "a3 a2", "back"),
            trouble("a2"),
            TroubleOvercome(spot="a2", trouble=1, cards=("e12",)),
            TurnPassed(seat=0),
            ExpeditionEnded(outcome="stranded"),
        )
    )


def test_going_back_to_base_camp_does_nothing():
    """On the way up base camp is a spot like any other."""
    (
        team("m01 e01", trail="base a1", met="a2")
        .when(play("m01", "base"))
        .then(moved(0, "m01", "a1 base", "back"), TurnPassed(seat=0))
    )


def test_the_summit_begins_the_descent_of_the_advanced_course():
    """The trail begins afresh there, and ahead is down."""
    after = (
        team("m01 m21", "m02", trail=way_to("j3"), course="advanced")
        .when(play("m01", "summit"))
        .then(moved(0, "m01", "j3 summit"), DescentBegun(), TurnPassed(seat=1))
    )

    assert after.state.trail == ("summit",)
    assert play("m21", "j3 j2") in after.legal(0)


def test_stepping_back_onto_the_summit_does_nothing():
    """The descent does not begin a second time."""
    after = (
        team("m01 m02", trail="summit j3", met="j2", course="advanced")
        .when(play("m01", "summit"))
        .then(moved(0, "m01", "j3 summit", "back"), TurnPassed(seat=0), ExpeditionEnded("stranded"))
    )

    assert after.state.trail == ("summit",)


def test_base_camp_on_the_descent_wins():
    """Worked out exactly: the advanced course is won."""
    (
        team("m21 m01", "m02", trail="summit a2", course="advanced")
        .when(play("m21", "a1 base"))
        .then(moved(0, "m21", "a2 a1 base"), TurnPassed(seat=1), ExpeditionEnded(outcome="returned"))
    )
