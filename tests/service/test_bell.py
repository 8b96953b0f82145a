"""The bell: it tells those who listen to a game, and remembers nobody else."""

from uuid import uuid4

from summitbook_service.bell import Bell


class Ear:
    """A listener that counts how often it heard the bell."""

    def __init__(self, bell, game_id):
        self.heard = 0
        self.leave = bell.listen(game_id, self.hear)

    def hear(self):
        """Count."""
        self.heard += 1


def test_those_who_listen_to_a_game_are_told():
    """Ringing for a game tells who listens to it or to all games, and no one who listens to another."""
    bell, game, other = Bell(), uuid4(), uuid4()
    ears = [Ear(bell, each) for each in (game, game, None, other)]
    bell.ring([game, uuid4()])
    assert [each.heard for each in ears] == [1, 1, 1, 0]


def test_at_the_stop_everyone_is_told():
    """Stopping tells everyone, once and for all."""
    bell = Bell()
    ears = [Ear(bell, each) for each in (uuid4(), uuid4(), None)]
    bell.stop()
    assert [each.heard for each in ears] == [1, 1, 1]
    assert bell.stopping


def test_who_left_is_forgotten():
    """Whoever leaves hears no more, and after the last listener of a game nothing is kept of it."""
    bell, game = Bell(), uuid4()
    first, second = Ear(bell, game), Ear(bell, game)
    first.leave()
    bell.ring([game])
    second.leave()
    assert (first.heard, second.heard) == (0, 1)
    assert bell._listeners == {}
