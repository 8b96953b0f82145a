"""
Build the conformance kit, or look whether it is what this script builds.

    python replays/conformance/build.py            write every file of the kit anew
    python replays/conformance/build.py --check    fail where a file is not what would be written

What each file must be judged is written down by hand in cases.py, and asked of every auditor by the tests.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import fairness  # noqa: E402 - found beside this script
from cases import cases  # noqa: E402 - as above
from making import GOLDEN_KEY, KEY, Case  # noqa: E402 - as above
from vectors import of_content, of_records, of_values  # noqa: E402 - as above


def built() -> dict[str, bytes]:
    """Every file of the kit that is made, by its path in this folder."""
    told = cases()
    return {
        "fairness.json": pretty(fairness.vectors()),
        "canonical.json": pretty(of_values()),
        "records.json": pretty(of_records()),
        "content.json": pretty(of_content()),
        "expected.json": pretty(expected(told)),
        **{path_of(case): case.file for case in told},
    }


def path_of(case: Case) -> str:
    """Where its file is; it is not called `*.replay.jsonl`, so that nobody takes it for a golden replay."""
    return f"files/{case.name}.jsonl"


def expected(told: list[Case]) -> dict[str, Any]:
    """The keys, what holds of every golden replay, and each file of the kit with its verdicts."""
    golden = {
        "files": "../*/*.replay.jsonl",
        "keys": [GOLDEN_KEY],
        "dice": verdict("dice"),
        "rules": verdict("rules"),
    }
    return {
        "keys": {"golden": GOLDEN_KEY, "kit": KEY},
        "golden": golden,
        "files": [entry(case) for case in told],
    }


def verdict(level: str) -> dict[str, Any]:
    """That of a file without a fault or a warning."""
    return {"level": level, "fails": None, "code": None, "line": None, "warnings": []}


def entry(case: Case) -> dict[str, Any]:
    """A file, what is told beside it, and its verdicts."""
    plain: dict[str, Any] = msgspec.to_builtins(case)
    return {"file": path_of(case), **{key: plain[key] for key in ("shows", "keys", "heads", "dice", "rules")}}


def pretty(value: Any) -> bytes:
    """JSON to be read by people too; a text is in ASCII, since no editor shows what it is made of."""
    return (json.dumps(value, indent=1) + "\n").encode("ascii")


def check() -> int:
    """Name each file that is not as it would be written, is missing, or is too much."""
    right = built()
    there = {path.relative_to(HERE).as_posix() for path in [*HERE.glob("*.json"), *HERE.glob("files/*")]}
    wrong = sorted(
        path for path in there | right.keys()
        if path not in there or (HERE / path).read_bytes() != right.get(path)
    )  # fmt: skip
    for path in wrong:
        print(f"{path}: not what build.py makes", file=sys.stderr)
    return 1 if wrong else 0


def write() -> int:
    """Write every file, and take away what is not made any more."""
    (HERE / "files").mkdir(exist_ok=True)
    for path in HERE.glob("files/*"):
        path.unlink()
    for path, content in built().items():
        (HERE / path).write_bytes(content)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the conformance kit, or check it.")
    parser.add_argument("--check", action="store_true", help="fail where a file is not what would be written")
    sys.exit(check() if parser.parse_args().check else write())
