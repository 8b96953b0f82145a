"""Level chain: every line canonical, numbered, linked, and the file whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from .. import canonical
from ..canonical import BadFormat, NotCanonical
from ..message import Event
from ..record import START, TIMESTAMP, Head, Record, hash_of, shaped
from ..table import events as e
from .report import Fault
from .tail import Reveal, Seal, is_tail, tail_of

NOT_HELD = "the log does not hold the expected head"
_TAILS = (b'{"reveal"', b'{"seal"')
_at = re.compile(TIMESTAMP).match


class _Plain(Record, frozen=True, forbid_unknown_fields=True):
    """A record as its line reads: how times and hashes are written is seen by comparing them."""

    at: str
    hash: str
    n: int
    prev: str


_read = msgspec.json.Decoder(_Plain).decode


class _Closes(Protocol):
    @property
    def seed(self) -> str | None: ...


B = TypeVar("B", bound=Event)
C = TypeVar("C", bound=_Closes)


class LogKind(Generic[B, C]):
    """What logs of a kind begin and end with, and all events whose shape is part of their format."""

    def __init__(self, first: type[B], last: type[C], events: Sequence[type[Event]]) -> None:
        self.first = first
        self.last = last
        self.events = {kind.__name__: kind for kind in events}


GAME = LogKind(e.GameCreated, e.GameClosed, e.EVENTS)


class Chain(Generic[B, C]):
    """Takes a file line by line; keeps what later levels need to know of it."""

    def __init__(self, kind: LogKind[B, C], heads: Sequence[Head] = ()) -> None:
        """`heads` were kept from answers; one without a number (n = 0) may be that of any record."""
        self._kind = kind
        self._heads: dict[int, set[str]] = {}
        for head in heads:
            if head.n:
                self._heads.setdefault(head.n, set()).add(head.hash)
        self._unmet = {head.hash for head in heads if not head.n}
        self._latest: str | None = None
        self.lines = 0
        self.head = START
        self.created: B | None = None
        self.closed: C | None = None
        self.reveal: Reveal | None = None
        self.seal: Seal | None = None

    def take(self, raw: bytes) -> Record | None:
        """The record on the next line, or None for a line of the tail; raises Fault."""
        self.lines += 1
        if not raw.endswith(b"\n"):
            raise self._fault("TRUNCATED", "the last line has no line feed")
        line = raw[:-1]
        if self.over:
            self._take_after_close(line)
            return None
        try:
            if record := self._plainly_right(line):
                return self._noted(record)
            value = canonical.decode(line)
            if not is_tail(value):
                return self._take_record(line, shaped(value, Record))
            self._take_tail(value)
        except BadFormat as error:
            raise self._fault("BAD_FORMAT", str(error)) from None
        except NotCanonical as error:
            raise self._fault("NOT_CANONICAL", str(error)) from None
        return None

    @property
    def over(self) -> bool:
        """Whether all records have been taken, as far as can be told."""
        return self.closed is not None or self.seal is not None

    def dates(self, at: str) -> bool:
        """Whether this is a time as records tell it; those of one command have the same."""
        if at != self._latest and _at(at):
            self._latest = at
        return at == self._latest

    def follow(self, head: Head, closed: C | None) -> None:
        """Take the record on the next line as right; `closed` where it is the last; raises Fault."""
        self.lines += 1
        if self._heads or self._unmet:
            self._meet(head)
        self.head = head
        self.closed = closed

    def end(self) -> None:
        """Whether the file is whole."""
        expected = max(self.seal.events if self.seal else 0, *self._heads, 0)
        if self.head.n < expected:
            raise self._fault(
                "TRUNCATED", "records are missing at the end", expected=expected, found=self.head.n
            )
        if not (self.closed or self.seal):
            raise self._fault("TRUNCATED", f"the log ends with neither {self._kind.last.__name__} nor a seal")
        for unmet in sorted(self._unmet):
            raise Fault("BROKEN_CHAIN", self.head.n, NOT_HELD, expected=unmet, found=self.head.hash)

    def _plainly_right(self, line: bytes) -> Record | None:
        """The next record where nothing is wrong with its line, None where it must be looked at closely."""
        try:
            record = _read(line)
            if canonical.encode(record) != line:
                return None
            canonical.check(record.data, 1)
            if record.cause:
                canonical.check(record.cause.args, 2)
                canonical.check(record.cause.seat)
        except (ValueError, RecursionError):
            return None
        follows = record.n == self.head.n + 1 and record.prev == self.head.hash
        return record if follows and record.hash == hash_of(line, record) and self.dates(record.at) else None

    def _take_record(self, line: bytes, record: Record) -> Record:
        if record.n != self.head.n + 1:
            raise self._fault(
                "GAP", "records are numbered without a gap", expected=self.head.n + 1, found=record.n
            )
        if record.prev != self.head.hash:
            reason = "prev is not the hash of the record before"
            raise self._fault("BROKEN_CHAIN", reason, expected=self.head.hash, found=record.prev)
        if (right := hash_of(line, record)) != record.hash:
            raise self._fault(
                "BROKEN_CHAIN", "hash does not fit the record", expected=right, found=record.hash
            )
        return self._noted(record)

    def _meet(self, head: Head) -> None:
        """Hold a head against those that were expected."""
        for expected in sorted(self._heads.get(head.n, ())):
            if expected != head.hash:
                raise self._fault("BROKEN_CHAIN", NOT_HELD, expected=expected, found=head.hash)
        self._unmet.discard(head.hash)

    def _noted(self, record: Record) -> Record:
        """The events common to all games are part of the format, so their shape is."""
        head = Head(record.n, record.hash)
        self._meet(head)
        self.head = head
        first = self._kind.first
        if (record.n == 1) != (record.type == first.__name__):
            raise BadFormat(f"the first record, and no other, is {first.__name__}")
        if kind := self._kind.events.get(record.type):
            event = shaped(record.data, kind)
            if isinstance(event, first):
                self.created = event
            elif isinstance(event, self._kind.last):
                self.closed = event
        return record

    def _take_after_close(self, line: bytes) -> None:
        try:
            value = canonical.decode(line)
        except NotCanonical as error:
            raise self._stray(is_tail(error.value), "NOT_CANONICAL", str(error)) from None
        except BadFormat as error:
            raise self._stray(line.startswith(_TAILS), "BAD_FORMAT", str(error)) from None
        if not is_tail(value):
            raise self._stray(False)
        self._take_tail(value)

    def _stray(self, meant_as_tail: bool, code: str = "", reason: str = "") -> Fault:
        """What is wrong with a line behind the last record; garbage is only ever too much."""
        if meant_as_tail:
            return self._fault(code, reason)
        return self._fault("AFTER_CLOSE", "nothing follows the last record but a reveal and a seal")

    def _take_tail(self, value: Any) -> None:
        try:
            part = tail_of(value)
        except BadFormat as error:
            raise self._fault("BAD_FORMAT", str(error)) from None
        if self.seal or (isinstance(part, Reveal) and not self._waits_for_reveal()):
            raise self._fault("AFTER_CLOSE", "a reveal of a seed not yet shown, then a seal, each once")
        if isinstance(part, Seal):
            self.seal = part
        else:
            self.reveal = part

    def _waits_for_reveal(self) -> bool:
        return self.reveal is None and self.closed is not None and self.closed.seed is None

    def _fault(self, code: str, reason: str, **shown: Any) -> Fault:
        return Fault(code, self.lines, reason, **shown)


GameChain = Chain[e.GameCreated, e.GameClosed]
