"""
What docs/replay-format.md says must be found, worked out from the kind of change and nothing else.

The audit is not asked: a change says what it breaks, and from that follows who finds it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal, NamedTuple

from .evidence import Evidence

LEVEL_OF = {
    **dict.fromkeys(("BAD_FORMAT", "NOT_CANONICAL", "GAP"), "chain"),
    **dict.fromkeys(("BROKEN_CHAIN", "AFTER_CLOSE", "TRUNCATED"), "chain"),
    **dict.fromkeys(("BAD_SEAL", "UNKNOWN_KEY"), "seal"),
    **dict.fromkeys(("BAD_SEED", "UNKNOWN_CONTENT", "WRONG_DRAW"), "dice"),
    **dict.fromkeys(("UNKNOWN_RULES", "ILLEGAL_COMMAND", "WRONG_EVENT"), "rules"),
}  # fmt: skip
"""The table "Fault codes"."""

Seal = Literal["kept", "dropped", "a stranger's"]
SEALS: tuple[Seal, ...] = ("kept", "dropped", "a stranger's")


class Asker(NamedTuple):
    """Whoever checks a file, and what they have to check it with."""

    name: str
    key: bool = False
    head: bool = False


REFEREE = Asker("who trusts the server's key", key=True)
PLAYER = Asker("who kept a receipt", head=True)
PASSER_BY = Asker("who has neither")
ASKERS = (REFEREE, PLAYER, PASSER_BY)


class Finding(NamedTuple):
    """
    A fault to be found, in a line from `first` to `last`.

    `question` is that of the page's list for level chain, by which two faults of a line are ordered.
    """

    code: str
    first: int
    last: int = 0
    question: int = 0

    def fits(self, code: str | None, line: int | None) -> bool:
        """Whether this is what was found."""
        return code == self.code and line is not None and self.first <= line <= (self.last or self.first)


class Change(NamedTuple):
    """
    One change to a log.

    `chain` is what it breaks at level chain whoever asks, `later` what the levels dice or
    rules may name. With `retold` the rules may have nothing against it: then only a seal
    or a receipt can tell.
    """

    what: str
    lines: list[bytes]
    reveal: list[bytes]
    chain: Finding | None = None
    later: tuple[Finding, ...] = ()
    retold: bool = False
    closed: bool = True


class Expected(NamedTuple):
    """One of these is to be found; where the file `passes`, nothing may be as well."""

    findings: tuple[Finding, ...] = ()
    passes: bool = False


class Trial(NamedTuple):
    """A changed file and what each asker must be told of it."""

    what: str
    lines: list[bytes]
    expected: Callable[[Asker], Expected]
    unsealed: bool = False


def expected(evidence: Evidence, change: Change, seal: Seal, asker: Asker) -> Expected:
    """What an asker must be told of a changed log under this seal."""
    end = len(change.lines) + len(change.reveal) + (seal != "dropped")
    first = [change.chain] if change.chain else []
    if asker.head and (other := _other_head(evidence, change)):
        first.append(other)
    if first:
        return Expected((min(first, key=lambda each: (each.first, each.question)),))
    if found := _not_whole(evidence, change, seal, asker, end) or _seal(evidence, change, seal, asker, end):
        return Expected((found,))
    unrevealed = not change.closed
    return Expected(() if unrevealed else change.later, passes=change.retold or unrevealed)


def _other_head(evidence: Evidence, change: Change) -> Finding | None:
    """The receipt of the last record, against the record of that number, if the chain comes so far."""
    last = evidence.count
    before = change.chain and (change.chain.first, change.chain.question) <= (last, 6)
    if before or len(change.lines) < last:
        return None
    said = json.loads(change.lines[last - 1])["hash"]
    return None if said == evidence.head else Finding("BROKEN_CHAIN", last, question=6)


def _not_whole(evidence: Evidence, change: Change, seal: Seal, asker: Asker, end: int) -> Finding | None:
    fewer = len(change.lines) < evidence.count and (seal == "kept" or asker.head)
    open_ended = not change.closed and seal == "dropped"
    return Finding("TRUNCATED", end) if fewer or open_ended else None


def _seal(evidence: Evidence, change: Change, seal: Seal, asker: Asker, end: int) -> Finding | None:
    if seal == "kept" and change.lines != evidence.lines:
        return Finding("BAD_SEAL", end)
    if seal == "a stranger's" and asker.key:
        return Finding("UNKNOWN_KEY", end)
    return None
