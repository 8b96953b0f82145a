"""A sound dossier to meddle with, its records as plain data, and the ways to make it look sound again."""

from __future__ import annotations

import copy
import json
import operator
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from dossiers import cup_of, dossier_of
from tampering import SIGNER, chained, sealed

from summitbook_domain.dossier.files import LOG, game_file
from summitbook_domain.record import Head
from summitbook_domain.tournament.state import Fixture, Tournament

STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
HOW = ("plain", "hashed", "stranger", "insider", "insider", "insider")
"""
How far a change is covered up: not at all; every hash after it mended; sealed anew by
somebody else; sealed anew with the service's own key, by whoever holds that. The last is
tried most, since it alone asks what seals do not tell.
"""

Record = dict[str, Any]


class Found(NamedTuple):
    """What must be found first: where, and what it is called."""

    file: str
    line: int | None
    code: str


class Trial(NamedTuple):
    """
    A dossier meddled with: its files, all names where one is there twice, and what must be found.

    `receipts` are those that were kept, by the file that must hold them.
    """

    what: str
    files: dict[str, bytes]
    wanted: Found
    names: Sequence[str] = ()
    receipts: Mapping[str, Head] = {}


class Evidence:
    """One dossier; everything it hands out is a copy."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._files = dossier_of(kind)

    @property
    def state(self) -> Tournament:
        """How the tournament ended."""
        return cup_of(self.kind).state

    @property
    def files(self) -> dict[str, bytes]:
        """Every file by name."""
        return dict(self._files)

    def records(self, name: str = LOG) -> list[Record]:
        """The records of a log."""
        return [json.loads(line) for line in self._files[name].splitlines() if line.startswith(b'{"at":')]

    def tail(self, name: str) -> list[bytes]:
        """The lines behind them: a reveal where there is one, and the seal."""
        return [line for line in self._files[name].splitlines(keepends=True) if line[:6] in TAILS]

    def game(self, luck: Random) -> Fixture:
        """Some game."""
        return luck.choice(self.state.fixtures)

    def line_of(self, type: str, **data: Any) -> int:
        """The line of the first record of this type with this data."""
        return next(
            each["n"]
            for each in self.records()
            if each["type"] == type and data.items() <= each["data"].items()
        )


TAILS = (b'{"reve', b'{"seal')


def covered(evidence: Evidence, how: str, records: list[Record], name: str = LOG) -> dict[str, bytes]:
    """The files with these records in one log, as far covered up as asked."""
    *reveal, seal = evidence.tail(name)
    if how == "plain":
        lines = [*map(line_of, records), *reveal, seal]
    elif how == "hashed":
        lines = [*chained(records), *reveal, seal]
    else:
        *lines, seal = sealed(chained(records), SIGNER if how == "insider" else STRANGER)
        lines = [*lines, *reveal, seal]
    return {**evidence.files, name: b"".join(lines)}


def line_of(value: Any) -> bytes:
    """A line as it is written."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class Edit(NamedTuple):
    """
    What is done to the records at one of them, from 0, and what tells of it where that is not covered up.

    It is found so many lines `behind` the one before; `plain` is the code where nothing was
    mended, `hashed` that at the end of the log where only the hashes were.
    """

    alter: Callable[[list[Record], int], None]
    behind: int
    plain: str
    hashed: str


def changed(change: Callable[[Record], None]) -> Edit:
    """One record changed in place."""
    return Edit(lambda records, at: change(records[at]), 1, "BROKEN_CHAIN", "BAD_SEAL")


REMOVED = Edit(operator.delitem, 1, "GAP", "TRUNCATED")
DOUBLED = Edit(lambda records, at: records.insert(at, records[at]), 2, "GAP", "BAD_SEAL")


def edited(
    evidence: Evidence, how: str, at: int, edit: Edit, *, what: str, insider: Found, name: str = LOG
) -> Trial:
    """One edit of one log; `insider` is what must be found where the seal says nothing."""
    records = copy.deepcopy(evidence.records(name))
    edit.alter(records, at)
    files = covered(evidence, how, records, name)
    last = len(files[name].splitlines())
    wanted = {
        "plain": Found(name, at + edit.behind, edit.plain),
        "hashed": Found(name, last, edit.hashed),
        "stranger": Found(name, last, "UNKNOWN_KEY"),
        "insider": insider,
    }
    return Trial(f"{evidence.kind}: {what}, {how}", files, wanted[how])


def places(evidence: Evidence, type: str) -> list[int]:
    """Where, from 0, the log has records of a type."""
    return [at for at, each in enumerate(evidence.records()) if each["type"] == type]


def another_digit(text: str, luck: Random) -> str:
    """One hex digit of it changed, never that of a UUID's version."""
    at = luck.choice([at for at, each in enumerate(text) if each in "0123456789abcdef" and at != 14])
    return text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :]


def file_of(fixture: Fixture | Mapping[str, Any]) -> str:
    """The file of a game."""
    return game_file(fixture["game_id"] if isinstance(fixture, Mapping) else fixture.game_id)
