"""
Canonical form: the one way to write a record, RFC 8785 (JCS).

The data it serves holds objects with ASCII keys, arrays, strings, booleans,
null and integers of at most 53 bits. See docs/replay-format.md, "Canonical form".
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NoReturn

import msgspec

LARGEST = 2**53 - 1

encode = msgspec.json.Encoder(order="sorted").encode


class BadFormat(ValueError):
    """Not JSON at all, or a value that canonical data never holds."""


class NotCanonical(ValueError):
    """Well-formed data, kept as `value`, that is not written in canonical form."""

    def __init__(self, value: Any) -> None:
        super().__init__("not written in canonical form")
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


def check(value: Any) -> None:
    """Raise BadFormat where `value` holds what canonical data never does."""
    kind = type(value)
    if kind is dict:
        for key, item in value.items():
            if not key.isascii():
                raise BadFormat(f"the key {key!r} is not ASCII")
            check(item)
    elif kind is list:
        for item in value:
            check(item)
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise BadFormat("an integer has more than 53 bits")
    elif kind is str:
        if not value.isascii():
            _check_text(value)
    elif not (value is None or kind is bool):
        raise BadFormat(f"a {kind.__name__} has no place in a record")


def _decode_with_care(line: bytes) -> Any:
    """Tell what is wrong with a line that is not plainly canonical."""
    try:
        value = json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float
        )
        check(value)
    except (ValueError, RecursionError) as error:
        raise (
            error if isinstance(error, BadFormat) else BadFormat(f"not JSON: {type(error).__name__}")
        ) from None
    if encode(value) != line:
        raise NotCanonical(value)
    return value


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
