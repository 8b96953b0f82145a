"""docs/replay-format.md, "Checking a file". A recorded game is read from its file without being held."""

import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from whole_games import REPLAYS

from summitbook_service.cli.replay.judge import Asked, judge
from summitbook_service.recorded import BLOCK, Recorded

GOLDEN = min(REPLAYS.rglob("*.replay.jsonl"))
LONG_GAME = Path(__file__).parent.parent / "long_game.py"


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\n",
        b"a",
        b"a\nb",
        b"a\r\nb\n",
        b"a\nb\nc\nd",
        b"a\nb\nc\nd\n",
        b"a\n" * 3 * BLOCK,
        b"x" * BLOCK + b"\n" + b"y" * 3 * BLOCK + b"\n",
        b"\n".join((b"x" * 3 * BLOCK,) * 5),
        b"x" * 5 * BLOCK,
    ],
    ids=lambda file: f"{file[:9]!a} {len(file)}",
)
def test_the_end_of_a_file_is_that_of_its_lines(file):
    """Its last three lines are had without the others, cut at line feeds and nowhere else, each time."""
    lines, recorded = io.BytesIO(file).readlines(), Recorded(io.BytesIO(file))

    for _ in range(2):
        assert recorded.tail() == lines[-3:]
        assert list(recorded) == lines
        assert recorded.first() == (lines[0] if lines else b"")


def test_a_pipe_is_audited_like_a_file(tmp_path):
    """What can be read only once is put aside, and its verdict is that of the file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    threading.Thread(target=pipe.write_bytes, args=(GOLDEN.read_bytes(),)).start()

    assert judge(pipe, Asked()).report == judge(GOLDEN, Asked()).report


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")
def test_memory_does_not_grow_with_a_file(tmp_path):
    """An audit of 100,000 records takes less than 100 MiB in all, and little more than one of 1,000."""
    took = [_memory_of_an_audit(tmp_path / f"{records}", records) for records in (1_000, 100_000)]

    assert took[1] < 100
    assert took[1] - took[0] < 5


def _memory_of_an_audit(file, records):
    """In MiB, the interpreter and all it has loaded included."""
    _long_game("write", records, file)
    found = json.loads(_long_game("audit", file))
    assert (found["level"], found["records"]) == ("rules", records)
    return found["mebibytes"]


def _long_game(*words):
    ran = subprocess.run([sys.executable, LONG_GAME, *map(str, words)], check=True, capture_output=True)
    return ran.stdout
