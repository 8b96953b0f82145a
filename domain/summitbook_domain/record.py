"""
Records and their chain: one event, one line, each holding the hash of the one before.

See docs/replay-format.md, "A record". The line is made once, by `write`, and that
same line is hashed, stored, streamed and exported.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from . import canonical
from .message import Command, Event, Events

T = TypeVar("T")

FORMAT: Literal["summitbook-replay/1"] = "summitbook-replay/1"

# `\Z` ends a text where `$` would let a line feed follow, and `[0-9]` has no digits but these ten.
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*\Z")]
_DATE = (
    "(?!0000)[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    "|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))"
)
_TIME = r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}"
MOMENT = rf"{_DATE}T{_TIME}Z"
TIMESTAMP = rf"^{MOMENT}\Z"
Timestamp = Annotated[str, Meta(pattern=TIMESTAMP)]
UUID_TEXT = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
UuidText = Annotated[str, Meta(pattern=rf"^{UUID_TEXT}\Z")]


class Cause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The command behind an event: on the first event of a command only."""

    args: dict[str, Any]
    by: str
    command: str
    id: str
    seat: int | None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line of a log, its data still untyped."""

    at: Timestamp
    data: dict[str, Any]
    hash: Hash
    n: Annotated[int, Meta(ge=1)]
    prev: Hash
    type: str
    cause: Cause | UnsetType = UNSET


class Head(msgspec.Struct, frozen=True):
    """The last record of a log: its number and its hash. Kept from an answer, it is a receipt."""

    n: int
    hash: str


START = Head(0, "0" * 64)


def cause_of(command: Command, *, seat: int | None, by: str, id: str) -> Cause:
    """The cause to record for a command, its defaults written out."""
    return Cause(args=msgspec.to_builtins(command), by=by, command=type(command).__name__, id=id, seat=seat)


def write(head: Head, at: str, event: Event, cause: Cause | None = None) -> tuple[bytes, Head]:
    """
    The canonical line (without its line feed) that follows `head`, and the new head.

    `at` is UTC with microseconds, as docs/replay-format.md writes it.
    """
    return write_caused(head, at, event, b"" if cause is None else b'"cause":%b,' % canonical.encode(cause))


def write_all(head: Head, at: str, events: Events, cause: Cause) -> tuple[tuple[bytes, ...], Head]:
    """The lines of what one command led to, the first of which tells its cause, and the new head."""
    lines, caused = [], b'"cause":%b,' % canonical.encode(cause)
    for event in events:
        line, head = write_caused(head, at, event, caused)
        lines.append(line)
        caused = b""
    return tuple(lines), head


def write_caused(head: Head, at: str, event: Event, caused: bytes) -> tuple[bytes, Head]:
    """As above; `caused` is how the line tells its cause, empty where it has none."""
    return write_encoded(head, at, type(event).__name__, canonical.encode(event), caused)


def write_encoded(head: Head, at: str, kind: str, data: bytes, caused: bytes) -> tuple[bytes, Head]:
    """As above; `data` is the canonical form of an event of this type."""
    n = head.n + 1
    front = b'{"at":"%b",%b"data":%b,' % (at.encode(), caused, data)
    back = b'"n":%d,"prev":"%b","type":"%b"}' % (n, head.hash.encode(), kind.encode())
    digest = hashlib.sha256(front + back).hexdigest()
    return b'%b"hash":"%b",%b' % (front, digest.encode(), back), Head(n, digest)


def read(line: bytes) -> Record:
    """Read a line without its line feed; raises BadFormat or NotCanonical."""
    return shaped(canonical.decode(line), Record)


def shaped(value: Any, kind: type[T]) -> T:
    """Give plain data its type, or raise BadFormat saying where it does not fit."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        if "matching regex" in reason:
            reason = "not written as docs/replay-format.md says"
        raise canonical.BadFormat(f"{path.strip('.`') or 'the line'}: {reason}") from None


def hash_of(line: bytes, record: Record) -> str:
    """What the hash of this canonical line must be."""
    front, _, back = line.rpartition(b'"hash":"%b",' % record.hash.encode())
    return hashlib.sha256(front + back).hexdigest()
