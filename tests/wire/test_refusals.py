"""What a client sends that is no command, and what it is told."""

from contextlib import contextmanager

import pytest
from anything import anything
from google.protobuf.descriptor import FieldDescriptor as Wire
from hypothesis import given
from hypothesis import strategies as st

from summitbook.everest1924.v1 import everest1924_pb2
from summitbook.v1 import games_pb2, record_pb2, table_pb2
from summitbook_domain.everest1924.commands import CombineDice
from summitbook_domain.games import GAMES
from summitbook_domain.message import LONGEST_TURN
from summitbook_domain.refusal import Refused
from summitbook_service import wire

EVEREST = GAMES["everest1924", 1]
EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.name}-{game.rules}")


@contextmanager
def refused_at(field):
    """What is sent is malformed, and the one who sent it is told where."""
    with pytest.raises(Refused) as refusal:
        yield
    assert (refusal.value.code, refusal.value.detail) == ("BAD_ARGS", {"field": field})


def choice_of(game, kind):
    """The field of the game's Command that carries this command."""
    part = games_pb2.Command.DESCRIPTOR.fields_by_name[game.name].message_type
    return next(field for field in part.fields if field.message_type.name == kind.__name__)


def packed(game, kind, data):
    """Any command of this type: the message to send, the part that is the command's own, the path to that."""
    message, name = wire.pack_command(data.draw(anything(kind))), choice_of(game, kind).name
    return message, getattr(getattr(message, game.name), name), f"command.{game.name}.{name}"


def each_field(choose):
    """Every such field of every game's commands, as cases of a test."""
    return pytest.mark.parametrize(
        ("game", "kind", "name"),
        [
            pytest.param(game, kind, field.name, id=f"{game.name}-{kind.__name__}-{field.name}")
            for game in GAMES.values()
            for kind in game.commands
            for field in choice_of(game, kind).message_type.fields
            if choose(field)
        ],
    )


@each_field(lambda field: field.has_presence and field.type == Wire.TYPE_INT32)
@given(data=st.data())
def test_0_is_a_choice_and_silence_is_none(game, kind, name, data):
    """A number that a command chooses by may be 0 when it is said, and is asked for when it is not."""
    message, own, path = packed(game, kind, data)
    setattr(own, name, 0)
    assert getattr(wire.unpack_command(game, message), name) == 0
    own.ClearField(name)
    with refused_at(f"{path}.{name}"):
        wire.unpack_command(game, message)


@pytest.mark.parametrize("number", [0, -1, 99, 2**31 - 1, -(2**31)])
@each_field(lambda field: field.type == Wire.TYPE_ENUM)
@given(data=st.data())
def test_a_word_that_no_page_has_is_refused(game, kind, name, number, data):
    """An enum left at 0, or at a number without a word, is no choice."""
    message, own, path = packed(game, kind, data)
    setattr(own, name, number)
    with refused_at(f"{path}.{name}"):
        wire.unpack_command(game, message)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        pytest.param(game, kind, id=f"{game.name}-{kind.__name__}")
        for game in GAMES.values()
        for kind in game.commands
    ],
)
@given(data=st.data())
def test_a_field_that_the_server_does_not_know_is_refused(game, kind, data):
    """A newer client's choice is not passed over: the command would not be what was meant."""
    message, own, path = packed(game, kind, data)
    own.MergeFromString(b"\xf8\x3f\x01")  # field 1023 is 1
    with refused_at(path):
        wire.unpack_command(game, message)


@EACH_GAME
def test_no_command_is_refused(game):
    """A command of no game, and a game without a command, say nothing."""
    with refused_at("command"):
        wire.unpack_command(game, games_pb2.Command())
    with refused_at(f"command.{game.name}"):
        wire.unpack_command(game, games_pb2.Command(**{game.name: {}}))


@EACH_GAME
def test_a_command_that_the_server_does_not_know_is_refused(game):
    """A newer client's command is as good as none."""
    newer = games_pb2.Command(**{game.name: {}})
    getattr(newer, game.name).MergeFromString(b"\xfa\x3f\x00")  # field 1023 is an empty message
    with refused_at(f"command.{game.name}"):
        wire.unpack_command(game, newer)


def test_the_path_begins_where_the_message_lies():
    """A refusal names the field by its path from the request on."""
    message = games_pb2.Command(everest1924={"combine_dice": {"keep": 0}})
    with refused_at("act.command.everest1924.combine_dice.discard"):
        wire.unpack_command(EVEREST, message, "act.command")


@EACH_GAME
@pytest.mark.parametrize("seconds", [-1, LONGEST_TURN + 1, 2**31 - 1])
def test_an_option_out_of_bounds_is_refused(game, seconds):
    """A number below or above what an option allows is named by its path."""
    with refused_at(f"options.{game.name}.turn_seconds"):
        wire.unpack_options(game, games_pb2.Options(**{game.name: {"turn_seconds": seconds}}))


@EACH_GAME
def test_options_left_out_take_the_pages_defaults(game):
    """A game's options with nothing said are the defaults."""
    assert wire.unpack_options(game, games_pb2.Options(**{game.name: {}})) == game.options()


@EACH_GAME
def test_options_of_no_game_are_refused(game):
    """Options that name no game are not taken for this one's."""
    with refused_at("options"):
        wire.unpack_options(game, games_pb2.Options())


def test_a_number_is_the_rules_to_judge():
    """Whether there is a die -1 is no question of shape: the rules say what they say of any unknown die."""
    combine = {"keep": -1, "discard": 0, "op": everest1924_pb2.OP_ADD}
    message = games_pb2.Command(everest1924={"combine_dice": combine})
    assert wire.unpack_command(EVEREST, message) == CombineDice(keep=-1, discard=0, op="add")


@EACH_GAME
@given(data=st.data())
def test_what_was_taken_before_helps_nothing_that_is_wrong(game, data):
    """A command is taken as often as it is sent; with a field nobody knows, or in another game, never."""
    kind = data.draw(st.sampled_from(sorted(game.commands, key=lambda each: each.__name__)))
    command = data.draw(anything(kind))
    message, name = wire.pack_command(command), choice_of(game, kind).name
    assert wire.unpack_command(game, message) == wire.unpack_command(game, message) == command

    getattr(getattr(message, game.name), name).MergeFromString(b"\xa2\x06\x01x")
    with refused_at(f"command.{game.name}.{name}"):
        wire.unpack_command(game, message)
    other = next(each for each in GAMES.values() if each.name != game.name)
    with refused_at(f"command.{game.name}"):
        wire.unpack_command(other, wire.pack_command(command))


CREATED = {
    "format": "summitbook-replay/1",
    "game_id": "00000000-0000-4000-8000-000000000000",
    "game": "everest1924",
    "rules": 1,
    "content": {"edition": "mine", "sha256": bytes(32)},
    "options": {"everest1924": {}},
    "seats": 1,
    "deal": "00000000-0000-4000-8000-000000000000",
    "commitment": bytes(32),
    "seed_source": table_pb2.SEED_SOURCE_SERVER,
}


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("game", "chess", "game"),
        ("rules", 99, "game"),
        ("format", "another/1", "format"),
        ("commitment", b"short", "commitment"),
        ("seed_source", table_pb2.SEED_SOURCE_UNSPECIFIED, "seed_source"),
        ("content", {"edition": "mine", "sha256": bytes(32), "data": b"{1}"}, "content.data"),
        ("forked_from", {"n": 1, "game_id": "1", "record_hash": bytes(32)}, "forked_from.game_id"),
        ("options", {}, "options"),
        ("options", {"everest1924": {"turn_seconds": -1}}, "options.everest1924.turn_seconds"),
    ],
)
def test_nested_fields_are_held_to_their_types(name, value, path):
    """Hex, ids, words, carried data and the game's own options are checked as deep as they lie."""
    assert wire.unpack_event(EVEREST, record_pb2.Event(game_created=CREATED))
    with refused_at(f"event.game_created.{path}"):
        wire.unpack_event(EVEREST, record_pb2.Event(game_created=CREATED | {name: value}))
