"""How the files of the kit are made: a golden replay, changed in one way, and the verdict it must get."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from summitbook_domain import canonical
from summitbook_domain.record import Head
from summitbook_domain.replay import seal_line

REPLAYS = Path(__file__).parent.parent
SECRET = hashlib.sha256(b"summitbook conformance kit").digest()
SIGNER = Ed25519PrivateKey.from_private_bytes(SECRET)
KEY = SIGNER.public_key().public_bytes_raw().hex()
"""The key of the kit's own seals; its private half is in records.json, and no secret."""
GOLDEN_KEY = "84ca1742048ffaa1ae7ddc2a098055db9d46fa43ed536cca547064507574df1d"
LAST = 14
"""Records of the game that most files are made from; its seal is in the line behind."""

Records = list[dict[str, Any]]
HASH = re.compile(rb'"hash":"[0-9a-f]{64}",')


class Verdict(msgspec.Struct, frozen=True):
    """What a check must say: the last level that holds, and for a fault its level, code and line."""

    level: str | None
    fails: str | None = None
    code: str | None = None
    line: int | None = None
    warnings: tuple[str, ...] = ()


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A file, what is told beside it, and its verdicts at level dice and at level rules."""

    name: str
    shows: str
    file: bytes
    keys: tuple[str, ...] = ()
    heads: tuple[Head, ...] = ()
    dice: Verdict
    rules: Verdict


def lines_of(name: str) -> list[bytes]:
    """A golden replay, its reveal and its seal too."""
    return (REPLAYS / f"{name}.replay.jsonl").read_bytes().splitlines(keepends=True)


def records_of(name: str) -> Records:
    """The records of a golden replay."""
    return [record for record in map(json.loads, lines_of(name)) if "n" in record]


def chained(bodies: Iterable[bytes]) -> list[bytes]:
    """The lines with `prev` and `hash` mended, however the rest of them is written."""
    lines, prev = [], b"0" * 64
    for body in bodies:
        line = re.sub(rb'"prev":"[0-9a-f]{64}"', b'"prev":"' + prev + b'"', body)
        prev = hashlib.sha256(HASH.sub(b"", line).removesuffix(b"\n")).hexdigest().encode()
        lines.append(HASH.sub(b'"hash":"' + prev + b'",', line))
    return lines


def written(records: Records) -> list[bytes]:
    """The records as lines, numbered as they stand, in a chain that holds."""
    numbered = [{**record, "n": n} for n, record in enumerate(records, 1)]
    return chained(canonical.encode(record) + b"\n" for record in numbered)


def sealed(lines: Sequence[bytes]) -> list[bytes]:
    """The lines and a seal of the kit."""
    last = json.loads(lines[-1])
    return [*lines, seal_line(Head(last["n"], last["hash"]), KEY, SIGNER.sign) + b"\n"]


def changed(name: str, n: int, **fields: Any) -> list[bytes]:
    """A golden replay with these fields of record n changed, the chain mended, sealed by the kit."""
    records = records_of(name)
    records[n - 1]["data"] |= fields
    return sealed(written(records))


def rewritten(n: int, old: bytes, new: bytes) -> list[bytes]:
    """The game with record n written in another way, the chain mended."""
    lines = lines_of(GAME)
    if old not in lines[n - 1]:
        raise ValueError(f"{old!r} does not stand in line {n}")
    lines[n - 1] = lines[n - 1].replace(old, new)
    return chained(lines[:LAST]) + lines[LAST:]


def with_keys(record: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A copy of a record with these keys changed."""
    return {**copy.deepcopy(record), **keys}


GAME = "everest1924/salted"
SHARED = "everest1924/shared-deal"
PEAKS = "dicey_peaks/two-seats-to-the-flag"
MOUNTAIN = "dicey_peaks/own-mountain"
HILL = "mountaineering/own-hill"
UNSEALED = ("NO_SEAL", "NO_HEAD")
OTHER_DEAL = "00000000-0000-4000-8000-000000000000"


def sound(
    name: str, shows: str, lines: Sequence[bytes], *warnings: str, level: str = "", **told: Any
) -> Case:
    """A file without a fault; `level` where it cannot be checked up to the end."""
    dice, rules = (Verdict(level or each, warnings=warnings) for each in ("dice", "rules"))
    return Case(name=name, shows=shows, file=b"".join(lines), dice=dice, rules=rules, **told)


def faulty(
    name: str,
    shows: str,
    lines: Sequence[bytes],
    code: str,
    line: int,
    *warnings: str,
    fails: str = "chain",
    **told: Any,
) -> Case:
    """A file with a fault that is found whether or not the rules are asked."""
    reached = {"chain": None, "seal": "chain", "dice": "seal"}[fails]
    verdict = Verdict(reached, fails, code, line, warnings)
    return Case(name=name, shows=shows, file=b"".join(lines), dice=verdict, rules=verdict, **told)


def lawless(name: str, shows: str, lines: Sequence[bytes], code: str, line: int) -> Case:
    """A file that only the rules find fault with."""
    told = ("UNKNOWN_KEY",)
    return Case(
        name=name, shows=shows, file=b"".join(lines),
        dice=Verdict("dice", warnings=told), rules=Verdict("dice", "rules", code, line, told),
    )  # fmt: skip
