"""The files of a dossier, and what stands in those that follow from the others."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from .. import canonical
from ..record import UUID_TEXT
from ..tournament.standings import standings
from ..tournament.state import Tournament

LOG = "tournament.jsonl"
KEYS = "keys.json"
STANDINGS_JSON = "standings.json"
STANDINGS_CSV = "standings.csv"
FIXED = (LOG, KEYS, STANDINGS_JSON, STANDINGS_CSV)

COLUMNS = ("place", "contestant", "name", "points", "tie_breaks", "games")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")
"""What a spreadsheet may take text for a formula by; such a name has an apostrophe before it."""

_game = re.compile(rf"games/({UUID_TEXT})\.replay\.jsonl").fullmatch


def game_file(game_id: str) -> str:
    """The name of a game's file in the archive."""
    return f"games/{game_id}.replay.jsonl"


def is_game_file(name: str) -> bool:
    """Whether a file of this name is some game's."""
    return _game(name) is not None


def keys_json(keys: Collection[str]) -> bytes:
    """The public keys that the logs are sealed with, hex, each once and in order."""
    return canonical.encode({"keys": sorted(set(keys))}) + b"\n"


def standings_json(state: Tournament) -> bytes:
    """The standings with names, a contestant a line."""
    rows = b",\n".join(canonical.encode(row) for row in _rows(state))
    return b"[\n%b\n]\n" % rows


def standings_csv(state: Tournament) -> bytes:
    """The same for spreadsheets."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in _rows(state):
        writer.writerow({**row, "name": harmless(row["name"]), "tie_breaks": _spaced(row["tie_breaks"])})
    return out.getvalue().encode()


def _rows(state: Tournament) -> Iterator[dict[str, Any]]:
    for each in standings(state):
        yield {**msgspec.to_builtins(each), "name": state.contestants[each.contestant].name}


def harmless(name: str) -> str:
    """A name as a spreadsheet takes it for text."""
    return f"'{name}" if name.startswith(FORMULA) else name


def _spaced(numbers: Collection[int]) -> str:
    return " ".join(map(str, numbers))
