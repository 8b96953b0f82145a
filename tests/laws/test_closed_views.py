"""Laws of every game there is: a closed game says that it is over, whatever closed it."""

import msgspec
import pytest
from whole_games import ALL, in_play, name_of, some_games

from summitbook_domain.table.events import GameClosed
from summitbook_domain.table.state import evolve

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)
OUTCOMES = ("finished", "cancelled", "expired", "retired")


def closed_anywhere(game):
    """Tables from all along some games, each closed there with every outcome."""
    for book in some_games(game):
        for moment in in_play(book)[::7]:
            for outcome in OUTCOMES:
                yield evolve(moment.table, GameClosed(outcome, None))


@every_game
def test_the_view_of_a_closed_game_says_that_it_is_over(game):
    """Its phase is `over`, and nothing in it is due or could be done, cancelled in the middle or not."""
    for table in closed_anywhere(game):
        view = msgspec.to_builtins(game.view(table.play))
        assert view["phase"] == "over"
        assert not any(value for name, value in view.items() if name.endswith("due") or name == "stuck")


@every_game
def test_a_closed_game_waits_for_nobody(game):
    """No seat's clock could run on, and none has anything to do."""
    for table in closed_anywhere(game):
        assert game.waits_for(table.play) == ()
        assert not any(game.legal(table.play, seat) for seat in range(len(table.seats)))


@every_game
def test_a_game_that_ended_by_itself_shows_the_same_after_the_close(game):
    """The last event adds nothing to an ending of the game's own, such as who has won."""
    for book in some_games(game):
        last = in_play(book)[-1]
        *own, closing = last.events
        table = last.table
        for event in own:
            table = evolve(table, event, last.cause if event is own[0] else None)
        assert game.view(evolve(table, closing).play) == game.view(table.play)
