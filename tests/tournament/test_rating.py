"""docs/tournaments.md, "Ladder": the rating is OpenSkill's."""

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from summitbook_domain.tournament.rating import NEWCOMER, Rating, rated

RATINGS = st.builds(Rating, st.integers(-10_000, 60_000), st.integers(300, 9_000))
GAMES = st.lists(st.tuples(RATINGS, st.integers(1, 6)), min_size=2, max_size=6)
ROUNDED = 0.501
"""Half of the last digit, and what a float strays."""


def by_openskill(ratings, places):
    model = PlackettLuce()
    teams = [[model.rating(mu=each.mean / 1000, sigma=each.doubt / 1000)] for each in ratings]
    return [(one.mu * 1000, one.sigma * 1000) for (one,) in model.rate(teams, ranks=places)]


@given(GAMES)
def test_a_game_changes_ratings_as_openskill_says(game):
    """Whatever the ratings and places, equals among them, the published package has the same."""
    ratings, places = [each for each, _ in game], [place for _, place in game]
    for ours, (mean, doubt) in zip(rated(ratings, places), by_openskill(ratings, places), strict=True):
        assert abs(ours.mean - mean) < ROUNDED
        assert abs(ours.doubt - doubt) < ROUNDED


def test_a_newcomer_is_as_openskill_starts_one():
    """25, with a doubt of a third of that."""
    fresh = PlackettLuce().rating()
    assert (NEWCOMER.mean, NEWCOMER.doubt) == (round(fresh.mu * 1000), round(fresh.sigma * 1000))
    assert NEWCOMER.surely == 1


def test_two_newcomers_after_a_game():
    """A worked case, to be the same on every machine."""
    assert rated([NEWCOMER, NEWCOMER], [1, 2]) == [Rating(27_635, 8_066), Rating(22_365, 8_066)]
