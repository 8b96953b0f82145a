"""docs/rules/dicey_peaks.md, "Stopping": what a rest brings and what a climb costs."""

import pytest
from races import AVALANCHE, PICKAXE, SUMMIT, TENT, YETI, at, luck, passed, peaks, race, turned

from summitbook_domain.dicey_peaks.commands import Announce, RollDice, Stop
from summitbook_domain.dicey_peaks.events import Climbed, OxygenChanged, Rested


@pytest.mark.parametrize(("tents", "gained"), [(0, 0), (1, 1), (4, 4)])
def test_a_rest_brings_one_oxygen_a_tent(tents, gained):
    """Each tent is one oxygen; a gain of 0 is told too."""
    after = (
        peaks(*race(at(3, 2), at(5), intent="rest", aside=(TENT,) * tents))
        .when(Stop())
        .then(Rested(gained=gained, oxygen=2 + gained), *passed(0, to=1))
    )

    assert after.state.climbers[0].oxygen == 2 + gained


@pytest.mark.parametrize(("position", "level"), [(0, 6), (3, 6), (9, 5), (13, 4), (17, 3)])
def test_a_rest_brings_no_more_than_the_level(position, level):
    """Tents beyond the number of the level count for nothing; the foot counts as level 6."""
    (
        peaks(*race(at(position, 1), at(5), intent="rest", aside=(TENT,) * 8))
        .when(Stop())
        .then(Rested(gained=level, oxygen=1 + level), *passed(0, to=1))
    )


def test_a_climb_pays_one_oxygen_a_pickaxe_and_goes_up_as_many():
    """Two pickaxes: two oxygen, two positions."""
    after = (
        peaks(*race(at(3, 7), at(5), intent="climb", aside=(PICKAXE, AVALANCHE, PICKAXE)))
        .when(Stop(), chance=luck(lay={5: "nothing"}))
        .then(Climbed(start=3, end=5, oxygen=5), turned(5, "nothing"), *passed(0, to=1))
    )

    assert (after.state.climbers[0].position, after.state.climbers[0].oxygen) == (5, 5)


def test_a_climb_goes_on_from_the_left_of_the_next_level():
    """From position 5 three pickaxes lead past the end of level 6 to position 8, the second of level 5."""
    (
        peaks(*race(at(5), at(5), intent="climb", aside=(PICKAXE,) * 3))
        .when(Stop(), chance=luck(lay={8: "oxygen_plus_1"}))
        .then(
            Climbed(start=5, end=8, oxygen=6),
            turned(8, "oxygen_plus_1"),
            OxygenChanged(change=1, oxygen=7, tile="oxygen_plus_1"),
            *passed(0, to=1),
        )
    )


@pytest.mark.parametrize("aside", [(), (AVALANCHE, AVALANCHE)], ids=["nothing", "avalanches"])
@pytest.mark.parametrize("position", [0, 3, SUMMIT])
def test_without_a_pickaxe_nothing_moves(aside, position):
    """With p = 0 there is no `Climbed`, no oxygen is paid and no tile acts, face up or not."""
    after = (
        peaks(*race(at(position, 4), at(0), intent="climb", aside=aside, face_up={3: "oxygen_minus_1"}))
        .when(Stop())
        .then(*passed(0, to=1))
    )

    assert (after.state.climbers[0].position, after.state.climbers[0].oxygen) == (position, 4)


def test_the_last_oxygen_may_be_spent_and_the_next_turn_must_be_a_rest():
    """Oxygen 3 and three pickaxes leave 0; whoever has 0 can only announce a rest."""
    after = (
        peaks(*race(at(3, 3), at(5), intent="climb", aside=(PICKAXE,) * 3))
        .when(Stop(), chance=luck(lay={6: "nothing"}))
        .then(Climbed(start=3, end=6, oxygen=0), turned(6, "nothing"), *passed(0, to=1))
    )

    assert not after.state.climbers[0].stranded
    again = race(at(6, 0), at(5), rolled=(PICKAXE,) * 5)
    peaks(*again).when(Announce(intent="climb")).refused("MUST_REST")


@pytest.mark.parametrize("command", [Stop(), RollDice(4, 1, 0)], ids=repr)
def test_a_turn_that_is_over_cannot_be_stopped_or_rolled_for_again(command):
    """After the stop it is the next seat's turn."""
    after = peaks(*race(at(3), at(5), intent="climb", aside=(YETI,))).when(Stop()).then(*passed(0, to=1))

    after.when(command, seat=0).refused("NOT_YOUR_TURN")
