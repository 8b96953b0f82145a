"""docs/rules/mountaineering.md, "Whose turn": passing it, playing out of turn, being passed over."""

from teams import drawing, lucky, moved, names, team, trouble, way_to

from summitbook_domain.mountaineering.commands import (
    Abandon,
    Donate,
    DrawCard,
    PlayEquipment,
    PlayMover,
    TakeBackEquipment,
)
from summitbook_domain.mountaineering.events import (
    CardAbandoned,
    CardDonated,
    EquipmentPlayed,
    EquipmentTakenBack,
    ExpeditionEnded,
    SuppliesReached,
    TroubleOvercome,
    TurnPassed,
)


def play(card, spots):
    return PlayMover(card=card, route=names(spots))


def test_the_turn_passes_to_the_left():
    """After the mover of the seat that had the turn, the next seat has it."""
    (
        team("m01", "m02", "m03", turn=1)
        .when(play("m02", "a1"), seat=1)
        .then(moved(1, "m02", "base a1"), TurnPassed(seat=2))
        .when(play("m03", "a2"), seat=2)
        .then(moved(2, "m03", "a1 a2"), trouble("a2"), TurnPassed(seat=0))
    )


def test_a_mover_played_out_of_turn_leaves_the_turn_where_it_was():
    """Worked case: a 2 of another seat first; the turn stays until the seat that has it moves."""
    table = (
        team("m01 m02", "m21")
        .when(play("m21", "a1 a2"), seat=1)
        .then(moved(1, "m21", "base a1 a2"), trouble("a2"))
    )
    assert table.state.turn == 0

    table = (
        team("m01 m02", "m28").when(play("m28", "a1 a2 a3"), seat=1).then(moved(1, "m28", "base a1 a2 a3"))
    )
    assert table.state.turn == 0
    table.when(play("m01", "a4")).then(
        moved(0, "m01", "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=1)
    )


def test_one_seat_may_move_several_times_running_out_of_turn():
    """Out of turn any seat moves at any time outside a draw."""
    table = team("m01", "m02 m03 m04")
    for card, spots in (("m02", "base a1"), ("m03", "a1 a2")):
        events = [trouble("a2")] if spots.endswith("a2") else []
        table = table.when(play(card, spots.split()[1]), seat=1).then(moved(1, card, spots), *events)

    assert table.state.turn == 0


def test_without_out_of_turn_only_the_seat_that_has_the_turn_moves():
    """NOT_YOUR_TURN, before anything about the card is asked."""
    table = team("m01", "m02 e01", out_of_turn=False)

    table.when(play("m02", "a1"), seat=1).refused("NOT_YOUR_TURN")
    table.when(play("e01", ""), seat=1).refused("NOT_YOUR_TURN")
    assert not [each for each in table.legal(seat=1) if isinstance(each, PlayMover)]
    table.when(play("m01", "a1")).then(moved(0, "m01", "base a1"), TurnPassed(seat=1))


def test_with_out_of_turn_nobody_is_passed_over():
    """A seat that holds no mover has the turn all the same."""
    team("m01 m02", "e01", "m03").when(play("m01", "a1")).then(moved(0, "m01", "base a1"), TurnPassed(seat=1))


def test_a_seat_without_a_mover_is_passed_over():
    """One `TurnPassed` names the seat that has the turn in the end."""
    (
        team("m01 m02", "e01", "m03", out_of_turn=False)
        .when(play("m01", "a1"))
        .then(moved(0, "m01", "base a1"), TurnPassed(seat=2))
    )


def test_a_seat_whose_movers_lead_nowhere_is_passed_over():
    """Near the summit a 3 does not fit ahead, and while a 1 does it may not go back either."""
    (
        team("m01 m02", "m28", "m03", trail=way_to("j2"), out_of_turn=False)
        .when(play("m01", "j3"))
        .then(moved(0, "m01", "j2 j3"), TurnPassed(seat=2))
    )


def test_a_seat_that_can_only_go_back_is_not_passed_over():
    """Going back is playing a mover."""
    (
        team("m01", "m02", trail="base a1", out_of_turn=False)
        .when(play("m01", "a2"))
        .then(moved(0, "m01", "a1 a2"), trouble("a2"), TurnPassed(seat=1))
    )


def test_the_turn_may_come_back_to_the_seat_that_moved():
    """All others are passed over: the seat that moved has the turn again."""
    (
        team("m01 m02", "", "e01", out_of_turn=False)
        .when(play("m01", "a1"))
        .then(moved(0, "m01", "base a1"), TurnPassed(seat=0))
    )


def test_if_nobody_can_move_the_turn_stays_with_the_next_seat():
    """It has passed to the left, and there it stays."""
    (
        team("m01", "e02", "e03", out_of_turn=False)
        .when(play("m01", "a1"))
        .then(moved(0, "m01", "base a1"), TurnPassed(seat=1))
    )


def test_nobody_is_passed_over_while_a_draw_is_due():
    """At supplies the turn goes to the next seat, mover or none; after the draws it is passed over."""
    table = team("m01", "e01", "m03", trail=way_to("a3"), out_of_turn=False)
    table = table.when(play("m01", "a4")).then(
        moved(0, "m01", "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=1)
    )
    for seat, card, kind in ((0, "m05", "movers"), (1, "e05", "equipment")):
        luck, told = lucky(table, card)
        table = table.when(DrawCard(kind=kind), seat=seat, chance=luck).then(*told)
    luck, told = lucky(table, "e06")

    table.when(DrawCard(kind="equipment"), seat=2, chance=luck).then(*told, TurnPassed(seat=2))


def test_a_seat_that_draws_a_mover_in_time_keeps_the_turn():
    """A seat that can move when the draws are made is not passed over."""
    table = drawing("e01", "m01", turn=0, out_of_turn=False)
    luck, told = lucky(table, "m02")

    table.when(DrawCard(kind="movers"), chance=luck).then(*told)


def test_a_seat_that_gives_its_last_mover_away_is_passed_over():
    """The turn is looked after when any command is done."""
    (
        team("m01 e01", "", out_of_turn=False)
        .when(Donate(card="m01", to=1))
        .then(CardDonated(seat=0, to=1, card="m01"), TurnPassed(seat=1))
    )


def test_a_seat_that_is_given_a_mover_keeps_the_turn():
    """A seat that can move keeps its turn, whoever gave it the mover."""
    (
        team("", "m01 m02", out_of_turn=False)
        .when(Donate(card="m01", to=0), seat=1)
        .then(CardDonated(seat=1, to=0, card="m01"))
    )


def test_overcoming_a_trouble_can_pass_a_seat_over():
    """With the trouble gone its 3 may no longer go back, since another seat's 1 fits ahead."""
    (
        team("m28 e23", "m01", trail=way_to("j3"), met="j2", laid="e12", out_of_turn=False)
        .when(PlayEquipment(card="e23"))
        .then(
            EquipmentPlayed(seat=0, card="e23"),
            TroubleOvercome(spot="j2", trouble=28, cards=("e12", "e23")),
            TurnPassed(seat=1),
        )
    )


def test_a_seat_passed_over_does_not_get_the_turn_back():
    """Drawing a mover later does not return the turn to it."""
    table = team("m01 e01", "e02", "m03 m04", trail=way_to("a3"), out_of_turn=False)
    table = table.when(play("m01", "a4")).then(
        moved(0, "m01", "a3 a4"), SuppliesReached(spot="a4"), TurnPassed(seat=1)
    )
    for seat, card, kind, more in (
        (0, "e05", "equipment", ()),
        (1, "e06", "equipment", ()),
        (2, "e07", "equipment", (TurnPassed(seat=2),)),
    ):
        luck, told = lucky(table, card)
        table = table.when(DrawCard(kind=kind), seat=seat, chance=luck).then(*told, *more)

    table = table.when(play("m03", "a5"), seat=2).then(
        moved(2, "m03", "a4 a5"), trouble("a5"), TurnPassed(seat=2)
    )

    assert table.state.turn == 2


def test_laying_and_taking_back_do_not_pass_the_turn():
    """Only a mover does, and being passed over."""
    table = team("m01 e12", "m02 e03", trail="base a1 a2", met="a2", laid="e23", out_of_turn=False)

    table.when(TakeBackEquipment(card="e23")).then(EquipmentTakenBack(seat=0, card="e23"))
    table.when(PlayEquipment(card="e03"), seat=1).then(EquipmentPlayed(seat=1, card="e03"))


def test_the_turn_passes_even_when_the_move_wins():
    """`TurnPassed` is the last event of the mover; only the end comes after it."""
    (
        team("m01 m02", "m03", trail=way_to("j3"))
        .when(play("m01", "summit"))
        .then(moved(0, "m01", "j3 summit"), TurnPassed(seat=1), ExpeditionEnded(outcome="summit"))
    )


def test_a_win_out_of_turn_passes_nothing():
    """The turn stays, and the climb ends."""
    (
        team("m01 m02", "m03", trail=way_to("j3"))
        .when(play("m03", "summit"), seat=1)
        .then(moved(1, "m03", "j3 summit"), ExpeditionEnded(outcome="summit"))
    )


def test_who_can_move_when_the_climb_is_won_is_asked_as_ever():
    """Our choice: passed over is who could play no mover from where the marker stands, won or not."""
    (
        team("m01 m02", "e01", "m03", trail=way_to("j3"), out_of_turn=False)
        .when(play("m01", "summit"))
        .then(moved(0, "m01", "j3 summit"), TurnPassed(seat=2), ExpeditionEnded(outcome="summit"))
    )


def test_abandoning_leaves_the_turn_alone_while_its_draws_are_due():
    """Nobody is passed over before the cards are drawn."""
    (
        team("e01 e02", "m28", trail=way_to("a2"), met="a2", out_of_turn=False)
        .when(Abandon(card="e01"))
        .then(CardAbandoned(seat=0, card="e01"))
    )
