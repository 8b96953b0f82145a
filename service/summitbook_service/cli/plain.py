"""Messages as `--json` tells them: docs/clients.md, "On the command line"."""

from __future__ import annotations

import re
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from summitbook.v1.games_pb2 import Options
from summitbook_client.messages import inside


def plain(message: Message) -> dict[str, Any]:
    """Its fields by their names: numbers, words for enums, hex for bytes, null for what is not set."""
    if isinstance(message, Options):
        chosen = inside(message)
        return plain(chosen) if chosen else {}
    return {field.name: _value(message, field) for field in message.DESCRIPTOR.fields}


def typed(message: Message) -> dict[str, Any]:
    """A message that is one of many, such as an event: its type, and its fields."""
    one = inside(message)
    return {"type": one.DESCRIPTOR.name, **plain(one)} if one else {"type": None}


def _value(message: Message, field: Any) -> Any:
    value = getattr(message, field.name)
    if field.is_repeated:
        return [_told(each, field) for each in value]
    if field.has_presence and not message.HasField(field.name):
        return None
    return _told(value, field)


def _told(value: Any, field: FieldDescriptor) -> Any:
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return plain(value)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return value.hex()
    return word(field.enum_type, value) if field.enum_type else value


def word(kind: EnumDescriptor, number: int) -> str | None:
    """The word of an enum's value; null for none, and for one that this client is too old to know."""
    prefix = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.name).upper()
    known = kind.values_by_number.get(number)
    return known.name.removeprefix(f"{prefix}_").lower() if known and number else None
