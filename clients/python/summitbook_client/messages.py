"""Reading messages whichever game they are of."""

from __future__ import annotations

from google.protobuf.message import Message


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
    """The recorded name of a command or an event, `Unknown` where this client does not know it."""
    found = inside(message)
    return found.DESCRIPTOR.name if found else "Unknown"


def _oneof(message: Message) -> str | None:
    """The message's one real oneof; protobuf names those of optional fields with an underscore."""
    names = (each.name for each in message.DESCRIPTOR.oneofs)
    return next((name for name in names if not name.startswith("_")), None)
