"""docs/rules/mountaineering.md, "Trouble": laying cards, taking them back, overcoming."""

import pytest
from msgspec.structs import replace
from teams import MOUNTAIN, drawing, lucky, moved, names, team, trouble, way_to

from summitbook_domain.mountaineering.commands import DrawCard, PlayEquipment, PlayMover, TakeBackEquipment
from summitbook_domain.mountaineering.events import (
    EquipmentPlayed,
    EquipmentTakenBack,
    SuppliesReached,
    TroubleOvercome,
    TurnPassed,
)
from summitbook_domain.mountaineering.mountain import Trouble
from summitbook_domain.mountaineering.state import Laid

IN_A_HAILSTORM = {"trail": "base a1 a2", "met": "a2"}
"""Trouble 1 needs a Tent and a Heater."""


def lay(card):
    return PlayEquipment(card=card)


def take_back(card):
    return TakeBackEquipment(card=card)


def laid(card, seat=0):
    return EquipmentPlayed(seat=seat, card=card)


def play(card, spots):
    return PlayMover(card=card, route=names(spots))


def test_a_laid_card_lies_open_until_the_needs_are_covered():
    """A Tent alone is not enough: the card leaves the hand, and waits."""
    after = team("m01 e23", **IN_A_HAILSTORM).when(lay("e23")).then(laid("e23"))

    assert after.state.laid == (Laid(0, "e23"),)
    assert after.state.hands == (("m01",),)
    assert after.state.unsolved == ("a2",)


def test_seats_solve_a_trouble_together():
    """A Tent of one seat and a Heater of another cover it; the spent cards are told as they were laid."""
    after = (
        team("m01 e23", "m02", "e28 e01", **IN_A_HAILSTORM)
        .when(lay("e28"), seat=2)
        .then(laid("e28", seat=2))
        .when(lay("e23"))
        .then(laid("e23"), TroubleOvercome(spot="a2", trouble=1, cards=("e28", "e23")))
    )

    assert after.state.unsolved == after.state.laid == ()
    assert after.state.equipment.face_up == ("e28", "e23")
    assert after.state.hands == (("m01",), ("m02",), ("e01",))


def test_two_seats_may_lay_in_either_order():
    """Seats that lay at the same moment are both heard, and what becomes of the trouble is the same."""
    tent, heater = (lay("e23"), 0), (lay("e28"), 2)
    after = []
    for first, second in ((tent, heater), (heater, tent)):
        state = team("m01 e23", "m02", "e28 e01", **IN_A_HAILSTORM)
        for command, seat in (first, second):
            overcome = TroubleOvercome(spot="a2", trouble=1, cards=(first[0].card, command.card))
            state = state.when(command, seat=seat).then(
                laid(command.card, seat), *[overcome] * ((command, seat) == second)
            )
        after.append(state.state)

    assert after[0].unsolved == after[1].unsolved == ()
    assert after[0].hands == after[1].hands
    assert set(after[0].equipment.face_up) == set(after[1].equipment.face_up) == {"e23", "e28"}


def test_one_card_may_cover_a_whole_trouble():
    """Tent and Heater on one card."""
    (
        team("m01 e12", **IN_A_HAILSTORM)
        .when(lay("e12"))
        .then(laid("e12"), TroubleOvercome(spot="a2", trouble=1, cards=("e12",)))
    )


def test_the_whole_card_is_spent_whatever_was_needed():
    """Worked case: Rope alone is still needed, and a card of Rope, Hammer and Piton goes, whole."""
    only_rope = replace(
        MOUNTAIN, troubles={**MOUNTAIN.troubles, "1": Trouble(name="Loose rope", needs=("Rope",))}
    )

    after = (
        team("m01 e10", content=only_rope, **IN_A_HAILSTORM)
        .when(lay("e10"))
        .then(laid("e10"), TroubleOvercome(spot="a2", trouble=1, cards=("e10",)))
    )

    assert after.state.equipment.face_up == ("e10",)


def test_cards_laid_in_vain_are_spent_with_the_others():
    """All laid cards go, those that were of no use too."""
    (
        team("m01 e12", laid="e01 e16", **IN_A_HAILSTORM)
        .when(lay("e12"))
        .then(laid("e12"), TroubleOvercome(spot="a2", trouble=1, cards=("e01", "e16", "e12")))
    )


def test_every_need_must_be_covered():
    """Trouble 2 needs four things; with three of them laid it stays."""
    table = team("m01 e01", trail=way_to("a5"), met="a5", laid="e10")
    assert table.state.unsolved == ("a5",)

    table.when(lay("e01")).then(laid("e01"), TroubleOvercome(spot="a5", trouble=2, cards=("e10", "e01")))


def test_the_oldest_trouble_that_is_covered_is_overcome():
    """The laid cards cover both: the one met first is solved, and nothing is left for the other."""
    after = (
        team("m01 e12", trail=way_to("a5"), met="a2 a5 a2", laid="e10 e16")
        .when(lay("e12"))
        .then(laid("e12"), TroubleOvercome(spot="a2", trouble=1, cards=("e10", "e16", "e12")))
    )

    assert after.state.unsolved == ("a5", "a2")


def test_a_younger_trouble_is_overcome_where_the_older_is_not_covered():
    """Only a trouble whose needs are laid can be solved."""
    after = (
        team("m01 e12", trail="base a1 a2", met="a5 a2")
        .when(lay("e12"))
        .then(laid("e12"), TroubleOvercome(spot="a2", trouble=1, cards=("e12",)))
    )

    assert after.state.unsolved == ("a5",)


def test_two_troubles_covered_at_once_cost_two_layings():
    """One card covers the needs of both; it is spent on the older, and the younger wants its own."""
    both = replace(
        MOUNTAIN,
        troubles={**MOUNTAIN.troubles, "2": Trouble(name="Cold", needs=("Heater",))},
    )
    table = team("m01 e12 e28", trail=way_to("a5"), met="a2 a5", content=both)

    table = table.when(lay("e12")).then(laid("e12"), TroubleOvercome(spot="a2", trouble=1, cards=("e12",)))
    table.when(lay("e28")).then(laid("e28"), TroubleOvercome(spot="a5", trouble=2, cards=("e28",)))


def test_any_seat_lays_at_any_time_outside_a_draw():
    """Equipment has no turn, with `out_of_turn` and without."""
    for out_of_turn in (True, False):
        table = team("m01", "m02 e01", out_of_turn=out_of_turn, **IN_A_HAILSTORM)
        table.when(lay("e01"), seat=1).then(laid("e01", seat=1))


def test_without_trouble_there_is_nothing_to_lay_cards_for():
    """NO_TROUBLE."""
    team("m01 e12").when(lay("e12")).refused("NO_TROUBLE")


@pytest.mark.parametrize(
    ("card", "code"),
    [("e12", "CARD_NOT_HELD"), ("e99", "CARD_NOT_HELD"), ("", "CARD_NOT_HELD"), ("m01", "WRONG_KIND")],
)
def test_only_equipment_of_ones_own_is_laid(card, code):
    """Another's card, an unknown one, and a mover."""
    team("m01 e23", "e12", **IN_A_HAILSTORM).when(lay(card)).refused(code)


def test_a_laid_card_is_not_laid_again():
    """It is in no hand any more."""
    team("m01", laid="e23", **IN_A_HAILSTORM).when(lay("e23")).refused("CARD_NOT_HELD")


def test_the_whistle_can_be_laid_and_covers_nothing():
    """The Whistle is equipment in every respect."""
    after = team("m01 e09", **IN_A_HAILSTORM).when(lay("e09")).then(laid("e09"))

    assert after.state.laid == (Laid(0, "e09"),)


def test_a_laid_card_can_be_taken_back():
    """It is in the hand again, and the others stay laid."""
    after = (
        team("m01 e01", laid="e23 e16", **IN_A_HAILSTORM)
        .when(take_back("e23"))
        .then(EquipmentTakenBack(seat=0, card="e23"))
    )

    assert after.state.hands == (("e01", "e23", "m01"),)
    assert after.state.laid == (Laid(0, "e16"),)


@pytest.mark.parametrize("card", ["e01", "e12", "m01", "e99", ""])
def test_only_a_card_that_the_seat_has_laid_is_taken_back(card):
    """NOT_LAID: in the own hand, in another's, a mover, or no card at all."""
    team("m01 e01", "e12", laid="e23", **IN_A_HAILSTORM).when(take_back(card)).refused("NOT_LAID")


def test_nobody_takes_anothers_card_back():
    """NOT_LAID for the other seat, though the card lies there."""
    team("m01", "m02", laid="e23", **IN_A_HAILSTORM).when(take_back("e23"), seat=1).refused("NOT_LAID")


@pytest.mark.parametrize("command", [lay("e01"), take_back("e23")], ids=repr)
def test_nothing_is_laid_or_taken_back_while_a_draw_is_due(command):
    """WRONG_PHASE."""
    drawing("m01 e01", laid="e23", **IN_A_HAILSTORM).when(command).refused("WRONG_PHASE")


def test_going_back_does_not_lose_what_is_laid():
    """The cards stay where they are, for the troubles wherever these were met."""
    after = (
        team("m01 e01", laid="e23", **IN_A_HAILSTORM)
        .when(play("m01", "a1"))
        .then(moved(0, "m01", "a2 a1", "back"), TurnPassed(seat=0))
    )

    assert after.state.laid == (Laid(0, "e23"),)


def test_back_to_supplies_solving_there_and_meeting_the_trouble_again():
    """Worked case: away from a trouble, drawing, solving it there, on; landing on its spot again is new."""
    table = team("m01 m02 m21", trail=way_to("a5"), met="a5", laid="e10")
    table = table.when(play("m01", "a4")).then(
        moved(0, "m01", "a5 a4", "back"), SuppliesReached(spot="a4"), TurnPassed(seat=0)
    )
    for card, kind in (("e01", "equipment"), ("m28", "movers"), ("e02", "equipment")):
        luck, told = lucky(table, card)
        table = table.when(DrawCard(kind=kind), chance=luck).then(*told)
    table = table.when(lay("e01")).then(
        laid("e01"), TroubleOvercome(spot="a5", trouble=2, cards=("e10", "e01"))
    )
    assert table.state.marker == "a4"

    on = table.when(play("m28", "a5 a6 a7")).then(
        moved(0, "m28", "a4 a5 a6 a7"), trouble("a7"), TurnPassed(0)
    )
    assert on.state.unsolved == ("a7",)

    again = table.when(play("m02", "a5")).then(moved(0, "m02", "a4 a5"), trouble("a5"), TurnPassed(0))
    assert again.state.unsolved == ("a5",)
