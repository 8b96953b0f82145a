"""A sound recorded game to tamper with, read and hashed anew without the project's own code."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).parents[2]
START = "0" * 64
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
"""Whoever seals a changed log with a key of their own."""

Line = dict[str, Any]


class Evidence(NamedTuple):
    """One file: its records, the lines they stand in, a reveal where there is one, and its seal."""

    name: str
    records: list[Line]
    lines: list[bytes]
    reveal: list[bytes]
    seal: bytes

    @property
    def count(self) -> int:
        """How many records it has."""
        return len(self.records)

    @property
    def head(self) -> str:
        """The hash of the last record: with its number, a receipt."""
        return str(self.records[-1]["hash"])

    @property
    def key(self) -> str:
        """The key that it is sealed with, which is the one to trust."""
        return str(json.loads(self.seal)["seal"]["key"])

    def copy(self) -> list[Line]:
        """Records to change."""
        return copy.deepcopy(self.records)


def read(path: Path) -> Evidence:
    """A file that ends with its seal."""
    lines = path.read_bytes().splitlines(keepends=True)
    records = [line for line in lines if b'"type":' in line]
    return Evidence(
        f"{path.parent.name}/{path.name.partition('.')[0]}",
        [json.loads(line) for line in records],
        records,
        lines[len(records) : -1],
        lines[-1],
    )


def plain(value: Any) -> bytes:
    """A value in canonical form: what RFC 8785 comes to for the data that records hold."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def line_of(value: Any) -> bytes:
    return plain(value) + b"\n"


def mended(
    records: Iterable[Line], pinned: Mapping[int, Line] | None = None, *, renumbered: bool = True
) -> list[bytes]:
    """
    The lines of these records with every `n`, `prev` and `hash` made right again.

    `pinned` fields, by the record's place from 0, stay wrong, and what follows fits them.
    """
    lines, prev = [], START
    for place, record in enumerate(records):
        body = {**record, "prev": prev} | ({"n": place + 1} if renumbered else {})
        body |= (pinned or {}).get(place, {})
        said = body.pop("hash", None) if "hash" in (pinned or {}).get(place, {}) else None
        body.pop("hash", None)
        prev = said or hashlib.sha256(plain(body)).hexdigest()
        lines.append(line_of({**body, "hash": prev}))
    return lines


def sealed_by_a_stranger(lines: list[bytes]) -> bytes:
    """A sound seal over the last of these lines, by a key that nobody trusts."""
    head = json.loads(lines[-1])
    signed = b"summitbook/seal/1\0" + bytes.fromhex(head["hash"]) + head["n"].to_bytes(4, "big")
    seal = {
        "events": head["n"],
        "head": head["hash"],
        "key": STRANGER.public_key().public_bytes_raw().hex(),
        "signature": STRANGER.sign(signed).hex(),
    }
    return line_of({"seal": seal})


def files() -> list[Path]:
    """Every golden replay, and every sound example of another implementation where they are there."""
    golden = sorted((ROOT / "replays").rglob("*.replay.jsonl"))
    examples = ROOT.parent / "shared" / "examples"
    if not examples.is_dir():
        return golden
    wanted = json.loads((examples / "expected.json").read_text(encoding="utf-8"))["files"]
    return [*golden, *(examples / name for name in sorted(wanted) if wanted[name]["code"] is None)]
