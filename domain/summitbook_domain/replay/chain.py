"""Level chain: every line canonical, numbered, linked, and the file whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import canonical
from ..canonical import BadFormat, NotCanonical
from ..record import START, Head, Record, hash_of, shaped
from ..table import events as e
from .report import Fault
from .tail import Reveal, Seal, is_tail, tail_of

NOT_HELD = "the log does not hold the expected head"
_TAILS = (b'{"reveal"', b'{"seal"')
_COMMON = {kind.__name__: kind for kind in e.EVENTS}


class Chain:
    """Takes a file line by line; keeps what later levels need to know of it."""

    def __init__(self, heads: Sequence[Head] = ()) -> None:
        """`heads` were kept from answers; one without a number (n = 0) may be that of any record."""
        self._heads: dict[int, set[str]] = {}
        for head in heads:
            if head.n:
                self._heads.setdefault(head.n, set()).add(head.hash)
        self._unmet = {head.hash for head in heads if not head.n}
        self.lines = 0
        self.head = START
        self.created: e.GameCreated | None = None
        self.closed: e.GameClosed | None = None
        self.reveal: Reveal | None = None
        self.seal: Seal | None = None

    def take(self, raw: bytes) -> Record | None:
        """The record on the next line, or None for a line of the tail; raises Fault."""
        self.lines += 1
        if not raw.endswith(b"\n"):
            raise self._fault("TRUNCATED", "the last line has no line feed")
        line = raw[:-1]
        if self.closed or self.seal:
            self._take_after_close(line)
            return None
        try:
            value = canonical.decode(line)
            if not is_tail(value):
                return self._take_record(line, shaped(value, Record))
            self._take_tail(value)
        except BadFormat as error:
            raise self._fault("BAD_FORMAT", str(error)) from None
        except NotCanonical as error:
            raise self._fault("NOT_CANONICAL", str(error)) from None
        return None

    def follow(self, head: Head, closed: e.GameClosed | None) -> None:
        """Take the record on the next line as right; `closed` where it closes the game; raises Fault."""
        self.lines += 1
        self._reach(head)
        self.closed = closed

    def end(self) -> None:
        """Whether the file is whole."""
        expected = max(self.seal.events if self.seal else 0, *self._heads, 0)
        if self.head.n < expected:
            raise self._fault(
                "TRUNCATED", "records are missing at the end", expected=expected, found=self.head.n
            )
        if not (self.closed or self.seal):
            raise self._fault("TRUNCATED", "the log ends with neither GameClosed nor a seal")
        for unmet in sorted(self._unmet):
            raise Fault("BROKEN_CHAIN", self.head.n, NOT_HELD, expected=unmet, found=self.head.hash)

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
        self._reach(Head(record.n, right))
        self._note(record)
        return record

    def _reach(self, head: Head) -> None:
        for expected in sorted(self._heads.get(head.n, ())):
            if expected != head.hash:
                raise self._fault("BROKEN_CHAIN", NOT_HELD, expected=expected, found=head.hash)
        self._unmet.discard(head.hash)
        self.head = head

    def _note(self, record: Record) -> None:
        """The events common to all games are part of the format, so their shape is."""
        if (record.n == 1) != (record.type == "GameCreated"):
            raise BadFormat("the first record, and no other, is GameCreated")
        if kind := _COMMON.get(record.type):
            event = shaped(record.data, kind)
            if isinstance(event, e.GameCreated):
                self.created = event
            elif isinstance(event, e.GameClosed):
                self.closed = event

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
