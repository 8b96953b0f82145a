"""Which game's time is up next."""

from uuid import uuid4

import pytest

from summitbook_service.deadlines import Deadlines

ONE, TWO, THREE = (uuid4() for _ in range(3))


@pytest.fixture
def deadlines():
    return Deadlines()


def test_games_are_called_when_their_first_deadline_has_come(deadlines):
    """Not before it, each once, the first one first."""
    deadlines.note(ONE, {0: 300, 1: 200})
    deadlines.note(TWO, {0: 100})
    deadlines.note(THREE, {0: 201})

    assert list(deadlines.called(99)) == []
    assert deadlines.next() == 100
    assert list(deadlines.called(200)) == [TWO, ONE]
    assert list(deadlines.called(200)) == []
    assert deadlines.next() == 201


def test_a_later_deadline_leaves_a_game_where_it_stands(deadlines):
    """Whoever is called too early is set again: so a game's moves cost the queue nothing."""
    for moment in range(100, 1_000):
        deadlines.note(ONE, {0: moment})

    assert len(deadlines._queue) == 1
    assert list(deadlines.called(100)) == [ONE]


def test_an_earlier_deadline_moves_a_game_to_the_front(deadlines):
    """The game is called at the earlier one, and not again at the later."""
    deadlines.note(ONE, {0: 200})
    deadlines.changed.clear()
    deadlines.note(ONE, {0: 100})

    assert deadlines.changed.is_set()
    assert list(deadlines.called(100)) == [ONE]
    assert list(deadlines.called(300)) == []


def test_a_game_without_deadlines_is_not_called(deadlines):
    """A closed game, or one that waits for nobody, is taken out."""
    deadlines.note(ONE, {0: 100})
    deadlines.note(ONE, {})
    deadlines.note(TWO, {})

    assert deadlines.next() is None
    assert list(deadlines.called(1_000)) == []
    assert len(deadlines) == 0


def test_only_a_change_at_the_front_wakes(deadlines):
    """Whoever waits for the first deadline is not bothered with later ones."""
    deadlines.note(ONE, {0: 100})
    deadlines.changed.clear()
    deadlines.note(TWO, {0: 200})

    assert not deadlines.changed.is_set()


def test_the_queue_does_not_grow_with_games_that_have_ended(deadlines):
    """Ten thousand games that came and went leave no more behind than a few."""
    deadlines.note(ONE, {0: 1})
    for _ in range(10_000):
        game_id = uuid4()
        deadlines.note(game_id, {0: 500_000})
        deadlines.note(game_id, {})

    assert len(deadlines._queue) < 100
    assert list(deadlines.called(1_000_000)) == [ONE]
