"""How soon a climber alone finds the flag."""

import numpy as np
import pytest
from msgspec.structs import replace
from races import MOUNTAIN, SUMMIT

from summitbook_advice.dicey_peaks.alone import Alone, alone_on
from summitbook_advice.dicey_peaks.ways import Standing


def test_who_has_not_begun_has_not_found_it():
    """After no turn nobody has the flag; from turn to turn it gets likelier, and never surer than sure."""
    clock = alone_on(MOUNTAIN).clock
    alone = alone_on(MOUNTAIN)

    assert not clock[0, : alone.found].any()
    assert (np.diff(clock, axis=0) >= -1e-12).all()
    assert (clock <= 1 + 1e-12).all()
    assert clock[:, alone.found].all()
    assert not clock[:, alone.stranded].any()


def test_without_oxygen_on_the_summit_nothing_is_found():
    """A standing there is that of a stranded climber."""
    alone = alone_on(MOUNTAIN)

    assert alone.number(Standing(SUMMIT, 0, 2)) == alone.stranded
    assert alone.number(Standing(SUMMIT, 0, 0)) == alone.found


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_one_die_and_one_tile_can_be_worked_out(turns):
    """
    With one white die, which shows a pickaxe 3 times in 6 and a tent, which is rolled again, 1 time in 6.

    From the summit with the last tile hidden a turn finds the flag 3 times in 5, whatever the
    oxygen, and a turn without a pickaxe costs none.
    """
    one_die = replace(
        MOUNTAIN,
        first_roll=1,
        next_roll=1,
        dice=replace(
            MOUNTAIN.dice,
            white=replace(MOUNTAIN.dice.white, count=1),
            light_blue=replace(MOUNTAIN.dice.light_blue, count=0),
            dark_blue=replace(MOUNTAIN.dice.dark_blue, count=0),
        ),
    )
    alone = Alone(one_die)

    assert alone.clock[turns, alone.number(Standing(SUMMIT, 1, 1))] == pytest.approx(1 - 0.4**turns)


def test_two_hidden_tiles_with_one_oxygen_are_one_search():
    """The only search finds it 1 time in 2, and else the climber is stranded."""
    alone = alone_on(MOUNTAIN)

    assert alone.clock[-1, alone.number(Standing(SUMMIT, 1, 2))] == pytest.approx(0.5, abs=1e-6)
