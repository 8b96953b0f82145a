"""What the domain says comes back from the wire as it was."""

from functools import reduce

import pytest
from anything import anything, of_table
from hypothesis import given
from hypothesis import strategies as st
from whole_games import golden_lines, some_games, tables_after

from summitbook_domain import record
from summitbook_domain.games import GAMES
from summitbook_domain.table import commands, events
from summitbook_domain.table.state import Table, event_type, evolve
from summitbook_service import wire
from summitbook_service.wire.vocabulary import CAUSES

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.name}-{game.rules}")


def each_game_with(kinds):
    """Every game with each of these types, as cases of a test."""
    return pytest.mark.parametrize(
        ("game", "kind"),
        [
            pytest.param(game, kind, id=f"{game.name}-{game.rules}-{kind.__name__}")
            for game in GAMES.values()
            for kind in kinds(game)
        ],
    )


def sent(message):
    """The message as its receiver has it."""
    return type(message).FromString(message.SerializeToString())


def same(one, other):
    return type(one) is type(other) and one == other


@each_game_with(lambda game: game.commands)
@given(data=st.data())
def test_a_command_of_a_game_comes_back_as_it_was(game, kind, data):
    """Every command of every game, whatever its fields, is the same after the wire."""
    command = data.draw(anything(kind))
    assert same(wire.unpack_command(game, sent(wire.pack_command(command))), command)


@each_game_with(lambda game: game.events)
@given(data=st.data())
def test_an_event_of_a_game_comes_back_as_it_was(game, kind, data):
    """Every event of every game, whatever its fields, is the same after the wire."""
    event = data.draw(anything(kind))
    assert same(wire.unpack_event(game, sent(wire.pack_event(event))), event)


@each_game_with(lambda _: events.EVENTS)
@given(data=st.data())
def test_a_common_event_comes_back_as_it_was(game, kind, data):
    """Every event that all games share, whatever its fields, is the same after the wire in each game."""
    event = data.draw(of_table(kind, game))
    assert same(wire.unpack_event(game, sent(wire.pack_event(event))), event)


@each_game_with(lambda _: commands.COMMANDS)
@given(data=st.data())
def test_a_common_command_comes_back_as_it_was(game, kind, data):
    """Every command that all games share, whatever its fields, is the same after the wire in a cause."""
    command = data.draw(of_table(kind, game))
    assert same(CAUSES.unpack(game, sent(CAUSES.pack(command)), "cause"), command)


@EACH_GAME
@given(data=st.data())
def test_options_come_back_as_they_were(game, data):
    """The options of every game, each given or left at its default, are the same after the wire."""
    options = data.draw(anything(game.options))
    assert same(wire.unpack_options(game, sent(wire.pack_options(options))), options)


@EACH_GAME
@given(data=st.data())
def test_any_view_comes_back_as_it_was(game, data):
    """The view of every game, whatever it shows, is the same after the wire."""
    view = data.draw(anything(game.view_type))
    assert same(wire.unpack_view(game, sent(wire.pack_view(view))), view)


@EACH_GAME
def test_a_played_game_comes_back_as_it_was(game):
    """A follower who is sent every record has the log, byte for byte, and comes to the same table."""
    for book in some_games(game):
        assert reduce(follow, book.lines, Table(game=game)) == book.table


@EACH_GAME
def test_what_is_seen_of_a_played_game_comes_back_as_it_was(game):
    """
    Every view of the games really played, as each command left it, is the same after the wire.

    So a policy that is told a game over gRPC sees what it would see beside the rules.
    """
    played = [book.lines for book in some_games(game)]
    for lines in (*played, *golden_lines(game).values()):
        following = [*map(record.read, lines[1:]), None]
        for table, after in zip(tables_after(game, lines), following, strict=True):
            if table.started and (after is None or after.cause):
                view = game.view(table.play)
                assert same(wire.unpack_view(game, sent(wire.pack_view(view))), view)


def follow(table, line):
    """One record sent to a follower: what arrives says the same, and leads to the same."""
    written = record.read(line)
    happened = record.shaped(written.data, event_type(table.game, written.type))
    arrived = sent(wire.pack_record(table.game, written, happened, line))
    assert arrived.line == line
    event, cause = wire.unpack_event(table.game, arrived.event), cause_of(table.game, arrived)
    again = record.write(record.Head(arrived.n - 1, written.prev), arrived.at, event, cause)
    assert again == (line, record.Head(arrived.n, arrived.record_hash.hex()))
    return evolve(table, event, cause)


def cause_of(game, arrived):
    if not arrived.HasField("cause"):
        return None
    cause = arrived.cause
    seat = cause.seat if cause.HasField("seat") else None
    return record.cause_of(CAUSES.unpack(game, cause, "cause"), seat=seat, by=cause.by, id=cause.command_id)
