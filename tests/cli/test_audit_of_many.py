"""Auditing many files at once: docs/audit.md."""

import json
import os
import pty
import subprocess
import threading
from pathlib import Path

import pytest
from command import COMMAND, environment, summitbook
from long_game import lines
from tampering import chained
from whole_games import REPLAYS

from summitbook_domain import canonical

GOLDEN = Path(__file__).parents[2] / "replays"
KEY = "84ca1742048ffaa1ae7ddc2a098055db9d46fa43ed536cca547064507574df1d"
"""Whose key sealed them."""
SMALL = GOLDEN / "everest1924" / "abandoned-at-once.replay.jsonl"


@pytest.fixture
def folder(recorded, tmp_path):
    """A good file without a seal, a sealed one, one that was changed, one that is no game."""
    (tmp_path / "a.replay.jsonl").write_bytes(recorded.read_bytes())
    (tmp_path / "b.replay.jsonl").write_bytes(SMALL.read_bytes())
    changed = recorded.read_bytes().replace(b'"camps":4', b'"camps":5')
    (tmp_path / "c.replay.jsonl").write_bytes(changed)
    (tmp_path / "d.replay.jsonl").write_bytes(b"{}\n")
    return tmp_path


def test_each_fault_is_a_line(folder):
    """File, line, code and reason, in the order of the files, and however narrow the terminal is."""
    lines = summitbook("replay", "audit", folder, COLUMNS="40").out.splitlines()

    assert lines[0].startswith(f"✘ {folder}/c.replay.jsonl, line 4: BROKEN_CHAIN: ")
    assert lines[1].startswith(f"✘ {folder}/d.replay.jsonl, line 1: BAD_FORMAT: ")
    assert lines[2] == ""


def test_in_a_long_file_a_fault_is_told_before_the_rest_is_read(tmp_path):
    """What is wrong stands on standard error at once; the verdict comes when all has been read."""
    whole = list(lines(4_000))
    cut = json.loads(whole[50])
    cut["data"] = {**cut["data"], "card": "no such card"}
    file = tmp_path / "long.replay.jsonl"
    file.write_bytes(b"".join(chained([*map(json.loads, whole[:50]), cut, *map(json.loads, whole[51:])])))

    told = summitbook("replay", "audit", "--json", file)

    verdict = json.loads(told.out)
    assert (verdict["code"], verdict["line"]) == ("WRONG_EVENT", 51)
    assert told.err.startswith(f"{file}, line 51: WRONG_EVENT: ")


def test_all_in_all_is_told_by_game_and_by_code(folder):
    """How many of each game are fine, how often each fault and warning came, and one sentence."""
    ran = summitbook("replay", "audit", folder)

    rows = {line.split()[0]: line.split() for line in ran.out.splitlines() if line and line[0] != "✘"}
    assert ran.status == 1
    assert rows["everest1924"][1:5] == ["3", "2", "1", "2"]
    assert "no game known here" in ran.out
    assert rows["BROKEN_CHAIN"][1:5] == ["1", "fault", "at", "level"]
    assert rows["NO_SEAL"][1:3] == rows["NO_HEAD"][1:3] == rows["UNKNOWN_KEY"][1:3] == ["1", "warning:"]
    assert ran.out.splitlines()[-1] == "4 files: 2 fine, 2 of them without a sure seal, 2 with a fault"


def test_files_that_are_all_sealed_as_asked_need_no_table_of_codes(folder):
    """With the right key named nothing is left to say."""
    ran = summitbook("replay", "audit", folder / "b.replay.jsonl", SMALL, "--key", KEY)

    assert (ran.status, ran.err) == (0, "")
    assert "what it is" not in ran.out
    assert ran.out.splitlines()[-1] == "2 files: 2 fine"


@pytest.mark.parametrize("jobs", [1, 2])
def test_machines_get_an_object_a_file_in_order(folder, jobs):
    """However many processes audit, and nothing but these."""
    ran = summitbook("replay", "audit", folder, "--json", "--jobs", jobs)

    assert [Path(each["file"]).name[0] for each in ran.json] == ["a", "b", "c", "d"]
    assert [each["code"] for each in ran.json] == [None, None, "BROKEN_CHAIN", "BAD_FORMAT"]
    assert ran.err == ""


def test_one_job_at_least_is_asked_for(folder):
    """None would never end."""
    assert summitbook("replay", "audit", folder, "--jobs", "0").status == 2


def test_whoever_has_read_enough_ends_the_audit(folder):
    """`| head -1` gets its line, and there is no traceback and no process left waiting."""
    for n in range(2_000):
        (folder / f"e{n}.replay.jsonl").symlink_to(SMALL)
    with subprocess.Popen(
        [COMMAND, "replay", "audit", folder, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as running:
        first = json.loads(running.stdout.readline())
        running.stdout.close()
        complained = running.stderr.read()

    assert first["ok"]
    assert complained == b""
    assert running.returncode == 1


def test_a_bar_on_the_terminal_leaves_the_output_alone(folder):
    """Standard error may be a terminal while standard output is a file."""
    ours, theirs = pty.openpty()
    shown = []
    reading = threading.Thread(target=_read_all, args=(ours, shown))
    reading.start()
    ran = subprocess.run(
        [COMMAND, "replay", "audit", folder, "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(TERM="xterm"),
        check=False,
    )
    os.close(theirs)
    reading.join()
    os.close(ours)

    assert [json.loads(line)["ok"] for line in ran.stdout.splitlines()] == [True, True, False, False]
    assert b"Auditing" in b"".join(shown)


def _read_all(terminal, shown):
    try:
        while some := os.read(terminal, 65536):
            shown.append(some)
    except OSError:
        return


def on_another_hill(tmp_path, name):
    """A recorded game on content of its own that goes by this name, its chain mended."""
    own = REPLAYS / "everest1924" / "own-sheet.replay.jsonl"
    records = [record for record in map(json.loads, own.read_bytes().splitlines()) if "n" in record]
    content = records[0]["data"]["content"]
    content["edition"] = content["data"]["edition"] = records[0]["cause"]["args"]["edition"] = name
    content["sha256"] = canonical.sha256_of(content["data"])
    path = tmp_path / "own.replay.jsonl"
    path.write_bytes(b"".join(chained(records)))
    return path


@pytest.mark.parametrize("name", ["hill", "reconstructed", ""])
def test_a_game_on_other_content_is_told_of_whatever_that_calls_itself(name, tmp_path):
    """Every level holds, and a referee must know that it was another game, which may be far easier."""
    path, page = on_another_hill(tmp_path, name), tmp_path / "page.html"
    shipped = REPLAYS / "everest1924" / "salted.replay.jsonl"

    one = summitbook("replay", "audit", path)
    many = summitbook("replay", "audit", path, shipped, "--report", page)
    own, other = summitbook("replay", "audit", path, shipped, "--json").json

    told = f"{name or 'without a name'}, of its own: not the board, dice or cards that ship"
    assert told in " ".join(one.out.split())
    assert many.out.splitlines()[-1].endswith(", 1 on content of its own")
    assert page.read_text(encoding="utf-8").count(f"on content of its own, {name or 'without a name'}") == 1
    assert (own["level"], own["own_content"], other["own_content"]) == (
        "rules",
        name or "without a name",
        None,
    )
