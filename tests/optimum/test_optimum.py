"""Games that are played by the solution of Everest 1924 come out as it says."""

import pytest
from expeditions import SHEET

from summitbook_advice.everest1924.values import solved

from .climbs import climbs

GAMES = 600
"""`make optimum` plays 200,000."""
MOST_ERRORS = 3


def test_games_come_out_as_was_worked_out():
    """Of 600 games by fair dice, mean score and share of summits are within three standard errors."""
    worth, tally = solved(SHEET).game(), climbs(SHEET, 0, range(GAMES))

    for expected, (found, error) in ((worth.score, tally.score), (worth.summit, tally.summit)):
        assert found == pytest.approx(expected, abs=MOST_ERRORS * error)


def test_the_same_seed_and_number_are_the_same_game():
    """So that a run can be looked at again."""
    assert climbs(SHEET, 1, range(3)) == climbs(SHEET, 1, range(3)) != climbs(SHEET, 2, range(3))
