"""Reading receipts that players kept: docs/audit.md, "Receipts"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from summitbook_domain.record import Hash, Head, UuidText
from summitbook_domain.replay.chain import NOT_HELD

from ..options import INT32
from ..problem import Problem

LONGEST = 1_000
"""Bytes of a line; a receipt has some 130."""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    n: Annotated[int, Meta(ge=1, le=INT32)]
    hash: Hash
    game_id: UuidText | UnsetType = UNSET
    tournament_id: UuidText | UnsetType = UNSET


_decode = msgspec.json.Decoder(_Line).decode


@dataclass(frozen=True)
class Receipt:
    """A head that a log must have had, and the file and line that it was kept in."""

    head: Head
    kept_in: str


Kept = Mapping[str, tuple[Receipt, ...]]
"""By the id of what they are of; no two of one are the same."""


@dataclass(frozen=True)
class Receipts:
    """All that were kept, of games and of tournaments."""

    games: Kept
    tournaments: Kept

    def of(self, game_id: str) -> tuple[Receipt, ...]:
        """Those of a game, none where there are none."""
        return self.games.get(game_id, ())

    def of_tournament(self, tournament_id: str) -> tuple[Receipt, ...]:
        """Those of a tournament's own log."""
        return self.tournaments.get(tournament_id, ())


def read_receipts(paths: Iterable[Path]) -> Receipts:
    """The receipts of these files together; raises Problem where a line is none, and OSError."""
    games: defaultdict[str, dict[Head, Receipt]] = defaultdict(dict)
    tournaments: defaultdict[str, dict[Head, Receipt]] = defaultdict(dict)
    for path in paths:
        with path.open("rb") as file:
            for number, raw in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
                line = _receipt(path, number, raw)
                head = Head(line.n, line.hash)
                kept = games[line.game_id] if line.game_id else tournaments[line.tournament_id or ""]
                kept.setdefault(head, Receipt(head, f"{path}, line {number}"))
    return Receipts(_whole(games), _whole(tournaments))


def _whole(found: Mapping[str, dict[Head, Receipt]]) -> Kept:
    return {kept_of: tuple(kept.values()) for kept_of, kept in found.items()}


def _receipt(path: Path, number: int, raw: bytes) -> _Line:
    try:
        line = _decode(raw)
    except (ValueError, RecursionError):
        line = None
    if line is None or (line.game_id is UNSET) == (line.tournament_id is UNSET):
        wanted = '{"game_id":"…","n":12,"hash":"…"}, with a UUID, or a tournament_id, and 64 hex digits'
        raise Problem("BAD_RECEIPT", f"{path}, line {number} is no receipt; one is {wanted}")
    return line


def missed(kept: Iterable[Receipt], code: str | None, reason: str, expected: object) -> Receipt | None:
    """The receipt that a log does not hold, where that is its fault: it is too short, or told otherwise."""
    if reason == NOT_HELD:
        return next((each for each in kept if each.head.hash == expected), None)
    if code == "TRUNCATED":
        return next((each for each in kept if each.head.n == expected), None)
    return None
