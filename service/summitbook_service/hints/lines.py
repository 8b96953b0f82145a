"""What the service and the process that advises say to each other: messages, each behind its length."""

from __future__ import annotations

import struct
from typing import Literal

import msgspec

from .seen import Seen

LENGTH = struct.Struct("!I")
"""Goes before each message."""

_encode = msgspec.msgpack.encode


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A seat's choices: all that advice may hang on, and nothing besides. `number` finds the answer."""

    number: int
    game: str
    rules: int
    content: msgspec.Raw
    view: msgspec.Raw
    legal: list[tuple[str, msgspec.Raw]]
    """Each command by its recorded name."""


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """What a command is worth, in the unit of the answer, and why."""

    value: float
    words: str


class Advised(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One worth for each legal command, in their order; for leaving it to others too, where that is known."""

    number: int
    unit: Literal["score", "chance"]
    worths: list[Worth]
    waiting: Worth | None = None


class Unadvised(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Nothing advises here; `why` is for a person."""

    number: int
    why: str


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """A fault in what advises, with its traceback."""

    number: int
    trace: str


Told = Advised | Unadvised | Failed

read_question = msgspec.msgpack.Decoder(Question).decode
read_told: msgspec.msgpack.Decoder[Told] = msgspec.msgpack.Decoder(Told)


def question(number: int, seen: Seen) -> Question:
    """What the commands of a seat are worth."""
    return Question(
        number=number,
        game=seen.game.name,
        rules=seen.game.rules,
        content=_raw(seen.content),
        view=_raw(seen.view),
        legal=[(type(each).__name__, _raw(each)) for each in seen.legal],
    )


def framed(message: msgspec.Struct) -> bytes:
    """The message as it is sent."""
    data = _encode(message)
    return LENGTH.pack(len(data)) + data


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encode(value))
