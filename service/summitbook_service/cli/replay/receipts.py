"""Reading receipts that players kept: docs/audit.md, "Receipts"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from summitbook_domain.record import Hash, Head, UuidText

from ..options import INT32
from ..problem import Problem

LONGEST = 1_000
"""Bytes of a line; a receipt has some 130."""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    game_id: UuidText
    n: Annotated[int, Meta(ge=1, le=INT32)]
    hash: Hash


_decode = msgspec.json.Decoder(_Line).decode


@dataclass(frozen=True)
class Receipt:
    """A head that a game must have had, and the file and line that it was kept in."""

    head: Head
    kept_in: str


@dataclass(frozen=True)
class Receipts:
    """All that were kept, by game; no two of a game are the same."""

    games: Mapping[str, tuple[Receipt, ...]]

    def of(self, game_id: str) -> tuple[Receipt, ...]:
        """Those of a game, none where there are none."""
        return self.games.get(game_id, ())


def read_receipts(paths: Iterable[Path]) -> Receipts:
    """The receipts of these files together; raises Problem where a line is none, and OSError."""
    found: defaultdict[str, dict[Head, Receipt]] = defaultdict(dict)
    for path in paths:
        with path.open("rb") as file:
            for number, raw in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
                line = _receipt(path, number, raw)
                head = Head(line.n, line.hash)
                found[line.game_id].setdefault(head, Receipt(head, f"{path}, line {number}"))
    return Receipts({game_id: tuple(kept.values()) for game_id, kept in found.items()})


def _receipt(path: Path, number: int, raw: bytes) -> _Line:
    try:
        return _decode(raw)
    except (ValueError, RecursionError):
        wanted = '{"game_id":"…","n":12,"hash":"…"}, with a UUID and 64 hex digits'
        raise Problem("BAD_RECEIPT", f"{path}, line {number} is no receipt; one is {wanted}") from None
