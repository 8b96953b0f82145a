"""The protos say what the domain says, field for field; told without the mapping's help."""

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import FieldDescriptor as Wire
from msgspec import NODEFAULT, inspect

from summitbook.v1 import game_service_pb2, games_pb2, record_pb2, replay_service_pb2
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command
from summitbook_domain.record import FORMAT
from summitbook_domain.table import commands, events

POOL = descriptor_pool.Default()
COMMON = "summitbook.v1"
PLAIN = {inspect.IntType: Wire.TYPE_INT32, inspect.BoolType: Wire.TYPE_BOOL}


def package(game):
    return f"summitbook.{game.name}.v1"


def types():
    """Every type that crosses the wire, with the message called as it is."""
    named = [(kind, f"{COMMON}.{kind.__name__}") for kind in (*commands.COMMANDS, *events.EVENTS)]
    for game in GAMES.values():
        named += [(kind, f"{package(game)}.{kind.__name__}") for kind in (*game.commands, *game.events)]
        named += [(game.options, f"{package(game)}.Options"), (game.view_type, f"{package(game)}.View")]
    return [(kind, POOL.FindMessageTypeByName(name)) for kind, name in named]


def with_nested(pairs):
    """These types, and those that their fields hold."""
    for kind, message in pairs:
        yield kind, message
        for field in inspect.type_info(kind).fields:
            told = item(field.type)
            if isinstance(told, inspect.StructType):
                yield from with_nested([(told.cls, message.fields_by_name[wire_name(field)].message_type)])


def bare(told):
    """A type without what is said for people, and without null."""
    if isinstance(told, inspect.Metadata):
        return bare(told.type)
    if isinstance(told, inspect.UnionType):
        return bare(next(each for each in told.types if not isinstance(each, inspect.NoneType)))
    return told


def item(told):
    """What a list holds, or what is no list itself."""
    return bare(bare(told).item_type) if isinstance(bare(told), inspect.VarTupleType) else bare(told)


def wire_name(field):
    return "record_hash" if field.name == "hash" else field.name


EVERY_TYPE = dict.fromkeys(with_nested(types()))
EVERY_FIELD = [
    (field, message.fields_by_name[wire_name(field)])
    for kind, message in EVERY_TYPE
    for field in inspect.type_info(kind).fields
]


def each_type(choose=lambda _: True):
    """Every such type and its message, as cases of a test."""
    chosen = [
        pytest.param(kind, message, id=message.full_name) for kind, message in EVERY_TYPE if choose(kind)
    ]
    return pytest.mark.parametrize(("kind", "message"), chosen)


def each_field(choose=lambda _: True):
    """Every such field and its counterpart on the wire, as cases of a test."""
    chosen = [pytest.param(field, wire, id=wire.full_name) for field, wire in EVERY_FIELD if choose(field)]
    return pytest.mark.parametrize(("field", "wire"), chosen)


@each_type()
def test_a_message_has_the_fields_of_its_type(kind, message):
    """Every command, event, option and view, and what they hold, has a message of the same fields."""
    assert set(message.fields_by_name) == {wire_name(field) for field in inspect.type_info(kind).fields}


@each_field()
def test_a_field_is_of_the_same_kind(field, wire):
    """A number is int32, a word of the rules an enum of just those words, hex bytes, a list repeated."""
    assert wire.is_repeated == isinstance(bare(field.type), inspect.VarTupleType)
    told = item(field.type)
    match told:
        case inspect.IntType() | inspect.BoolType():
            assert wire.type == PLAIN[type(told)]
        case inspect.StrType():
            assert wire.type == (Wire.TYPE_BYTES if is_hex(told) else Wire.TYPE_STRING)
        case inspect.LiteralType(values) if values == (FORMAT,):
            assert wire.type == Wire.TYPE_STRING
        case inspect.LiteralType(values):
            assert words_of(wire.enum_type) == set(values)
        case inspect.StructType(cls):
            assert wire.message_type.name == cls.__name__
        case inspect.DictType() if field.name == "options":
            assert wire.message_type.full_name == f"{COMMON}.Options"
        case inspect.DictType():
            assert wire.type == Wire.TYPE_BYTES
        case _:
            pytest.fail(f"no rule for {told}")


def is_hex(told):
    """Whether the text is digits of a hash, salt or seed; a UUID has hyphens between them."""
    return told.pattern is not None and "[0-9a-f]" in told.pattern and "}-[" not in told.pattern


def words_of(enum):
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return {value.name.removeprefix(prefix).lower() for value in enum.values if value.number}


@each_field(lambda field: isinstance(item(field.type), inspect.LiteralType) and field.name != "format")
def test_no_word_is_0(field, wire):
    """0 stands for no word at all, so that a word is never said by saying nothing."""
    assert wire.enum_type.values_by_number[0].name.endswith("_UNSPECIFIED")


def may_be_absent(field):
    left_out = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    return left_out or isinstance(field.type, inspect.UnionType)


@each_field(may_be_absent)
def test_what_may_be_absent_can_be_left_out(field, wire):
    """A field that may be null or left out is told from one that is 0."""
    assert wire.has_presence


@each_type(lambda kind: issubclass(kind, Command))
def test_a_number_that_a_command_chooses_by_is_optional(kind, message):
    """Seat 0 and die 0 are choices, so a number that a command must name is told from one left out."""
    never_0 = {"seats", "rules"}  # no game is for 0 seats, nor is there a rules edition 0
    for field in inspect.type_info(kind).fields:
        if field.required and isinstance(bare(field.type), inspect.IntType) and field.name not in never_0:
            assert message.fields_by_name[field.name].has_presence


def test_no_number_is_too_large_for_javascript():
    """
    No field of any message is a whole number of more than 32 bits: what is larger is bytes or a text.

    Fractions are doubles, as every number is there; they are only ever estimates.
    """
    files = {message.file.name: message.file for _, message in EVERY_TYPE}
    for service in (game_service_pb2, replay_service_pb2):
        files[service.DESCRIPTOR.name] = service.DESCRIPTOR
    fields = [
        field
        for file in files.values()
        for message in file.message_types_by_name.values()
        for each in (message, *message.nested_types)
        for field in each.fields
    ]
    assert len(fields) > 300
    exact = {
        Wire.CPPTYPE_INT32,
        Wire.CPPTYPE_UINT32,
        Wire.CPPTYPE_BOOL,
        Wire.CPPTYPE_STRING,
        Wire.CPPTYPE_DOUBLE,
    }
    assert {field.cpp_type for field in fields} <= {*exact, Wire.CPPTYPE_ENUM, Wire.CPPTYPE_MESSAGE}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.name}-{game.rules}")
def test_every_option_is_optional(game):
    """An option left out takes the page's default, so each is told from 0."""
    assert all(field.has_presence for field in POOL.FindMessageTypeByName(f"{package(game)}.Options").fields)


@pytest.mark.parametrize("outer", [games_pb2.Options, games_pb2.View, games_pb2.Command, record_pb2.Event])
def test_the_common_messages_carry_each_game(outer):
    """Options, View, Command and Event have a field for each game, called as it is."""
    parts = {name: part.full_name for name, part in parts_of(outer).items()}
    assert parts == {game.name: f"{package(game)}.{outer.__name__}" for game in GAMES.values()}


@pytest.mark.parametrize(("outer", "own"), [(games_pb2.Command, "commands"), (record_pb2.Event, "events")])
def test_a_games_part_offers_just_what_the_game_has(outer, own):
    """A game's Command and Event have a choice for each of its commands and events, and no other."""
    for name, part in parts_of(outer).items():
        kinds = {kind.__name__ for game in GAMES.values() if game.name == name for kind in getattr(game, own)}
        assert {field.message_type.name for field in part.fields} == kinds


def parts_of(outer):
    """The fields of a common message that are a game's, and their messages."""
    messages = {field.name: field.message_type for field in outer.DESCRIPTOR.fields}
    return {name: message for name, message in messages.items() if message.file.package != COMMON}


def test_the_common_messages_carry_all_that_games_share():
    """Event offers every common event, and Cause every common command and the games' own."""
    shared = record_pb2.Event.DESCRIPTOR.fields_by_name.keys() - parts_of(record_pb2.Event).keys()
    told = {record_pb2.Event.DESCRIPTOR.fields_by_name[name].message_type.name for name in shared}
    assert told == {kind.__name__ for kind in events.EVENTS}
    asked = {each.message_type.name for each in record_pb2.Cause.DESCRIPTOR.oneofs_by_name["command"].fields}
    assert asked == {kind.__name__ for kind in commands.COMMANDS} | {"Command"}
