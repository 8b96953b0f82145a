"""Laws of the advice on every game there is."""

import msgspec
import pytest
from whole_games import ALL, in_play, name_of, some_games

from given import drawing
from summitbook_advice.advisers import ADVISERS
from summitbook_advice.policies import POLICIES
from summitbook_advice.values import best
from summitbook_domain.games import GAMES
from summitbook_domain.table import rules

every_game = pytest.mark.parametrize("game", ALL, ids=name_of)
STRONG = POLICIES["strong"]
EVERY = 7
"""Of the moments of a game one in so many is looked at: as many kinds come up, and the laws stay quick."""


def positions(game):
    """What a seat that could act was told in games by each policy: content, view, legal commands."""
    for table in [moment.table for book in some_games(game) for moment in in_play(book)[::EVERY]]:
        for seat in range(len(table.seats)):
            if legal := rules.legal(table, seat):
                yield table.content, game.view(table.play), legal


@every_game
def test_every_legal_command_has_a_value(game):
    """What advises values each legal command, in order, in one unit, in words that fit a line."""
    adviser = ADVISERS.get((game.name, game.rules))
    for content, view, legal in positions(game) if adviser else ():
        values = adviser(content, view, legal)

        assert tuple(each.command for each in values if each.command) == legal
        assert len({each.unit for each in values}) == 1
        assert all(each.unit == "score" or 0 <= each.value <= 1 for each in values)
        assert all(0 < len(each.words) <= 80 for each in values)


@every_game
def test_the_strong_choice_is_worth_most(game):
    """It is legal or left to others, and nothing is worth more; without an adviser it is greedy."""
    adviser = ADVISERS.get((game.name, game.rules))
    for content, view, legal in positions(game):
        choice = STRONG(game, content, view, legal, drawing("", []))

        assert choice in (*legal, None)
        assert choice == (
            best(adviser(content, view, legal)).command if adviser else game.greedy(view, legal)
        )


@every_game
@pytest.mark.parametrize("policy", [name for name in POLICIES if name != "random"])
def test_the_same_view_gives_the_same_choice_whatever_the_luck(game, policy):
    """Who does not play by chance draws nothing and looks at nothing behind the view: a copy will do."""
    for content, view, legal in positions(game):
        copied = msgspec.convert(msgspec.to_builtins(view), type(view))
        choices = [
            POLICIES[policy](game, content, seen, legal, drawing("", words))
            for seen, words in ((view, []), (copied, [1, 2, 3]))
        ]

        assert choices[0] == choices[1]


def test_what_advises_belongs_to_a_game():
    """No line of the list outlives its game."""
    assert set(ADVISERS) <= set(GAMES)
