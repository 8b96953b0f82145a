"""Any game's types can cross, and what no message can carry is found before a game is played."""

from typing import Annotated, Literal

import msgspec
import pytest
from anything import anything
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Meta, UnsetType

from summitbook_domain.refusal import Refused
from summitbook_service.wire.codec import Unmapped
from summitbook_service.wire.shape import Shape

PROTO = """
syntax = "proto3";
enum Face { FACE_UNSPECIFIED = 0; FACE_PICKAXE = 1; FACE_YETI = 2; }
message Spot { string name = 1; optional int32 level = 2; repeated Face faces = 3; }
message Everything {
  int32 number = 1; bool flag = 2; string text = 3; bytes hex = 4; Face face = 5; Spot spot = 6;
  repeated int32 numbers = 7; repeated string texts = 8; repeated bytes hashes = 9; repeated Face faces = 10;
  repeated Spot spots = 11; optional string text_or_none = 12; optional Face face_or_none = 13;
  optional Spot spot_or_none = 14; optional int32 number_or_nothing = 15; optional Spot spot_or_nothing = 16;
  optional bool flag_by_default = 17; optional Face face_by_default = 18; bytes record_hash = 19;
}
message Number { int32 field = 1; }
message Text { string field = 1; }
message Word { Face field = 1; }
message Message { Spot field = 1; }
message Numbers { repeated int32 field = 1; }
message Long { int64 field = 1; }
"""

Face = Literal["pickaxe", "yeti"]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*\Z")]


class Spot(msgspec.Struct, frozen=True):
    """A type that others hold."""

    name: str
    level: int
    faces: tuple[Face, ...] = ()


class Everything(msgspec.Struct, frozen=True, kw_only=True):
    """A field of every kind that can cross."""

    number: int
    flag: bool
    text: str
    hex: Hex
    face: Face
    spot: Spot
    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    hashes: tuple[Hex, ...]
    faces: tuple[Face, ...]
    spots: tuple[Spot, ...]
    text_or_none: str | None
    face_or_none: Face | None
    spot_or_none: Spot | None
    number_or_nothing: int | UnsetType = UNSET
    spot_or_nothing: Spot | UnsetType = UNSET
    flag_by_default: Annotated[bool, Meta(description="On unless it is off.")] = True
    face_by_default: Face = "yeti"
    hash: Hex


@pytest.fixture(scope="module")
def messages(messages_of):
    return messages_of(PROTO)


@given(data=st.data())
def test_every_kind_of_field_comes_back_as_it_was(messages, data):
    """Lists of words, hex and Structs, null, left out and left to a default all cross both ways."""
    value = data.draw(anything(Everything))
    shape = Shape(Everything, messages["Everything"].DESCRIPTOR)
    message = messages["Everything"](**shape.plain(value))
    arrived = messages["Everything"].FromString(message.SerializeToString())
    assert shape.struct(arrived, "it.") == value


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"faces": [1, 0]}, "it.faces[1]"),
        ({"spots": [{"level": 0}, {"level": 1, "faces": [2, 3]}]}, "it.spots[1].faces[1]"),
        ({"spots": [{}]}, "it.spots[0].level"),
        ({"spot": {}}, "it.spot.level"),
        ({"spot": None}, "it.spot"),
        ({"face_or_none": 0}, "it.face_or_none"),
    ],
)
def test_what_is_wrong_is_named_as_deep_as_it_lies(messages, change, path):
    """The path of a refusal leads through lists and nested messages."""
    shape = Shape(Everything, messages["Everything"].DESCRIPTOR)
    right = {"face": 1, "spot": {"level": 0}}
    assert shape.struct(messages["Everything"](**right), "it.").spot.level == 0
    with pytest.raises(Refused) as refusal:
        shape.struct(messages["Everything"](**right | change), "it.")
    assert (refusal.value.code, refusal.value.detail) == ("BAD_ARGS", {"field": path})


@pytest.mark.parametrize(
    ("message", "kind", "reason"),
    [
        ("Number", str, "no way to carry a StrType"),
        ("Number", tuple[int, ...], "a list is repeated"),
        ("Numbers", int, "a list is repeated"),
        ("Numbers", tuple[tuple[int, ...], ...], "no way to carry a VarTupleType"),
        ("Number", int | None, "must be optional"),
        ("Number", int | UnsetType, "must be optional"),
        ("Long", int, "no way to carry a IntType"),
        ("Text", int, "no way to carry a IntType"),
        ("Word", Literal["pickaxe"], "differ"),
        ("Word", Literal["pickaxe", "yeti", "tent"], "differ"),
        ("Word", str, "no way to carry a StrType"),
        ("Message", str, "a message carries a Struct"),
        ("Message", Everything, "differ in"),
    ],
    ids=str,
)
def test_a_type_that_its_message_cannot_carry_is_found_at_once(messages, message, kind, reason):
    """A field of another kind, or without the presence it needs, fails when the shape is made."""
    default = UNSET if kind == int | UnsetType else msgspec.NODEFAULT
    struct = msgspec.defstruct("Wrong", [("field", kind, msgspec.field(default=default))])
    with pytest.raises(Unmapped, match=reason):
        Shape(struct, messages[message].DESCRIPTOR)


@pytest.mark.parametrize("fields", [[], ["field", "more"], ["other"]], ids=["fewer", "more", "another"])
def test_a_type_of_other_fields_than_its_message_is_found_at_once(messages, fields):
    """A message has the fields of its type and no other."""
    struct = msgspec.defstruct("Wrong", [(name, int) for name in fields])
    with pytest.raises(Unmapped, match="differ in"):
        Shape(struct, messages["Number"].DESCRIPTOR)
