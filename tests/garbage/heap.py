"""Any number of spoiled files from a seed, and what an audit makes of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
from tamper.evidence import Evidence, files, read
from tamper.expecting import LEVEL_OF

from summitbook_domain.replay import Report, audit
from summitbook_service.keys import verify

from .bytes import SPOILERS
from .records import BENDERS

BENT = 0.4
"""So many of the files have a sound chain."""
SHORT = 25_000
"""Bytes of the files that are spoiled: the shortest show as much, and an audit of them takes no time."""


@cache
def sound() -> tuple[tuple[Evidence, bytes], ...]:
    """What is spoiled: recorded games, as records and as bytes."""
    every = [(read(path), path.read_bytes()) for path in files()]
    return tuple(each for each in every if len(each[1]) < SHORT)


def spoiled(seed: int, number: int) -> list[bytes]:
    """The lines of one spoiled file, the same for the same seed and number."""
    luck = Random(f"{seed} {number}")
    evidence, file = luck.choice(sound())
    if luck.random() < BENT:
        tail = luck.choice(([], evidence.reveal, evidence.reveal, [*evidence.reveal, evidence.seal]))
        return [*luck.choice(BENDERS)(evidence, luck), *tail]
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        file = luck.choice(SPOILERS)(file or b"\n", luck)
    return file.splitlines(keepends=True) if luck.random() < 0.1 else _lines(file)


def _lines(file: bytes) -> list[bytes]:
    """Lines end with a line feed and with nothing else."""
    return [line for line in _fed(file.split(b"\n")) if line]


def _fed(parts: list[bytes]) -> Iterator[bytes]:
    *whole, last = parts
    yield from (part + b"\n" for part in whole)
    yield last


class NoVerdict(Exception):
    """An audit that does not say what is wrong, or says what cannot be."""


def verdict(lines: list[bytes]) -> Report:
    """The verdict on a file; raises NoVerdict where it is none that could be told."""
    try:
        report = audit(lines, verify=verify)
        msgspec.json.encode(report)
    except Exception as error:
        raise NoVerdict(f"{type(error).__name__}: {error}"[:300]) from error
    if report.code is not None and not (report.code in LEVEL_OF and 0 <= (report.line or 0) <= len(lines)):
        raise NoVerdict(f"{report.code} in line {report.line} of {len(lines)}")
    return report
