"""The kinds of plain value, and what each is on the two sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from msgspec import inspect

from summitbook_domain import canonical
from summitbook_domain.refusal import BAD_ARGS, Refused


class Unmapped(TypeError):
    """A type of the domain has no message, or one that cannot carry it; found while the service starts."""


class Codec(NamedTuple):
    """
    How a value passes between the sides; None where it is the same on both.

    `to_domain` is told the path of the field and raises Refused with BAD_ARGS.
    """

    to_wire: Callable[[Any], Any] | None
    to_domain: Callable[[Any, str], Any] | None


def plain_codec(kind: inspect.Type, wire: FieldDescriptor) -> Codec:
    """The codec of a value that is no message; raises Unmapped."""
    match kind, wire.type:
        case inspect.IntType(), FieldDescriptor.TYPE_INT32:
            return Codec(None, None)
        case inspect.BoolType(), FieldDescriptor.TYPE_BOOL:
            return Codec(None, None)
        case inspect.StrType() | inspect.LiteralType(), FieldDescriptor.TYPE_STRING:
            return Codec(None, None)
        case inspect.StrType(), FieldDescriptor.TYPE_BYTES:
            return Codec(bytes.fromhex, _hex)
        case inspect.DictType(), FieldDescriptor.TYPE_BYTES:
            return Codec(canonical.encode, _data)
        case inspect.LiteralType(words), FieldDescriptor.TYPE_ENUM if wire.enum_type:
            return _words(words, wire.enum_type)
    raise Unmapped(f"{wire.full_name}: no way to carry a {type(kind).__name__}")


def _words(words: tuple[Any, ...], enum: EnumDescriptor) -> Codec:
    """The fixed words of a rules page; 0, and a number without a word, are refused."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    numbers = {value.name.removeprefix(prefix).lower(): value.number for value in enum.values if value.number}
    if set(words) != numbers.keys():
        raise Unmapped(f"{enum.full_name} and the words {', '.join(sorted(words))} differ")
    named = {number: word for word, number in numbers.items()}

    def to_domain(number: int, at: str) -> str:
        if number not in named:
            raise Refused(BAD_ARGS, f"{at} must be one of {', '.join(numbers)}", field=at)
        return named[number]

    return Codec(numbers.__getitem__, to_domain)


def _hex(value: bytes, at: str) -> str:
    return value.hex()


def _data(line: bytes, at: str) -> Any:
    """Data of a shape that no message knows, a content file's, in canonical form."""
    try:
        return canonical.decode(line)
    except (canonical.BadFormat, canonical.NotCanonical) as error:
        raise Refused(BAD_ARGS, f"{at}: {error}", field=at) from None
