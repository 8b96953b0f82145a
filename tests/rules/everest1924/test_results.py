"""docs/tournaments.md, "Results": what an expedition gives its seat."""

from expeditions import EVEREST, SHEET

from summitbook_domain.everest1924.events import (
    ExpeditionAbandoned,
    ExpeditionScored,
    PartyPerished,
    SummitReached,
)
from summitbook_domain.everest1924.state import ExpeditionOptions
from summitbook_domain.table.events import SeatRetired

SETTING_OUT = EVEREST.setup(SHEET, ExpeditionOptions(), 1)


def test_the_points_are_the_score():
    """Also one below 0."""
    for score in (71, 0, -3):
        scored = ExpeditionScored(score, 0, 0, 0, False, "Nobody")
        assert EVEREST.results(EVEREST.evolve(SETTING_OUT, scored)) == (score,)


def test_without_a_score_there_are_none():
    """Whoever retires has none."""
    assert EVEREST.results(EVEREST.evolve(SETTING_OUT, SeatRetired(0))) == ()


def test_nobody_is_a_rival():
    """So it is played duplicate."""
    assert not EVEREST.rivals


def test_a_climb_ends_on_the_summit_by_turning_back_or_in_the_way_the_party_perished():
    """The event that ended the climb, and of a party that perished the cause, in a word."""
    ends = {
        SummitReached(): "summit",
        ExpeditionAbandoned(): "abandoned",
        PartyPerished("crossing"): "perished_crossing",
    }

    for event, word in ends.items():
        assert EVEREST.ending(EVEREST.evolve(SETTING_OUT, event)) == word
