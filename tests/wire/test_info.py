"""What a client is told of the games before one is made, and of its legal actions."""

import msgspec
import pytest
from whole_games import moments, whole_game

from summitbook.v1 import game_service_pb2, games_pb2, tournament_pb2
from summitbook_domain.games import GAMES
from summitbook_domain.message import LONGEST_TURN
from summitbook_domain.table.rules import legal
from summitbook_service import wire

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.name}-{game.rules}")


@EACH_GAME
def test_a_game_is_told_with_its_editions(game):
    """Each edition is told with the seats it is for and the hash that its games will record."""
    info = wire.pack_game_info(game, game.editions.values())
    assert (info.name, info.title, info.help, info.rules) == (game.name, game.title, game.help, game.rules)
    told = {each.name: (each.sha256.hex(), each.min_seats, each.max_seats) for each in info.editions}
    assert told == {
        name: (each.sha256, each.content.min_seats, each.content.max_seats)
        for name, each in game.editions.items()
    }


@EACH_GAME
def test_an_option_is_told_so_that_a_client_can_offer_it(game):
    """Each option is a field of the game's Options, told with a line of help and its default."""
    told = {option.name: option for option in wire.pack_game_info(game, ()).options}
    fields = games_pb2.Options.DESCRIPTOR.fields_by_name[game.name].message_type.fields_by_name
    assert told.keys() == set(fields)
    defaults = {name: msgspec.json.decode(option.default_value) for name, option in told.items()}
    assert defaults == msgspec.to_builtins(game.options())
    assert all(option.help and "\n" not in option.help and option.type for option in told.values())


@EACH_GAME
def test_a_game_is_told_with_the_kinds_of_tournament_it_is_played_in(game):
    """Rivals meet at tables or on a ladder, others play the same deals; each kind is a word of the proto."""
    kinds = wire.pack_game_info(game, ()).tournament_kinds
    assert kinds == (["tables", "ladder"] if game.rivals else ["duplicate"])
    assert all(tournament_pb2.TournamentKind.Value(f"TOURNAMENT_KIND_{kind.upper()}") for kind in kinds)


@EACH_GAME
def test_the_turn_clock_is_told_with_its_bounds(game):
    """Every game's options have the turn clock, from none to a week."""
    clock = next(each for each in wire.pack_game_info(game, ()).options if each.name == "turn_seconds")
    assert clock.type == game_service_pb2.OPTION_TYPE_INTEGER
    assert (clock.minimum, clock.maximum, clock.default_value) == (0, LONGEST_TURN, "0")


@EACH_GAME
def test_a_legal_action_is_ready_to_send(game):
    """What a seat is sent before any command is what the rules list, in that order, labelled."""
    for moment in moments(whole_game(game, "random", 1)):
        for seat in range(len(moment.table.seats)):
            actions, commands = wire.pack_legal_actions(moment.table, seat), legal(moment.table, seat)
            assert tuple(wire.unpack_command(game, action.command) for action in actions) == commands
            assert [action.gives_up for action in actions] == [game.gives_up(command) for command in commands]
            assert all(action.label for action in actions)
