"""The bell: it wakes those who wait for a game, and remembers nobody else."""

from uuid import uuid4

from summitbook_service.bell import Bell


def test_those_who_wait_for_a_game_are_woken():
    """Ringing for a game wakes everyone who waits for it, and no one who waits for another."""
    bell, game, other = Bell(), uuid4(), uuid4()
    with bell.listening(game) as one, bell.listening(game) as two, bell.listening(other) as three:
        bell.ring([game, uuid4()])
        assert [each.is_set() for each in (one, two, three)] == [True, True, False]


def test_at_the_stop_everyone_is_woken():
    """Stopping wakes everyone, once and for all."""
    bell = Bell()
    with bell.listening(uuid4()) as one, bell.listening(uuid4()) as two:
        bell.stop()
        assert one.is_set()
        assert two.is_set()
    assert bell.stopping


def test_who_left_is_forgotten():
    """After the last listener of a game has gone nothing is kept of it."""
    bell, game = Bell(), uuid4()
    with bell.listening(game):
        with bell.listening(game):
            pass
        assert len(bell._listeners[game]) == 1
    assert bell._listeners == {}
