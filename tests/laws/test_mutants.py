"""Golden replays are evidence: they fail when the rules change."""

import subprocess
import sys

import mutants
import pytest
from whole_games import ALL, name_of

EVERY = 12


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_the_golden_replays_notice_when_the_rules_change(game):
    """
    Of the small changes that can be made to a game's rules, most make a golden replay or its refusals fail.

    Every twelfth change is tried here, and all of them by `make mutants`, which asks tests and laws too.
    """
    command = [sys.executable, mutants.__file__, game.name, "--replays", "--every", str(EVERY)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout

    made, noticed, *_ = (int(word) for word in told.replace(",", "").split() if word.isdecimal())
    assert made >= 20
    assert noticed * 2 > made, told


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_the_list_of_harmless_changes_is_of_changes_that_can_be_made(game):
    """Each stands for a change of the rules as they are now, and has a reason."""
    listed = mutants.harmless(game)
    made = {mutant.name for mutant in mutants.mutants_of(game)}

    assert listed.keys() <= made
    assert all(len(reason) > 20 for reason in listed.values())


def test_no_game_but_those_registered_is_on_the_list():
    """A game's name and rules edition are the head of its part of the list."""
    assert mutants.tomllib.loads(mutants.HARMLESS.read_text()).keys() <= {name_of(game) for game in ALL}
