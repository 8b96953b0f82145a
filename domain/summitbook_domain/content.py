"""
Boards, dice, tiles and cards: data files, each an edition of one game.

A game records which edition it was played on and the hash of its data, so that
another edition is one more file, never a change of code.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from . import canonical
from .wanted import fault

C = TypeVar("C", bound="Content")

LARGEST = 262_144
"""Bytes of content in canonical form: every log carries it, and every client can receive it."""


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every content file says, beside the keys of its own game."""

    game: str
    edition: str
    min_seats: int
    max_seats: int

    def problems(self) -> list[str]:
        """What is wrong with this content, each as `key: reason`."""
        if 1 <= self.min_seats <= self.max_seats:
            return []
        return ["min_seats: must be from 1 to max_seats"]


class BadContent(ValueError):
    """A content file that cannot be played; the message names file, key and reason."""

    code = "BAD_CONTENT"


class Edition(msgspec.Struct, Generic[C], frozen=True):
    """Checked content, with the plain data it was read from and its hash."""

    content: C
    data: dict[str, Any]
    sha256: str


def check(data: Any, kind: type[C], source: str) -> Edition[C]:
    """Type and check plain content data, or raise BadContent naming `source`."""
    try:
        canonical.check(data)
        plain = canonical.encode(data)
        if len(plain) > LARGEST:
            raise BadContent(f"{source}: file: holds more than {LARGEST} bytes")
        content = msgspec.convert(data, kind)
    except msgspec.ValidationError:
        found = fault(data, kind)
        raise BadContent(f"{source}: {found.path or 'file'}: {found.wanted}") from None
    except canonical.TooDeep as error:
        raise BadContent(f"{source}: file: {error}") from None
    except canonical.BadFormat as error:
        raise BadContent(f"{source}: {_place(data) or 'file'}: {error}") from None
    if problems := content.problems():
        raise BadContent(f"{source}: {problems[0]}")
    return Edition(content, data, hashlib.sha256(plain).hexdigest())


def _place(data: Any, path: str = "") -> str:
    """The path to the innermost value that canonical form does not allow."""
    if isinstance(data, dict):
        inside = [(f"{path}.{key}".lstrip("."), item) for key, item in data.items()]
    else:
        inside = [(f"{path}[{i}]", item) for i, item in enumerate(data if isinstance(data, list) else ())]
    for where, item in inside:
        try:
            canonical.check(item)
        except canonical.BadFormat:
            return _place(item, where)
    return path


def read(path: Path) -> dict[str, Any]:
    """The plain data of a content file, not checked yet, or raise BadContent."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadContent(f"{path.name}: file: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadContent(f"{path.name}: file: {error}") from None


def load(path: Path, kind: type[C]) -> Edition[C]:
    """Read and check one content file, or raise BadContent."""
    return check(read(path), kind, path.name)
