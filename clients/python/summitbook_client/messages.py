"""Reading messages whichever game they are of."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

M = TypeVar("M", bound=Message)


def inside(message: Message) -> Message | None:
    """
    The message that a chain of oneofs leads to: the command in a Command, the event in an Event.

    None where it is one that this client, being older than the server, does not know.
    """
    while oneof := _oneof(message):
        chosen = message.WhichOneof(oneof)
        if chosen is None:
            return None
        message = getattr(message, chosen)
    return message


def kind(message: Message) -> str:
    """The recorded name of a command or an event; `Unknown event` where this client does not know it."""
    found = inside(message)
    return found.DESCRIPTOR.name if found else f"Unknown {message.DESCRIPTOR.name.lower()}"


def printable(text: str) -> str:
    """Text of other people's without what could steer a terminal."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def clean(message: M) -> M:
    """A copy of the message with every text in it printable, however deep it stands."""
    copy = type(message)()
    copy.CopyFrom(message)
    _clean(copy)
    return copy


def _clean(message: Message) -> None:
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for part in value if field.is_repeated else [value]:
                _clean(part)
        elif field.type == FieldDescriptor.TYPE_STRING and field.is_repeated:
            value[:] = map(printable, value)
        elif field.type == FieldDescriptor.TYPE_STRING:
            setattr(message, field.name, printable(value))


def _oneof(message: Message) -> str | None:
    """The message's one real oneof; protobuf names those of optional fields with an underscore."""
    names = (each.name for each in message.DESCRIPTOR.oneofs)
    return next((name for name in names if not name.startswith("_")), None)
