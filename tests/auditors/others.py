"""The auditors in other languages, run on files; and what the Python audit says of the same."""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from shutil import rmtree, which
from tempfile import mkdtemp
from typing import Any

import msgspec
import pytest
from whole_games import REPLAYS

from summitbook_domain.record import Head
from summitbook_domain.replay import Report, audit
from summitbook_service.keys import verify

AUDITORS = Path(__file__).parents[2] / "clients" / "auditors"
GOLDEN_KEY = re.search(r"^    ([0-9a-f]{64})$", (REPLAYS / "README.md").read_text(), re.MULTILINE)[1]
SCRIPT = AUDITORS / "audit.mjs"
LANGUAGES = {"node": "nodejs", "go": "golang-go"}
"""The command that must be there, and the package of Debian and Ubuntu that brings it."""


@dataclass(frozen=True)
class Asked:
    """What a check is told beside its files."""

    level: str = "dice"
    keys: Sequence[str] = ()
    heads: Sequence[Head] = field(default_factory=tuple)

    def words(self) -> list[str]:
        """The same on a command line."""
        keys = [word for key in self.keys for word in ("--key", key)]
        heads = [word for each in self.heads for word in ("--head", f"{each.n}:" * bool(each.n) + each.hash)]
        return ["--level", self.level, *keys, *heads]


def needed(language: str) -> str:
    """The path of a language's command; where it is missing the test is skipped, and says so."""
    found = which(language)
    if not found:
        pytest.skip(f"{language} is not installed: on Debian and Ubuntu, apt install {LANGUAGES[language]}")
    return found


def command(language: str) -> list[str]:
    """The auditor of a language, to be followed by its files and options."""
    program = needed(language)
    return [program, str(SCRIPT)] if language == "node" else [_built(program)]


@cache
def _built(go: str) -> str:
    """The Go auditor, built once: `go run` would build it for every test."""
    out = Path(mkdtemp(prefix="summitbook-audit-"))
    atexit.register(rmtree, out)
    asked = {**os.environ, "GO111MODULE": "off"}
    subprocess.run([go, "build", "-o", out / "audit", AUDITORS / "audit.go"], check=True, env=asked)
    return str(out / "audit")


def run(language: str, *words: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*command(language), *map(str, words)], capture_output=True, check=False)


def verdicts(language: str, files: Iterable[Path], asked: Asked) -> list[dict[str, Any]]:
    """What an auditor says of each file."""
    done = run(language, *files, *asked.words(), "--json")
    assert (done.returncode in (0, 1), done.stderr) == (True, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def plain(report: Report, asked: Asked) -> dict[str, Any]:
    """The Python report in the words of docs/replay-format.md, "The report", without texts for people."""
    told = json.loads(msgspec.json.encode(report))
    codes = [each["code"] for each in told.pop("caveats")]
    told.pop("reason")
    return {**told, "ok": told["fails"] is None, "warnings": codes}


def without_texts(verdict: dict[str, Any]) -> dict[str, Any]:
    """The verdict of another auditor in the same words; what the Python report does not say is left out."""
    told = {
        key: value for key, value in verdict.items() if key not in ("file", "reason", "sealed", "seed_source")
    }
    return {**told, "warnings": [each["code"] for each in told["warnings"]]}


def judged(file: bytes, asked: Asked) -> dict[str, Any]:
    """What the Python audit says of these bytes."""
    lines = [line + b"\n" for line in file.split(b"\n")]
    lines[-1:] = [lines[-1][:-1]] if lines[-1] != b"\n" else []
    report = audit(lines, verify=verify, level=asked.level, keys=asked.keys, heads=asked.heads)
    return plain(report, asked)
