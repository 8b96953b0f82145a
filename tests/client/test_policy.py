"""How a bot chooses."""

from random import Random

from pictures import ABANDON, CLIMB, ROLL

from summitbook_client.policy import GIVES_UP_ONE_TIME_IN, at_random


def test_giving_up_is_chosen_about_one_time_in_fifty():
    """Where one can go on, a bot seldom gives up, but it does."""
    luck, asked = Random(1924), 20_000

    gave_up = sum(at_random([ROLL, ABANDON], luck).gives_up for _ in range(asked))

    assert 0.8 < gave_up * GIVES_UP_ONE_TIME_IN / asked < 1.2


def test_where_only_giving_up_is_left_it_is_done():
    """A bot never has nothing to choose."""
    assert at_random([ABANDON], Random(1)) is ABANDON


def test_every_other_action_is_chosen():
    """None is preferred for ever."""
    luck = Random(1)

    assert {at_random([ROLL, CLIMB], luck).label for _ in range(50)} == {ROLL.label, CLIMB.label}
