"""docs/tournaments.md, "Results": what a race gives each seat."""

import pytest
from races import MOUNTAIN, PEAKS

from summitbook_domain.dicey_peaks.events import GameDrawn, GameWon
from summitbook_domain.dicey_peaks.state import RaceOptions
from summitbook_domain.table.events import SeatRetired


@pytest.mark.parametrize(
    ("ending", "places"),
    [
        ((GameWon(2),), (2, 2, 1, 2)),
        ((SeatRetired(0), GameWon(2)), (4, 2, 1, 2)),
        ((SeatRetired(0), SeatRetired(1), SeatRetired(3), GameWon(2)), (2, 2, 1, 2)),
        ((GameDrawn(),), (1, 1, 1, 1)),
        ((SeatRetired(3), GameDrawn()), (1, 1, 1, 4)),
        ((SeatRetired(0), SeatRetired(3), GameDrawn()), (3, 1, 1, 3)),
    ],
)
def test_first_the_winner_then_the_others_then_who_retired(ending, places):
    """Equals share a place; of a drawn game those who have not retired share the first."""
    race = PEAKS.setup(MOUNTAIN, RaceOptions(), 4)
    for event in ending:
        race = PEAKS.evolve(race, event)
    assert PEAKS.results(race) == places


def test_the_seats_are_rivals():
    """So it is played at tables and on ladders."""
    assert PEAKS.rivals


def test_a_race_ends_won_or_drawn():
    """Somebody has found the flag, or nobody will."""
    for event, word in ((GameWon(1), "won"), (GameDrawn(), "drawn")):
        assert PEAKS.ending(PEAKS.evolve(PEAKS.setup(MOUNTAIN, RaceOptions(), 2), event)) == word
