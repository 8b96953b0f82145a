"""What is true of the golden replays, each of them a test itself, and of the examples in ../shared."""

import hashlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import uuid
from collections import defaultdict
from pathlib import Path

import pytest
from covered import gaps, not_refused_any_more, refusals_in
from whole_games import ALL, REPLAYS, golden_lines, name_of

from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

ROOT = Path(__file__).parent.parent
FILES = sorted(REPLAYS.rglob("*.replay.jsonl"))
README = (REPLAYS / "README.md").read_text(encoding="utf-8")
KEY = re.search(r"^    ([0-9a-f]{64})$", README, re.MULTILINE)[1]
EXAMPLES = ROOT.parent / "shared" / "examples"

every_file = pytest.mark.parametrize(
    "file", FILES, ids=lambda file: file.relative_to(REPLAYS).as_posix().partition(".")[0]
)
every_game = pytest.mark.parametrize("game", ALL, ids=name_of)


def lines_of(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines(keepends=True)


@every_file
def test_a_golden_replay_is_sealed(file):
    """By the key in the README, so that the audit has nothing to warn of."""
    report = audit(lines_of(file), verify=verify, level="seal", keys=[KEY])

    assert (report.level, report.code, report.caveats) == ("seal", None, ())


@every_file
def test_replaying_reaches_nothing_outside(file, monkeypatch):
    """Where clock, randomness, network, processes and files all raise, an audit is fine all the same."""

    def never(*args, **kwargs):
        raise AssertionError("an audit has reached out of the rules")

    lines = lines_of(file)
    outside = [(time, "time"), (os, "urandom"), (socket, "socket"), (uuid, "uuid4"), (random, "random")]
    for module, name in [*outside, (time, "time_ns"), (os, "open"), (subprocess, "Popen")]:
        monkeypatch.setattr(module, name, never)
    monkeypatch.setattr("builtins.open", never)

    assert audit(lines, verify=verify, keys=[KEY]).level == "rules"


def test_the_builder_records_the_same_bytes():
    """Each file is what its script records, byte for byte, and is listed in SHA256SUMS."""
    run = subprocess.run(
        [sys.executable, str(REPLAYS / "build.py"), "--check"], capture_output=True, text=True, check=False
    )

    assert (run.returncode, run.stderr) == (0, ""), run.stdout


@every_file
def test_a_golden_replay_is_described(file):
    """The README says in a sentence what each file shows, and how many records and points it has."""
    records = [
        json.loads(line) for line in lines_of(file) if b'"seal"' not in line and b'"reveal"' not in line
    ]
    scores = [each["data"]["score"] for each in records if "score" in each["data"]]
    row = f"| `{file.name.partition('.')[0]}` | {len(records)} | " + "".join(f"{each} | " for each in scores)

    assert row in README


def test_nothing_is_described_that_is_not_there():
    """Each row of the README's tables has its file."""
    rows = re.findall(r"^\| `([\w-]+)` \|", README, re.MULTILINE)
    assert sorted(rows) == sorted(file.name.partition(".")[0] for file in FILES)


def test_no_file_has_changed():
    """A golden replay is never written again: SHA256SUMS pins each, and lists no other."""
    sums = {
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(REPLAYS).as_posix()}"
        for file in FILES
    }
    assert set((REPLAYS / "SHA256SUMS").read_text(encoding="ascii").splitlines()) == sums


@every_game
def test_the_golden_replays_leave_no_gap(game):
    """Every event, command, code, word, option, number of seats and way to end or leave is in some replay."""
    assert gaps(game, golden_lines(game).values(), refusals_in(game)) == {}


@every_game
def test_what_was_refused_in_a_golden_replay_still_is(game):
    """Each listed command, asked when the log had so many records, is refused with its code."""
    assert refusals_in(game)
    assert not_refused_any_more(game) == []


@pytest.mark.parametrize("file", sorted(REPLAYS.rglob("refusals.json")), ids=lambda file: file.parent.name)
def test_every_listed_refusal_is_one_of_a_golden_replay(file):
    """No entry of a list names a replay that is not there."""
    names = {path.name.partition(".")[0] for path in file.parent.glob("*.replay.jsonl")}
    assert {each["replay"] for each in json.loads(file.read_bytes())} <= names


@every_game
def test_every_refusal_of_a_game_is_tested(game):
    """No code that a game declares is without a test of its rules: `.refused("CODE")`."""
    tests = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rules" / game.name).glob("test_*.py")
    )
    assert set(game.codes) <= set(re.findall(r'\.refused\("([A-Z_]+)"\)', tests))


def examples() -> dict[str, dict]:
    """The examples of registered games, with the verdict each must get."""
    if not EXAMPLES.is_dir():
        return {}
    expected = json.loads((EXAMPLES / "expected.json").read_text(encoding="utf-8"))["files"]
    names = defaultdict(set)
    for name, _ in GAMES:
        names[name] = {
            each for each in expected if f'"game":"{name}"'.encode() in lines_of(EXAMPLES / each)[0]
        }
    return {each: expected[each] for game in names.values() for each in sorted(game)}


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the shared folder with its examples is not here")
def test_there_are_examples():
    """Where the shared folder is there, it has games recorded by another implementation."""
    assert len(examples()) >= 4


@pytest.mark.parametrize("name", examples())
def test_an_example_gets_its_verdict(name):
    """A game recorded, or tampered with, by another implementation of the pages is judged as it must be."""
    expected = examples()[name]
    key = json.loads((EXAMPLES / "expected.json").read_text(encoding="utf-8"))["key"]

    report = audit(lines_of(EXAMPLES / name), verify=verify, keys=[key])

    assert {each: getattr(report, each) for each in expected} == expected
