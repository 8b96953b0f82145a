"""docs/tournaments.md, "Results": what a climb gives its team."""

import pytest
from teams import CLIMB, MOUNTAIN

from summitbook_domain.mountaineering.events import ExpeditionEnded
from summitbook_domain.mountaineering.state import ClimbOptions

SETTING_OUT = CLIMB.setup(MOUNTAIN, ClimbOptions(), 3)


@pytest.mark.parametrize(
    ("outcome", "points"), [("summit", 2), ("returned", 2), ("rescued", 1), ("stranded", 0)]
)
def test_a_team_has_points_for_how_it_came_home(outcome, points):
    """The same for every seat, since they win or lose together."""
    assert CLIMB.results(CLIMB.evolve(SETTING_OUT, ExpeditionEnded(outcome))) == (points,) * 3


def test_a_climb_that_has_not_ended_has_none():
    """Nor one that was left by all."""
    assert CLIMB.results(SETTING_OUT) == ()


def test_nobody_is_a_rival():
    """So it is played duplicate."""
    assert not CLIMB.rivals


@pytest.mark.parametrize("outcome", ["summit", "returned", "rescued", "stranded"])
def test_a_climb_ends_as_its_last_event_says(outcome):
    """`ExpeditionEnded` names the way."""
    assert CLIMB.ending(CLIMB.evolve(SETTING_OUT, ExpeditionEnded(outcome))) == outcome
