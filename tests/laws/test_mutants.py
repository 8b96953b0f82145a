"""Golden replays are evidence: they fail when the rules change."""

import pytest
from mutants import living
from whole_games import ALL, name_of


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_the_golden_replays_notice_when_the_rules_change(game):
    """
    Of all the small changes that can be made to a game's rules, more than half make a golden replay fail.

    The rest changes only what is refused, or nothing; `python tests/mutants.py GAME` lists it for a reader.
    """
    made, alive = living(game)

    assert made - len(alive) >= 30
    assert len(alive) * 2 < made, "\n".join(alive)
