"""What is best of several values, and what a strong player does where nothing advises."""

from msgspec.structs import replace
from toy import EDITION, RACE, GiveIn, Throw

from given import drawing
from summitbook_advice.policies import POLICIES
from summitbook_advice.values import Value, best

VIEW = RACE.view_type(sums=(0, 0))


def worth(command, value):
    return Value(command=command, value=value, unit="chance", words="so so")


def test_the_best_is_worth_most():
    """Whatever the order, what is worth most is best."""
    good, bad = worth(Throw(), 0.75), worth(GiveIn(), 0.25)

    assert best((good, bad)) == best((bad, good)) == good


def test_of_equals_the_first_is_best():
    """Two commands of the same worth: the one listed first, so that the choice is always the same."""
    first, second = worth(Throw(), 0.5), worth(GiveIn(), 0.5)

    assert best((first, second)) == first
    assert best((second, first)) == second


def test_without_advice_a_strong_player_is_greedy():
    """A game that nothing advises in is played as the game itself says."""
    for greedily in (Throw(), GiveIn(), None):
        game = replace(RACE, greedy=lambda *_, choice=greedily: choice)

        assert (
            POLICIES["strong"](game, EDITION.content, VIEW, (Throw(), GiveIn()), drawing("", [])) == greedily
        )
