"""
Canonical form: the one way to write a record, RFC 8785 (JCS).

The data it serves holds objects with ASCII keys, arrays, strings, booleans,
null and integers of at most 53 bits. See docs/replay-format.md, "Canonical form".
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Annotated, Any, NoReturn, cast

import msgspec

LARGEST = 2**53 - 1
DEEPEST = 64
"""How deep arrays and objects may be nested: far below where any language's parser gives up."""

Integer = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
"""An integer of at most 53 bits: what is read as one needs no further look."""

encode = msgspec.json.Encoder(order="sorted").encode


class BadFormat(ValueError):
    """Not JSON at all, or a value that canonical data never holds."""


class TooDeep(BadFormat):
    """Arrays and objects nested deeper than DEEPEST."""

    def __init__(self) -> None:
        super().__init__(f"nested more than {DEEPEST} deep")


class NotCanonical(ValueError):
    """Well-formed data, kept as `value`, that is not written in canonical form."""

    def __init__(self, value: Any, line: bytes) -> None:
        right = encode(value)
        alike = next((i for i, (a, b) in enumerate(zip(line, right, strict=False)) if a != b), len(right))
        super().__init__(f"not written in canonical form, from byte {alike + 1} on")
        self.value = value


def sha256_of(data: Any) -> str:
    """Lower-case hex SHA-256 of the canonical form of `data`."""
    return hashlib.sha256(encode(data)).hexdigest()


def decode(line: bytes) -> Any:
    """Read one canonical value; raises BadFormat or NotCanonical."""
    try:
        value = _fast.decode(line)
        check(value)
        if encode(value) == line:
            return value
    except (ValueError, RecursionError):
        pass
    return _decode_with_care(line)


def check(value: Any, depth: int = 0) -> None:
    """Raise BadFormat where `value` holds what canonical data never does."""
    kind = type(value)
    if kind is dict or kind is list:
        if depth == DEEPEST:
            raise TooDeep
        for item in _items(value):
            of = type(item)  # what most items are is seen here, without a call
            if not (of is str and item.isascii()) and not (of is int and -LARGEST <= item <= LARGEST):
                check(item, depth + 1)
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise BadFormat("an integer has more than 53 bits")
    elif kind is str:
        if not value.isascii():
            _check_text(value)
    elif not (value is None or kind is bool):
        raise BadFormat(f"a {kind.__name__} has no place in a record")


def _items(value: Any) -> Iterable[Any]:
    if type(value) is list:
        return value
    for key in value:
        if not key.isascii():
            raise BadFormat(f"the key {key!r} is not ASCII")
    return cast("Iterable[Any]", value.values())


def _decode_with_care(line: bytes) -> Any:
    """Tell what is wrong with a line that is not plainly canonical."""
    try:
        value = json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float
        )
        check(value)
    except BadFormat:
        raise
    except RecursionError:
        raise TooDeep from None
    except ValueError as error:
        raise BadFormat(_why(error)) from None
    if encode(value) != line:
        raise NotCanonical(value, line)
    return value


def _why(error: ValueError) -> str:
    match error:
        case json.JSONDecodeError():
            return f"not JSON from character {error.pos + 1} on"
        case UnicodeDecodeError():
            return f"not UTF-8 from byte {error.start + 1} on"
        case _:
            return "an integer has more than 53 bits"


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise BadFormat("a lone surrogate is no text") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadFormat("a key is repeated")
    return found


def _no_float(text: str) -> NoReturn:
    raise BadFormat(f"{text[:20]} is not an integer")


_fast = msgspec.json.Decoder(float_hook=_no_float)
