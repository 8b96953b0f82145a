"""Any number of spoiled files from a seed, and what an audit makes of each."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from random import Random

import msgspec
from tamper.evidence import Evidence, files, read
from tamper.expecting import LEVEL_OF

from summitbook_domain.replay import Report, audit
from summitbook_service.keys import verify
from summitbook_service.recorded import Recorded

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


def spoiled(seed: int, number: int) -> bytes:
    """One spoiled file, the same for the same seed and number."""
    luck = Random(f"{seed} {number}")
    evidence, file = luck.choice(sound())
    if luck.random() < BENT:
        tail = luck.choice(([], evidence.reveal, evidence.reveal, [*evidence.reveal, evidence.seal]))
        return b"".join([*luck.choice(BENDERS)(evidence, luck), *tail])
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        file = luck.choice(SPOILERS)(file or b"\n", luck)
    return file


class NoVerdict(Exception):
    """An audit that does not say what is wrong, or says what cannot be."""


def verdict(file: bytes) -> Report:
    """The verdict on a file, read as the command reads it; raises NoVerdict where it could not be told."""
    lines = file.count(b"\n") + (not file.endswith(b"\n"))
    try:
        report = audit(Recorded(BytesIO(file)), verify=verify)
        msgspec.json.encode(report)
    except Exception as error:
        raise NoVerdict(f"{type(error).__name__}: {error}"[:300]) from error
    if report.code is not None and not (report.code in LEVEL_OF and 0 <= (report.line or 0) <= lines):
        raise NoVerdict(f"{report.code} in line {report.line} of {lines}")
    return report
