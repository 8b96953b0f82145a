"""Receipts: what ties a recorded game to the answers that its players got. See docs/audit.md, "Receipts"."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self


class Receipt(NamedTuple):
    """The number of a game's last record, from 1, and its hash in hex, as an answer told them."""

    game_id: str
    n: int
    hash: str

    @property
    def line(self) -> str:
        """The receipt as a line of a file, without its line feed."""
        return _line(self._asdict())


class TournamentReceipt(NamedTuple):
    """The same of a tournament's log."""

    tournament_id: str
    n: int
    hash: str

    @property
    def line(self) -> str:
        """The receipt as a line of a file, without its line feed."""
        return _line(self._asdict())


def _line(receipt: dict[str, Any]) -> str:
    return json.dumps(receipt, separators=(",", ":"))


class Receipts:
    """A file that grows by a line with each receipt; use it in `with`. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        self._file = self._path.open("a", encoding="utf-8", buffering=1)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def keep(self, receipt: Receipt | TournamentReceipt) -> None:
        """Add it to the file at once, so that it outlives whatever happens next."""
        self._file.write(f"{receipt.line}\n")
