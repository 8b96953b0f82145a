"""Many recorded games audited side by side."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from whole_games import REPLAYS

from summitbook_service.cli.problem import Problem
from summitbook_service.cli.processes import workers
from summitbook_service.cli.replay import many
from summitbook_service.cli.replay.judge import Asked, judge
from summitbook_service.cli.replay.many import audit_files

GOLDEN = sorted(REPLAYS.rglob("*.replay.jsonl"))


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Golden replays between a file that is not there and one that is cut short, in small chunks."""
    monkeypatch.setattr(many, "CHUNK_FILES", 3)
    cut = tmp_path / "cut.replay.jsonl"
    cut.write_bytes(GOLDEN[0].read_bytes()[:-1])
    return [*GOLDEN[:7], tmp_path / "missing.replay.jsonl", *GOLDEN[7:14], cut, *GOLDEN[14:20]]


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_file_gets_its_own_verdict_in_order(files, jobs):
    """However many processes audit, the verdicts are those of one file after another."""
    verdicts = list(audit_files(files, jobs, Asked()))

    assert verdicts == [judge(file, Asked()) for file in files]
    assert [verdict.report.code for verdict in verdicts if not verdict.report.ok] == ["FILE", "TRUNCATED"]


def test_nothing_to_audit_is_no_verdict():
    """Of no files there is none."""
    assert list(audit_files([], 2, Asked())) == []


def test_few_files_are_handed_over_before_their_verdicts_are_taken(files, monkeypatch):
    """Memory does not grow with the number of files."""
    asked = []
    endless = (asked.append(at) or files[at % 7] for at in range(10_000))
    verdicts = audit_files(endless, 2, Asked(level="chain"))

    for _ in range(20):
        next(verdicts)
    verdicts.close()

    assert len(asked) < 100


def test_standard_input_is_read_here_in_its_place():
    """The processes beside this one have none."""
    script = (
        "from pathlib import Path; from summitbook_service.cli.replay import many\n"
        "import sys\n"
        "if __name__ == '__main__':\n"
        "    files = [Path(sys.argv[1]), Path('-'), Path(sys.argv[1])]\n"
        "    print([v.report.ok for v in many.audit_files(files, 2, many.Asked())])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, GOLDEN[0]],
        input=GOLDEN[1].read_bytes(),
        capture_output=True,
        check=True,
    )

    assert ran.stdout == b"[True, True, True]\n"


SLOWLY = """
import os, sys
from itertools import repeat
from pathlib import Path
from summitbook_service.cli.replay.many import Asked, audit_files

if __name__ == "__main__":
    for _ in audit_files(repeat(Path(sys.argv[1])), 2, Asked()):
        print("on", flush=True)
"""


def children(pid):
    """The processes below one, whoever started them in between."""
    found = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [*found, *(deeper for each in found for deeper in children(each))]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_whoever_ends_an_audit_ends_its_processes(tmp_path, end):
    """An interrupt, and even an end by force, leaves no process behind."""
    script = tmp_path / "slowly.py"
    script.write_text(SLOWLY)
    with subprocess.Popen(
        [sys.executable, script, GOLDEN[0]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdout.readline() == b"on\n"
        below = children(running.pid)
        running.send_signal(end)

    assert len(below) >= 2
    for _ in range(600):
        if not any(Path(f"/proc/{pid}/cmdline").exists() for pid in below):
            return
        time.sleep(0.1)
    pytest.fail("processes are left")


LARGE = 2**27
"""Bytes of an answer that takes a while to be handed over."""


@pytest.mark.parametrize("late", [0.0, 0.1, 0.2, 0.3])
def test_whoever_is_interrupted_in_the_middle_of_an_answer_does_not_wait_for_its_rest(late):
    """A process that is at work for nobody any more ends, and what it had begun to say is not waited for."""
    with pytest.raises(KeyboardInterrupt), workers(2, bool, None) as pool:  # noqa: PT012 -- a moment is waited for
        pool.submit(int).result()
        answers = [pool.submit(bytes, LARGE) for _ in range(2)]
        while not any(each.running() for each in answers):
            time.sleep(0.001)
        time.sleep(late)
        raise KeyboardInterrupt


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_process_that_is_ended_from_outside_is_a_problem_with_a_way_out(files):
    """What it was to audit has no verdict, so the audit says what to do and ends."""
    verdicts = audit_files(files * 50, 2, Asked())
    next(verdicts)
    for pid in children(os.getpid()):
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)

    with pytest.raises(Problem, match="--jobs"):
        list(verdicts)
