"""The thin clients, each built as its README says, in a copy of its folder, once in a run of the tests."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
THIN = ROOT / "clients" / "thin"
NEEDS = {
    "typescript": ("node --version", "npm --version", "protoc --version"),
    "go": (
        "go version",
        "make --version",
        "protoc --version",
        "command -v protoc-gen-go protoc-gen-go-grpc",
        "test -d /usr/share/gocode/src/google.golang.org/grpc",
        "test -d /usr/share/gocode/src/github.com/google/uuid",
        "test -d /usr/share/doc/golang-github-golang-protobuf-1-5-dev",
    ),
    "cpp": (
        "g++ --version",
        "make --version",
        "protoc --version",
        "command -v grpc_cpp_plugin",
        "pkg-config --exists grpc++ protobuf libcrypto",
    ),
    "ruby": ("make --version", "ruby -e 'require \"grpc\"'", "command -v grpc_tools_ruby_protoc"),
}
"""What succeeds where a language's tools are installed."""

CLOSING = re.compile(r"(\w+) ([0-9a-f-]{36}) ended: (\w+); (\d+) records, the last is ([0-9a-f]{64})")
SHOWN = "127.0.0.1:50051"
PATIENCE = 600
"""Seconds after which a client or a build hangs, on however busy a machine."""


class Told(NamedTuple):
    """What a client says of the game in its last line."""

    game: str
    game_id: str
    outcome: str
    version: int
    last: str


@dataclass(frozen=True)
class Client:
    """A client that is ready to run: its folder, and the command of its README."""

    folder: Path
    command: str

    def play(self, game: str, seats: int, server: str) -> subprocess.CompletedProcess[str]:
        """Run it to its end."""
        words = self.command.replace(f"dicey_peaks 2 {SHOWN}", f"{game} {seats} {server}")
        return _shell(words, self.folder)

    def told(self, game: str, seats: int, server: str) -> Told:
        """What it tells of a game that it was content with."""
        return told(self.play(game, seats, server))


def told(ran: subprocess.CompletedProcess[str]) -> Told:
    """What is told of a game in the last line of a client that was content."""
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    found = CLOSING.fullmatch(ran.stdout.splitlines()[-1])
    assert found, ran.stdout
    name, game_id, outcome, version, last = found.groups()
    return Told(name, game_id, outcome, int(version), last)


def shown(language: str) -> list[str]:
    """The commands of a client's README: to install, to build, to play."""
    page = (THIN / language / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^\$ (.+)$", page, re.MULTILINE)


def built(language: str, room: Path) -> Client:
    """The client, built in this room; skipped where a tool is missing, which CI takes for a failure."""
    install, build, command = shown(language)
    missing = [need for need in NEEDS[language] if _shell(need, ROOT).returncode]
    if missing:
        pytest.skip(f"{language}: no {', '.join(missing)}; on Debian and Ubuntu: {install}")
    shutil.copytree(ROOT / "proto" / "summitbook", room / "proto" / "summitbook")
    folder = room / "clients" / "thin" / language
    shutil.copytree(THIN / language, folder, ignore=shutil.ignore_patterns("build", "node_modules"))
    made = _shell(build, folder)
    assert made.returncode == 0, made.stdout + made.stderr
    return Client(folder, command)


def _shell(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, shell=True, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
