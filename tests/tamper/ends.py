"""Changes to the lines behind the last record: the seal, and the reveal of a shared deal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random
from typing import Any

from .evidence import Evidence, line_of, sealed_by_a_stranger
from .expecting import Asker, Expected, Finding, Trial


def seal_changed(evidence: Evidence, luck: Random) -> Trial:
    """The seal, and no record."""
    seal = json.loads(evidence.seal)["seal"]
    before, end = [*evidence.lines, *evidence.reveal], len(evidence.lines) + len(evidence.reveal) + 1
    field = luck.choice(
        ["events", "head", "key", "signature", "none", "another's", "twice", "shape", "spelling"]
    )
    match field:
        case "none":
            return Trial("the seal dropped", before, _everybody(passes=True), unsealed=True)
        case "another's":
            lines = [*before, sealed_by_a_stranger(evidence.lines)]
            return Trial("sealed by a stranger", lines, lambda asker: _strangers(asker, end))
        case "twice":
            return _found("the seal twice", [*before, evidence.seal, evidence.seal], "AFTER_CLOSE", end + 1)
        case "shape":
            del seal[luck.choice(list(seal))]
            return _found("a key of the seal gone", [*before, line_of({"seal": seal})], "BAD_FORMAT", end)
        case "spelling":
            spaced = evidence.seal.replace(b":", b": ", 1)
            return _found("the seal with a space", [*before, spaced], "NOT_CANONICAL", end)
        case "events":
            seal["events"] += luck.choice((-1, 1)) if evidence.count > 1 else 1
            code = "TRUNCATED" if seal["events"] > evidence.count else "BAD_SEAL"
            return _found(f"the seal's {field}", [*before, line_of({"seal": seal})], code, end)
    seal[field] = _digit(seal[field], luck)
    return _found(f"the seal's {field}", [*before, line_of({"seal": seal})], "BAD_SEAL", end)


def reveal_changed(evidence: Evidence, luck: Random) -> Trial:
    """The reveal, and no record; no seal speaks of it."""
    said, at = json.loads(evidence.reveal[0])["reveal"], evidence.count + 1
    how = luck.choice(["deal", "seed", "gone", "twice", "last", "shape"])
    match how:
        case "gone":
            return Trial("the reveal dropped", [*evidence.lines, evidence.seal], _everybody(passes=True))
        case "twice":
            twice = [*evidence.lines, *evidence.reveal * 2, evidence.seal]
            return _found("the reveal twice", twice, "AFTER_CLOSE", at + 1)
        case "last":
            last = [*evidence.lines, evidence.seal, *evidence.reveal]
            return _found("the reveal behind the seal", last, "AFTER_CLOSE", at + 1)
        case "shape":
            return _reveal(evidence, "of no shape", {**said, "zz": 1}, "BAD_FORMAT", at)
    return _reveal(evidence, f"of another {how}", {**said, how: _digit(said[how], luck)}, "BAD_SEED", at)


def _reveal(evidence: Evidence, how: str, said: Any, code: str, at: int) -> Trial:
    lines = [*evidence.lines, line_of({"reveal": said}), evidence.seal]
    return _found(f"the reveal {how}", lines, code, at)


def _digit(text: str, luck: Random) -> str:
    """One hex digit of it changed."""
    place = luck.choice([i for i, each in enumerate(text) if each != "-"])
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


def _found(what: str, lines: Iterable[bytes], code: str, line: int) -> Trial:
    wanted = Expected((Finding(code, line),))
    return Trial(what, list(lines), lambda _: wanted)


def _strangers(asker: Asker, end: int) -> Expected:
    return Expected((Finding("UNKNOWN_KEY", end),)) if asker.key else Expected(passes=True)


def _everybody(*, passes: bool) -> Any:
    return lambda _: Expected(passes=passes)
