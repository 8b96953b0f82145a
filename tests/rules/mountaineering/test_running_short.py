"""docs/rules/mountaineering.md, "Running short": stuck, abandoning, donating, the whistle, stranded."""

import pytest
from msgspec.structs import replace
from teams import CLIMB, MOUNTAIN, drawing, lucky, moved, names, team, trouble, way_to

from given import Given
from summitbook_domain.mountaineering.commands import (
    Abandon,
    BlowWhistle,
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
)
from summitbook_domain.mountaineering.events import (
    CardAbandoned,
    CardDonated,
    EquipmentPlayed,
    ExpeditionEnded,
    TroubleOvercome,
    TurnPassed,
    WhistleBlown,
)
from summitbook_domain.mountaineering.state import Pile
from summitbook_domain.mountaineering.view import ClimbView

CLIMB_ON, GO_HOME = BlowWhistle(choice="climb_on"), BlowWhistle(choice="go_home")
IN_A_HAILSTORM = {"trail": "base a1 a2", "met": "a2"}
"""Trouble 1 needs a Tent and a Heater."""


def play(card, spots):
    return PlayMover(card=card, route=names(spots))


def stuck(table):
    view: ClimbView = CLIMB.view(table.state)
    return view.stuck


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (team("e01", "e02"), True),
        (team("e01", "m01"), False),
        (team("e01 m28", trail="base a1 a2", met="a2"), True),
        (team("e12 m28", trail="base a1 a2", met="a2"), True),
        (team("e12 m21", trail="base a1 a2", met="a2"), False),
        (team("m01", "e23", trail="base a1 a2", met="a2"), True),
        (team("m01 e28", "e23", trail="base a1 a2", met="a2"), False),
        (team("m01", "e23", laid="e28", trail="base a1 a2", met="a2"), False),
        (team("m01 e12", trail=way_to("a5"), met="a2 a5"), True),
        (team("m01 e12 e10 e01", trail=way_to("a5"), met="a2 a5"), False),
        (team("e01 m28", trail=way_to("j3")), False),
        (team("e01 m28", trail="summit j3", course="advanced"), False),
    ],
    ids=[
        "no mover",
        "another seat's mover",
        "no mover fits",
        "no mover fits, but the trouble is covered",
        "a mover fits back and the trouble is covered",
        "half of what is needed",
        "the needs are in two hands",
        "the needs are in a hand and laid",
        "the second trouble is not covered",
        "both troubles are covered",
        "cornered",
        "on the way down",
    ],
)
def test_when_the_team_is_stuck(table, expected):
    """No mover, none that can be played, or a trouble that all cards of the team together do not cover."""
    assert stuck(table) is expected
    listed = [each for each in table.legal(0) if isinstance(each, Abandon)]
    held = [card for card in table.state.hands[0] if card.startswith("e")]
    assert listed == [Abandon(card=card) for card in held if expected]


def test_an_abandoned_card_leaves_the_game_and_three_are_drawn():
    """The first by that seat, then the next two to the left; the card is in no pile and no hand."""
    table = team("", "e01 e02", "").when(Abandon(card="e01"), seat=1).then(CardAbandoned(seat=1, card="e01"))
    assert table.state.due == (1, 2, 0)
    assert table.state.gone == ("e01",)
    assert "e01" not in table.state.equipment.face_up

    for seat, card in ((1, "m07"), (2, "e12"), (0, "m08")):
        luck, told = lucky(table, card)
        kind = "movers" if card.startswith("m") else "equipment"
        table = table.when(DrawCard(kind=kind), seat=seat, chance=luck).then(*told)
    assert table.state.hands == (("m08",), ("e02", "m07"), ("e12",))


def test_abandoned_cards_are_not_shuffled_in_again():
    """A refill has only what lies face up."""
    table = team("e01 e12").when(Abandon(card="e01")).then(CardAbandoned(seat=0, card="e01"))
    spent = replace(table.state, equipment=Pile(cards=("e01",), drawn=1, face_up=("e30",)))
    luck, told = lucky(Given(CLIMB, spent), "e30")

    Given(CLIMB, spent).when(DrawCard(kind="equipment"), chance=luck).then(*told)

    assert told[0].cards == ("e30",)


def test_as_many_cards_for_an_abandoned_one_as_the_content_says():
    """How many are drawn is a matter of the content."""
    mean = replace(MOUNTAIN, abandon_draw=1)

    after = team("e01", "", content=mean).when(Abandon(card="e01")).then(CardAbandoned(seat=0, card="e01"))

    assert after.state.due == (0,)


def test_any_seat_may_abandon_whoever_has_the_turn():
    """Abandoning has no turn."""
    for out_of_turn in (True, False):
        table = team("e02", "e01", out_of_turn=out_of_turn)
        table.when(Abandon(card="e01"), seat=1).then(CardAbandoned(seat=1, card="e01"))


def test_the_whistle_can_be_abandoned():
    """It is equipment like any other."""
    team("e09").when(Abandon(card="e09")).then(CardAbandoned(seat=0, card="e09"))


def test_a_team_that_is_not_stuck_abandons_nothing():
    """NOT_STUCK."""
    team("m01 e01").when(Abandon(card="e01")).refused("NOT_STUCK")


@pytest.mark.parametrize(
    ("card", "code"),
    [("e02", "CARD_NOT_HELD"), ("e99", "CARD_NOT_HELD"), ("e23", "CARD_NOT_HELD"), ("m01", "WRONG_KIND")],
)
def test_only_equipment_of_ones_own_is_abandoned(card, code):
    """In another's hand, unknown, laid, or a mover."""
    team("m01 e01", "e02", laid="e23", **IN_A_HAILSTORM).when(Abandon(card=card)).refused(code)


@pytest.mark.parametrize("command", [Abandon("e01"), Donate("e01", to=1), CLIMB_ON, GO_HOME], ids=repr)
def test_nothing_of_this_is_done_while_a_draw_is_due(command):
    """WRONG_PHASE."""
    drawing("e01 e09", "").when(command).refused("WRONG_PHASE")


def test_draws_for_an_abandoned_card_lapse_where_nothing_can_be_drawn():
    """Worked case: no mover, no equipment and nothing to draw: giving up the last card strands the team."""
    table = team("e01", "")
    bare = Given(CLIMB, replace(table.state, movers=Pile(cards=()), equipment=Pile(cards=())))

    bare.when(Abandon(card="e01")).then(
        CardAbandoned(seat=0, card="e01"), ExpeditionEnded(outcome="stranded")
    )


@pytest.mark.parametrize("card", ["m01", "e01", "e09"])
def test_any_card_can_be_given_to_a_seat_without_cards(card):
    """A mover, equipment or the Whistle, and the team need not be stuck."""
    after = (
        team("m01 m02 e01 e09", "m03", "")
        .when(Donate(card=card, to=2))
        .then(CardDonated(seat=0, to=2, card=card))
    )

    assert after.state.hands[2] == (card,)
    assert card not in after.state.hands[0]


def test_the_last_card_can_be_given_away():
    """Nobody is asked to keep one."""
    team("m01", "").when(Donate(card="m01", to=1)).then(CardDonated(seat=0, to=1, card="m01"))


@pytest.mark.parametrize(
    ("card", "to", "code"),
    [
        ("m05", 1, "CARD_NOT_HELD"),
        ("m03", 1, "CARD_NOT_HELD"),
        ("m05", 9, "CARD_NOT_HELD"),
        ("m01", 0, "BAD_SEAT"),
        ("m01", 3, "BAD_SEAT"),
        ("m01", -1, "BAD_SEAT"),
    ],
)
def test_what_cannot_be_given(card, to, code):
    """An unknown card or another's, to oneself, or to a seat that there is not."""
    team("m01", "", "m03").when(Donate(card=card, to=to)).refused(code)


def test_a_seat_that_holds_a_card_is_given_none():
    """HAND_NOT_EMPTY, even where another seat's hand is empty."""
    team("m01", "", "m03").when(Donate(card="m01", to=2)).refused("HAND_NOT_EMPTY")


def test_the_whistle_lets_the_team_climb_on():
    """Every trouble is lifted and laid cards are in the hands of those who laid them; the Whistle is gone."""
    after = (
        team("m01", "e09 m02", trail=way_to("a5"), met="a2 a5", laid="e23 e16")
        .when(CLIMB_ON, seat=1)
        .then(WhistleBlown(seat=1, choice="climb_on"))
    )

    assert after.state.unsolved == after.state.laid == ()
    assert after.state.hands == (("e16", "e23", "m01"), ("m02",))
    assert after.state.gone == ("e09",)
    after.when(play("m01", "a6")).then(moved(0, "m01", "a5 a6"), TurnPassed(seat=1))


def test_the_whistle_can_bring_the_team_home():
    """The climb is over: rescued."""
    team("e09").when(GO_HOME).then(WhistleBlown(seat=0, choice="go_home"), ExpeditionEnded(outcome="rescued"))


def test_going_home_leaves_everything_as_it_lies():
    """The troubles stay unsolved and the laid cards laid; only the Whistle is gone."""
    after = (
        team("e09 m28", laid="e16", **IN_A_HAILSTORM)
        .when(GO_HOME)
        .then(WhistleBlown(seat=0, choice="go_home"), ExpeditionEnded(outcome="rescued"))
    )

    assert [each.card for each in after.state.laid] == ["e16"]
    assert (after.state.unsolved, after.state.gone) == (("a2",), ("e09",))


def test_climbing_on_with_nothing_left_is_being_stranded():
    """The Whistle was the last card, and is no equipment any more once it has left."""
    team("e09").when(CLIMB_ON).then(
        WhistleBlown(seat=0, choice="climb_on"), ExpeditionEnded(outcome="stranded")
    )


def test_climbing_on_may_pass_a_seat_over():
    """With the troubles gone the seat's 3 may no longer go back, since another's 1 fits ahead."""
    (
        team("m28 e09", "m01", trail=way_to("j3"), met="j2", out_of_turn=False)
        .when(CLIMB_ON)
        .then(WhistleBlown(seat=0, choice="climb_on"), TurnPassed(seat=1))
    )


@pytest.mark.parametrize("choice", [CLIMB_ON, GO_HOME], ids=repr)
@pytest.mark.parametrize(
    ("table", "seat", "code"),
    [
        (team("e01", "e09"), 0, "CARD_NOT_HELD"),
        (team("m01", "e01"), 1, "CARD_NOT_HELD"),
        (team("e01", laid="e09", **IN_A_HAILSTORM), 0, "CARD_NOT_HELD"),
        (team("m01", "e09"), 1, "NOT_STUCK"),
        (team("m01 e12", "e09", **IN_A_HAILSTORM), 1, "NOT_STUCK"),
    ],
    ids=["another's", "in a pile", "laid", "not stuck", "trouble, but covered"],
)
def test_only_its_holder_blows_the_whistle_and_only_when_the_team_is_stuck(table, seat, code, choice):
    """CARD_NOT_HELD unless it is in the seat's hand; then NOT_STUCK."""
    table.when(choice, seat=seat).refused(code)


def test_a_mountain_without_a_whistle():
    """Content need not have one: nobody holds it."""
    plain = replace(
        MOUNTAIN, equipment=replace(MOUNTAIN.equipment, cards=(("Team",), ("Tent",), ("Heater",)))
    )
    team("e01", content=plain).when(CLIMB_ON).refused("CARD_NOT_HELD")


def test_stranded_as_soon_as_nothing_can_be_done():
    """No draw is due, the only mover left is too long for the way back, no equipment is in a hand or laid."""
    (
        team("m01", "m28", trail="base a1")
        .when(play("m01", "a2"))
        .then(moved(0, "m01", "a1 a2"), trouble("a2"), TurnPassed(seat=1), ExpeditionEnded("stranded"))
    )


def test_a_mover_in_any_hand_that_can_be_played_keeps_hope_alive():
    """It does not matter whose it is, nor whether it leads ahead or back."""
    (
        team("m01", "m21", trail="base a1", out_of_turn=False)
        .when(play("m01", "a2"))
        .then(moved(0, "m01", "a1 a2"), trouble("a2"), TurnPassed(seat=1))
    )


def test_a_card_in_a_hand_or_laid_keeps_hope_alive():
    """With a piece of equipment anywhere the team is not stranded."""
    for more, laid in ((" e01", ""), ("", "e16")):
        table = team("m01" + more, trail="base a1", met="a5", laid=laid)
        table.when(play("m01", "base")).then(moved(0, "m01", "a1 base", "back"), TurnPassed(seat=0))


def test_spending_the_last_card_on_a_trouble_can_strand_the_team():
    """The trouble is overcome, and there is nothing to go on with."""
    team("e12", **IN_A_HAILSTORM).when(PlayEquipment(card="e12")).then(
        EquipmentPlayed(seat=0, card="e12"),
        TroubleOvercome(spot="a2", trouble=1, cards=("e12",)),
        ExpeditionEnded(outcome="stranded"),
    )


def test_the_last_draw_can_strand_the_team():
    """A mover that cannot be played is all that was drawn."""
    table = drawing("", trail="base", met="a2")
    luck, told = lucky(table, "m05")

    table.when(DrawCard(kind="movers"), chance=luck).then(*told, ExpeditionEnded(outcome="stranded"))


def test_nobody_is_stranded_while_a_draw_is_due():
    """Another draw may still help."""
    table = drawing("", due=2, trail="base", met="a2")
    luck, told = lucky(table, "m05")

    table.when(DrawCard(kind="movers"), chance=luck).then(*told)
