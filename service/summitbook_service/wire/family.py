"""A message of the common protos that carries any game's, through its `oneof`s."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from summitbook_domain.game import Game
from summitbook_domain.refusal import BAD_ARGS, Refused

from .shape import Shape

M = TypeVar("M", bound=Message)
T = TypeVar("T", bound=msgspec.Struct)

AnyGame = Game[Any, Any, Any]
Key = tuple[str, int]
"""A game under one edition of its rules: its name and the edition."""
Trail = tuple[str, ...]
"""The fields that lead from the outer message to the one that carries a type."""


class Family(Generic[M, T]):
    """All events, or all commands, options or views: each type, its trail, and its shape."""

    def __init__(self, message: type[M], shapes: Mapping[Key, Mapping[Trail, Shape[Any]]]) -> None:
        self._message = message
        self._shapes = shapes
        self._ways = {
            key: {trail[:i] for trail in own for i in range(len(trail) + 1)} for key, own in shapes.items()
        }
        self._plain = {
            shape.kind: _nested(trail, shape.plain) for own in shapes.values() for trail, shape in own.items()
        }

    def plain(self, value: T) -> dict[str, Any]:
        """What the constructor of the message takes."""
        return self._plain[type(value)](value)

    def pack(self, value: T) -> M:
        """The message that carries the value."""
        return self._message(**self._plain[type(value)](value))

    def unpack(self, game: AnyGame, message: Message, at: str) -> T:
        """
        What the message carries for this game; `at` is the path that leads to it.

        Raises Refused with BAD_ARGS where nothing is chosen, or something of another game.
        """
        key = game.name, game.rules
        shapes, ways = self._shapes[key], self._ways[key]
        trail: Trail = ()
        while (shape := shapes.get(trail)) is None:
            chosen = message.WhichOneof(_oneof(message.DESCRIPTOR))
            if chosen is None:
                at = ".".join((at, *trail))
                raise Refused(BAD_ARGS, f"{at}: set one of the fields of {game.title}", field=at)
            trail, message = (*trail, chosen), getattr(message, chosen)
            if trail not in ways:
                at = ".".join((at, *trail))
                raise Refused(BAD_ARGS, f"{at} is no part of {game.title}", field=at)
        value: T = shape.struct(message, ".".join((at, *trail, "")))
        return value


@cache
def _oneof(message: Descriptor) -> str:
    """The name of the one `oneof` that such a message has."""
    return message.oneofs[0].name


def _nested(trail: Trail, plain: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    if not trail:
        return plain
    inner, name = _nested(trail[1:], plain), trail[0]
    return lambda value: {name: inner(value)}
