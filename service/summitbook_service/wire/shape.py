"""
How one Struct type and its message turn into each other, field by field.

All that can be settled by looking at the two types is settled once, when a shape is
made; a type that its message cannot carry is found then, not when a game is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar, cast

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet
from msgspec import NODEFAULT, UNSET, inspect

from summitbook_domain.message import from_args
from summitbook_domain.refusal import BAD_ARGS, Refused

from .codec import Codec, Unmapped, plain_codec

S = TypeVar("S", bound=msgspec.Struct)
Given = Mapping[str, Codec]
"""The codecs of messages that stand for no Struct, by full name."""

RENAMED = {"hash": "record_hash"}
"""Fields whose recorded name is taken in some languages."""


class Field(NamedTuple):
    """
    A field on both sides.

    `optional`: the message tells a field left out from 0. `required`: the type has no
    default. `nullable`: the type may hold None.
    """

    name: str
    wire: str
    codec: Codec
    optional: bool
    required: bool
    nullable: bool


class Shape(Generic[S]):
    """One Struct type as its message carries it."""

    def __init__(self, kind: type[S], message: Descriptor, given: Given | None = None) -> None:
        """Pair the fields; raises Unmapped where the message is not the type's, field for field."""
        self.kind = kind
        self._fields = _paired(kind, message, given or {})
        self._changed = [
            (each.name, each.wire, each.codec.to_wire or _same)
            for each in self._fields
            if each.codec.to_wire or each.name != each.wire
        ]

    def plain(self, value: S) -> dict[str, Any]:
        """What the constructor of the message takes."""
        found = msgspec.structs.asdict(value)
        for name, wire, to_wire in self._changed:
            found[wire] = to_wire(found.pop(name))
        return found

    def read(self, message: Message, at: str) -> dict[str, Any]:
        """
        The plain fields of a message; `at` is the path that leads to them, with its dot.

        Raises Refused with BAD_ARGS, naming the first field that is missing or unknown.
        """
        if len(UnknownFieldSet(message)):
            raise Refused(BAD_ARGS, f"{at[:-1]} has a field that this server does not know", field=at[:-1])
        found = {}
        for name, wire, codec, optional, required, nullable in self._fields:
            if not optional or message.HasField(wire):
                value = getattr(message, wire)
                found[name] = codec.to_domain(value, at + wire) if codec.to_domain else value
            elif nullable:
                found[name] = None
            elif required:
                raise Refused(BAD_ARGS, f"{at}{wire} must be set", field=at + wire)
        return found

    def struct(self, message: Message, at: str) -> S:
        """The value a message carries; raises Refused with BAD_ARGS, naming the first field that is wrong."""
        plain = self.read(message, at)
        try:
            return from_args(self.kind, plain)
        except Refused as refused:
            raise Refused(BAD_ARGS, refused.message, field=at + refused.detail["field"]) from None


def fields_of(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """The fields of a type, as msgspec tells of them."""
    return cast(inspect.StructType, inspect.type_info(kind)).fields


def descriptor_of(message: type[Message]) -> Descriptor:
    """What protobuf tells of a message."""
    return cast(Descriptor, message.DESCRIPTOR)


def message_of(field: FieldDescriptor) -> Descriptor:
    """The message that a field holds; raises Unmapped where it holds none."""
    if field.message_type is None:
        raise Unmapped(f"{field.full_name} holds no message")
    return field.message_type


def _paired(kind: type[msgspec.Struct], message: Descriptor, given: Given) -> tuple[Field, ...]:
    fields = {RENAMED.get(field.name, field.name): field for field in fields_of(kind)}
    if odd := fields.keys() ^ set(message.fields_by_name):
        raise Unmapped(f"{message.full_name} and {kind.__name__} differ in {', '.join(sorted(odd))}")
    return tuple(_field(fields[each.name], each, given) for each in message.fields)


def _field(field: inspect.Field, wire: FieldDescriptor, given: Given) -> Field:
    kind, nullable = _without_null(field.type)
    codec = _codec(kind, wire, given)
    left_out = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    if nullable or left_out:
        if not wire.has_presence:
            raise Unmapped(f"{wire.full_name} must be optional: the recorded field may be absent")
        codec = _or_absent(codec)
    return Field(field.name, wire.name, codec, wire.has_presence, field.required, nullable)


def _without_null(kind: inspect.Type) -> tuple[inspect.Type, bool]:
    """The type without what is said about it for people, and whether it may be null."""
    if isinstance(kind, inspect.Metadata):
        return _without_null(kind.type)
    if isinstance(kind, inspect.UnionType) and kind.includes_none:
        (inner,) = (each for each in kind.types if not isinstance(each, inspect.NoneType))
        return _without_null(inner)[0], True
    return kind, False


def _codec(kind: inspect.Type, wire: FieldDescriptor, given: Given) -> Codec:
    if isinstance(kind, inspect.VarTupleType) != wire.is_repeated:
        raise Unmapped(f"{wire.full_name}: a list is repeated, and nothing else is")
    if isinstance(kind, inspect.VarTupleType):
        return _list_of(_one(_without_null(kind.item_type)[0], wire, given))
    return _one(kind, wire, given)


def _one(kind: inspect.Type, wire: FieldDescriptor, given: Given) -> Codec:
    if wire.message_type is None:
        return plain_codec(kind, wire)
    if wire.message_type.full_name in given:
        return given[wire.message_type.full_name]
    if not isinstance(kind, inspect.StructType):
        raise Unmapped(f"{wire.full_name}: a message carries a Struct")
    shape = Shape(kind.cls, wire.message_type, given)
    return Codec(shape.plain, lambda message, at: shape.read(message, at + "."))


def _list_of(item: Codec) -> Codec:
    if item.to_wire is None or item.to_domain is None:
        return Codec(None, _as_list)
    to_wire, to_domain = item.to_wire, item.to_domain
    return Codec(
        lambda values: [to_wire(value) for value in values],
        lambda values, at: [to_domain(value, f"{at}[{i}]") for i, value in enumerate(values)],
    )


def _or_absent(codec: Codec) -> Codec:
    """Null and left out, which are the same to a message."""
    to_wire = codec.to_wire or _same
    return codec._replace(to_wire=lambda value: None if value is None or value is UNSET else to_wire(value))


def _as_list(values: Any, at: str) -> list[Any]:
    return list(values)


def _same(value: Any) -> Any:
    return value
