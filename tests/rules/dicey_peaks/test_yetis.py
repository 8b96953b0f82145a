"""docs/rules/dicey_peaks.md, "Yetis": who is frightened, when and how far."""

import pytest
from races import (
    AVALANCHE,
    LIGHT_BLUE,
    PICKAXE,
    SUMMIT,
    TENT,
    WHITE,
    YETI,
    at,
    luck,
    passed,
    peaks,
    race,
    roll,
    turned,
)

from summitbook_domain.dicey_peaks.commands import RollDice, Stop
from summitbook_domain.dicey_peaks.events import (
    Busted,
    Climbed,
    ClimbersFrightened,
    ClimberStranded,
    DiceSetAside,
    Rested,
)


def test_all_behind_move_one_tile_up():
    """Whoever stood lower at the start of the turn moves one up, free of charge, turning nothing over."""
    past = race(at(5), at(4, 3), at(0, 2), at(6), intent="climb", aside=(YETI,))

    after = peaks(*past, seats=4).when(Stop()).then(ClimbersFrightened(seats=(1, 2)), *passed(0, to=1))

    assert [climber.position for climber in after.state.climbers] == [5, 5, 1, 6]
    assert [climber.oxygen for climber in after.state.climbers] == [9, 3, 2, 9]
    assert len(after.state.face_down()) == 18


def test_who_stands_on_the_same_tile_or_ahead_is_not_frightened():
    """Only those strictly behind take fright; where there is none there is no event."""
    past = race(at(5), at(5), at(6), at(SUMMIT), intent="climb", aside=(YETI, YETI))
    peaks(*past, seats=4).when(Stop()).then(*passed(0, to=1))


def test_behind_is_told_by_where_the_turn_started():
    """
    A climb from 3 to 5 frightens those below 3 and nobody between.

    A seat that was ahead at the start is not behind for having been passed.
    """
    past = race(at(3), at(2), at(4), at(3), intent="climb", aside=(PICKAXE, PICKAXE, YETI))
    (
        peaks(*past, seats=4)
        .when(Stop(), chance=luck(lay={5: "nothing"}))
        .then(
            Climbed(start=3, end=5, oxygen=7),
            turned(5, "nothing"),
            ClimbersFrightened(seats=(1,)),
            *passed(0, to=1),
        )
    )


def test_many_yetis_frighten_no_more_than_one():
    """However many yetis were set aside, everyone behind moves exactly one tile."""
    after = (
        peaks(*race(at(5), at(2), intent="climb", aside=(YETI,) * 5))
        .when(Stop())
        .then(ClimbersFrightened(seats=(1,)), *passed(0, to=1))
    )

    assert after.state.climbers[1].position == 3


def test_yetis_frighten_after_a_rest_too():
    """Resting or climbing makes no difference to yetis."""
    (
        peaks(*race(at(5, 3), at(2), intent="rest", aside=(TENT, YETI)))
        .when(Stop())
        .then(Rested(gained=1, oxygen=4), ClimbersFrightened(seats=(1,)), *passed(0, to=1))
    )


def test_yetis_frighten_after_a_bust_too():
    """Two yetis while climbing, then bust by avalanche: those behind at the start still move one."""
    second = roll(2, (LIGHT_BLUE, LIGHT_BLUE, LIGHT_BLUE), (AVALANCHE, PICKAXE, TENT))
    after = (
        peaks(*race(at(5), at(4), intent="climb", aside=(YETI, YETI, AVALANCHE, AVALANCHE)))
        .when(RollDice(0, 3, 0), chance=luck(second))
        .then(
            second,
            DiceSetAside(dice=(LIGHT_BLUE, LIGHT_BLUE), faces=(AVALANCHE, PICKAXE)),
            Busted(cause="avalanche"),
            ClimbersFrightened(seats=(1,)),
            *passed(0, to=1),
        )
    )

    assert [climber.position for climber in after.state.climbers] == [5, 5]


def test_without_a_yeti_nobody_moves():
    """Avalanches and pickaxes frighten nobody."""
    past = race(at(5), at(2), intent="climb", aside=(AVALANCHE, AVALANCHE))
    peaks(*past).when(Stop()).then(*passed(0, to=1))


def test_a_yeti_on_a_die_that_went_back_frightens_nobody():
    """Only yetis of this turn count; those of the turn before are back in the pool."""
    after = peaks(*race(at(5), at(6), intent="climb", aside=(YETI,))).when(Stop()).then(*passed(0, to=1))

    assert after.state.count("yeti") == 0
    assert after.state.pool(WHITE) == 4


@pytest.mark.parametrize("oxygen", [0, 1])
def test_frightened_onto_the_summit(oxygen):
    """One carried onto the summit with no oxygen is stranded; with some it searches in its own turn."""
    stranded = [ClimberStranded(seat=1)] if oxygen == 0 else []
    (
        peaks(*race(at(SUMMIT, 5), at(18, oxygen), at(0), intent="climb", aside=(YETI,)), seats=3)
        .when(Stop())
        .then(
            ClimbersFrightened(seats=(1, 2)),
            *stranded,
            *passed(0, to=2 if stranded else 1),
        )
    )


def test_the_retired_are_not_frightened():
    """The climber of a retired seat stays put."""
    past = race(at(5), at(2), at(3), intent="climb", aside=(YETI,), retired=(1,))

    after = peaks(*past, seats=3).when(Stop()).then(ClimbersFrightened(seats=(2,)), *passed(0, to=2))

    assert after.state.climbers[1].position == 2


def test_the_frightened_are_told_by_seat():
    """`seats` are rising, whoever's turn it is."""
    past = race(at(1), at(9), at(3), at(2), seat=1, intent="climb", aside=(YETI,))
    peaks(*past, seats=4).when(Stop(), seat=1).then(ClimbersFrightened(seats=(0, 2, 3)), *passed(1, to=2))
