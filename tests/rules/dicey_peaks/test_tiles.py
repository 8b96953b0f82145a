"""docs/rules/dicey_peaks.md, "What tiles do"."""

import pytest
from races import PICKAXE, SUMMIT, at, luck, passed, peaks, race, turned

from summitbook_domain.dicey_peaks.commands import Stop, TurnOver
from summitbook_domain.dicey_peaks.events import (
    Climbed,
    ClimberMoved,
    ClimberStranded,
    OxygenChanged,
)

STEP = (PICKAXE,)
STEPPED = {"intent": "climb", "aside": STEP}


def onto(position, kind, oxygen=9, **past):
    """A climber about to climb one step onto a tile that lies face up."""
    return peaks(*race(at(position - 1, oxygen), at(0), face_up={position: kind}, **STEPPED, **past))


def step(position, oxygen=8):
    return Climbed(start=position - 1, end=position, oxygen=oxygen)


@pytest.mark.parametrize(
    ("position", "kind", "end"),
    [
        (1, "forward_1", 2),
        (1, "forward_2", 3),
        (6, "forward_1", 7),
        (11, "forward_2", 13),
        (17, "forward_1", 18),
        (18, "forward_1", SUMMIT),
        (17, "forward_2", SUMMIT),
        (18, "forward_2", SUMMIT),
        (6, "back_1", 5),
        (7, "back_1", 6),
        (12, "back_2", 10),
        (2, "back_2", 0),
        (1, "back_1", 0),
        (1, "back_2", 0),
        (7, "down_left", 1),
        (9, "down_left", 3),
        (11, "down_left", 5),
        (7, "down_right", 2),
        (11, "down_right", 6),
        (12, "down_left", 7),
        (12, "down_right", 8),
        (15, "down_right", 11),
        (16, "down_left", 12),
        (18, "down_left", 14),
        (18, "down_right", 15),
    ],
)
def test_tiles_that_move_a_climber(position, kind, end):
    """
    Forward and back by so many positions, from the foot to the summit and no further.

    Down is onto the left or the right one of the two tiles that the tile rests on.
    """
    after = (
        onto(position, kind)
        .when(Stop())
        .then(step(position), ClimberMoved(start=position, end=end, tile=kind), *passed(0, to=1))
    )

    assert after.state.climbers[0].position == end


@pytest.mark.parametrize(
    ("kind", "before", "change"),
    [
        ("oxygen_plus_1", 5, 1),
        ("oxygen_plus_2", 7, 2),
        ("oxygen_plus_2", 8, 1),
        ("oxygen_plus_1", 9, 0),
        ("oxygen_minus_1", 5, -1),
        ("oxygen_minus_1", 1, -1),
        ("oxygen_minus_2", 5, -2),
        ("oxygen_minus_2", 1, -1),
        ("oxygen_minus_1", 0, 0),
        ("oxygen_minus_2", 0, 0),
    ],
)
def test_tiles_that_change_the_oxygen(kind, before, change):
    """Oxygen stays within 0 and 9; what really changed is told, also 0."""
    climb = Climbed(start=3, end=4, oxygen=before)
    state = peaks(*race(at(3, before + 1), at(0), face_up={4: kind}, **STEPPED))

    after = state.when(Stop()).then(
        climb, OxygenChanged(change=change, oxygen=before + change, tile=kind), *passed(0, to=1)
    )

    assert after.state.climbers[0].oxygen == before + change


def test_nothing_does_nothing():
    """The tile `nothing` has no event of its own."""
    onto(4, "nothing").when(Stop()).then(step(4), *passed(0, to=1))


def test_a_tile_face_down_is_turned_over_and_acts():
    """A tile climbed onto is turned face up, from its level's shuffle, and then it acts."""
    after = (
        peaks(*race(at(8), at(0), **STEPPED))
        .when(Stop(), chance=luck(lay={9: "down_left"}))
        .then(
            step(9),
            turned(9, "down_left"),
            ClimberMoved(start=9, end=3, tile="down_left"),
            *passed(0, to=1),
        )
    )

    assert 9 not in after.state.face_down()


def test_a_tile_face_up_acts_again_without_being_turned():
    """Everyone who climbs onto it later is acted on, and nothing is drawn."""
    onto(9, "oxygen_minus_1", seat=0).when(Stop()).then(
        step(9), OxygenChanged(change=-1, oxygen=7, tile="oxygen_minus_1"), *passed(0, to=1)
    )


@pytest.mark.parametrize("face_up", [{}, {5: "oxygen_minus_2"}], ids=["face down", "face up"])
def test_a_tile_that_one_is_moved_to_neither_turns_nor_acts(face_up):
    """A tile's action leads to another tile, where nothing more happens."""
    after = (
        peaks(*race(at(3), at(0), face_up={4: "forward_1", **face_up}, **STEPPED))
        .when(Stop())
        .then(step(4), ClimberMoved(start=4, end=5, tile="forward_1"), *passed(0, to=1))
    )

    assert (5 in after.state.face_down()) == (not face_up)
    assert after.state.climbers[0].oxygen == 8


def test_carried_to_the_summit_one_searches_next_turn():
    """`forward_2` on 18 leads to the summit, where nothing is turned over yet."""
    after = (
        onto(18, "forward_2", oxygen=4)
        .when(Stop())
        .then(step(18, oxygen=3), ClimberMoved(start=18, end=SUMMIT, tile="forward_2"), *passed(0, to=1))
    )

    assert after.state.summit_face_down() == (0, 1, 2)
    assert not after.state.climbers[0].stranded


def test_carried_to_the_summit_without_oxygen_one_is_stranded_at_once():
    """A tile brings a climber whose last oxygen is spent to the summit: that is the end of it."""
    (
        onto(18, "forward_1", oxygen=1)
        .when(Stop())
        .then(
            step(18, oxygen=0),
            ClimberMoved(start=18, end=SUMMIT, tile="forward_1"),
            ClimberStranded(seat=0),
            *passed(0, to=1),
        )
    )


ALL_UP = dict.fromkeys(range(1, 19), "nothing")


def all_up_but(*positions):
    """Every tile face up but these."""
    return {position: kind for position, kind in ALL_UP.items() if position not in positions}


def test_turning_over_waits_for_the_choice():
    """`turn_over_2` leaves the turn open; the tiles are turned in the order named and do not act."""
    after = (
        peaks(*race(at(3), at(0), **STEPPED))
        .when(Stop(), chance=luck(lay={4: "turn_over_2"}))
        .then(step(4), turned(4, "turn_over_2"))
    )

    assert after.state.phase == "to_turn_over"
    (
        after.when(TurnOver(positions=(17, 2)), chance=luck(lay={17: "back_1", 2: "forward_2"})).then(
            turned(17, "back_1"), turned(2, "forward_2"), *passed(0, to=1)
        )
    )


def test_turning_over_a_tile_that_turns_over_asks_for_nothing_more():
    """Tiles turned by `TurnOver` do not act, one that turns tiles over no more than others."""
    (
        onto(4, "turn_over_2")
        .when(Stop())
        .then(step(4))
        .when(TurnOver(positions=(1, 7)), chance=luck(lay={1: "turn_over_2", 7: "turn_over_2"}))
        .then(turned(1, "turn_over_2"), turned(7, "turn_over_2"), *passed(0, to=1))
    )


def test_two_tiles_of_one_level_come_from_the_same_shuffle():
    """Both reveal their place of the one shuffle of their level."""
    after = (
        onto(4, "turn_over_2")
        .when(Stop())
        .then(step(4))
        .when(TurnOver(positions=(7, 8)), chance=luck(lay={7: "forward_1", 8: "forward_2"}))
        .then(turned(7, "forward_1"), turned(8, "forward_2"), *passed(0, to=1))
    )

    assert after.state.tiles[6:8] == ("forward_1", "forward_2")


@pytest.mark.parametrize(
    "positions",
    [
        (),
        (1,),
        (1, 2, 3),
        (1, 1),
        (1, 4),
        (4, 1),
        (0, 1),
        (1, 0),
        (-1, 1),
        (1, -18),
        (1, SUMMIT),
        (1, 20),
        (1, 2**60),
    ],
    ids=str,
)
def test_the_tiles_turned_over_are_two_face_down_below_the_summit(positions):
    """Too few, too many, one twice, one face up, foot, summit and what is not there are BAD_TILE."""
    onto(4, "turn_over_2").when(Stop()).then(step(4)).when(TurnOver(positions=positions)).refused("BAD_TILE")


def test_with_one_tile_left_face_down_that_one_is_turned():
    """All that are left are turned where they are fewer than two, and the seat is asked all the same."""
    face_up = {**all_up_but(12), 4: "turn_over_2"}
    (
        peaks(*race(at(3), at(0), face_up=face_up, **STEPPED))
        .when(Stop())
        .then(step(4))
        .when(TurnOver(positions=(12, 13)))
        .refused("BAD_TILE")
        .when(TurnOver(positions=()))
        .refused("BAD_TILE")
        .when(TurnOver(positions=(12,)), chance=luck(lay={12: "back_2"}))
        .then(turned(12, "back_2"), *passed(0, to=1))
    )


def test_with_the_last_two_face_down_the_seat_is_asked_all_the_same():
    """A choice of one is put to the player too."""
    face_up = {**all_up_but(5, 12), 4: "turn_over_2"}

    after = peaks(*race(at(3), at(0), face_up=face_up, **STEPPED)).when(Stop()).then(step(4))

    assert after.legal() == (TurnOver(positions=(5, 12)),)


def test_with_no_tile_left_face_down_nothing_happens():
    """The turn ends as after `nothing`."""
    peaks(*race(at(3), at(0), face_up={**ALL_UP, 4: "turn_over_2"}, **STEPPED)).when(Stop()).then(
        step(4), *passed(0, to=1)
    )


def test_the_last_tile_turned_by_landing_leaves_none_to_turn_over():
    """The tile itself is face up by the time it acts."""
    (
        peaks(*race(at(3), at(0), face_up=all_up_but(4), **STEPPED))
        .when(Stop(), chance=luck(lay={4: "turn_over_2"}))
        .then(step(4), turned(4, "turn_over_2"), *passed(0, to=1))
    )
