"""
Rings of keys, each from a folder or from the environment: docs/doors.md, "Keys".

In a folder a key is a file with 32 bytes in hex, named by the moment from which it makes;
before that it opens and verifies only, so that all nodes know a key before one of them uses it.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ..errors import CannotStart
from ..folders import sync

KINDS = ("master", "signing", "token")
"""What there is a ring for."""
KEY_BYTES = 32
_NAME = "%Y%m%dT%H%M%S.%fZ"
_NAMED = re.compile(r"[0-9]{8}T[0-9]{6}\.[0-9]{6}Z")


class Key:
    """A key by its name, and from which second since 1970 it makes."""

    __slots__ = ("name", "secret", "since")

    def __init__(self, name: str, secret: bytes, since: float = 0.0) -> None:
        self.name = name
        self.secret = secret
        self.since = since


class Ring:
    """The keys of one purpose, newest first."""

    def __init__(self, keys: Iterable[Key]) -> None:
        self._keys = tuple(keys)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys)

    @property
    def maker(self) -> Key:
        """The key that makes: the newest whose time has come, or where there is none the oldest."""
        now = time.time()
        return next((key for key in self._keys if key.since <= now), self._keys[-1])

    def holds_what(self, other: Ring) -> bool:
        """Whether the other ring holds the very same keys."""
        return [(key.name, key.secret) for key in self] == [(key.name, key.secret) for key in other]


def open_ring(folder: Path) -> Ring:
    """The ring of a folder, with its first key made where there is none; raises CannotStart."""
    return read_ring(folder) or _begun(folder)


def variable_of(kind: str) -> str:
    """The variable of the environment that may hold a ring in place of a folder."""
    return f"SUMMITBOOK_{kind.upper()}_KEYS"


def read_ring(folder: Path) -> Ring | None:
    """The ring that the environment has for a folder's kind, or else the folder; raises CannotStart."""
    variable = variable_of(folder.name)
    if listed := os.environ.get(variable, "").split():
        return Ring(_listed(text, variable) for text in listed)
    try:
        keys = [_read_key(path) for path in folder.glob("*.key")]
    except OSError as error:
        raise _unusable(folder, error) from None
    return Ring(sorted(keys, key=lambda key: key.name, reverse=True)) if keys else None


def make_key(folder: Path, seconds: float = 0.0) -> str:
    """
    Make a key that makes from so many seconds on; its name.

    It is written aside and moved into place, so that a crash leaves no half of one. Raises OSError.
    """
    name = (datetime.now(UTC) + timedelta(seconds=seconds)).strftime(_NAME)
    aside = folder / f"{name}.new"
    aside.touch(mode=0o600, exist_ok=False)
    if os.geteuid() == 0:
        # Root makes it for the service, which runs as whoever owns the folder and could not read it else.
        owner = folder.stat()
        os.chown(aside, owner.st_uid, owner.st_gid)
    with aside.open("w", encoding="ascii") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    aside.rename(folder / f"{name}.key")
    sync(folder)
    return name


def _begun(folder: Path) -> Ring:
    try:
        for each in (folder.parent, folder):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_key(folder)
        return Ring([_read_key(path) for path in folder.glob("*.key")])
    except OSError as error:
        raise _unusable(folder, error) from None


def _read_key(path: Path) -> Key:
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii"))
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise CannotStart(
            "BAD_KEY", f"{path} is no key of {KEY_BYTES} bytes in hex; bring it back from a backup"
        )
    return Key(path.stem, secret, _since(path.stem))


def _since(name: str) -> float:
    """When a key of this name begins to make; at once where its name is no moment."""
    if not _NAMED.fullmatch(name):
        return 0.0
    try:
        return datetime.strptime(name, _NAME).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


def _listed(text: str, variable: str) -> Key:
    """A key of the environment, which is named by a hash of its own."""
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise CannotStart("BAD_KEY", f"{variable} lists keys of {KEY_BYTES} bytes in hex, newest first")
    return Key(hashlib.sha256(secret).hexdigest()[:16], secret)


def _unusable(folder: Path, error: OSError) -> CannotStart:
    return CannotStart("DATA_UNWRITABLE", f"{folder} cannot be used: {error.strerror}")
