"""Whatever goes wrong is one line with a code, and an exit status; never a traceback."""

import json
import os
import re
import stat
import subprocess
import sys

import pytest
from command import COMMAND, SEED, Serving, environment, summitbook

from summitbook_service.errors import CannotStart

LINE = re.compile(r"summitbook: ([A-Z_]+): .+\n")
WAITED = re.compile(r"\S+ (does not answer; trying again …|answers again\.)\n")


def code(ran):
    """The code of the one line on standard error; that a busy service was waited for is no part of it."""
    said = LINE.fullmatch(WAITED.sub("", ran.err))
    assert said, ran.err
    return said[1]


@pytest.mark.parametrize(
    "words",
    [
        ("fly",),
        ("play",),
        ("play", "everest1924", "--game", "0" * 8),
        ("bot",),
        ("bot", "everest1924", "--games", "0"),
        ("bot", "everest1924", "--games", "many"),
        ("bot", "everest1924", "--policy", "clever"),
        ("watch",),
        ("watch", "x", "--after", "-1"),
        ("serve", "--port", "65536"),
        ("serve", "--frob"),
        ("play", "everest1924", "--seats", "99999999999"),
        ("play", "everest1924", "--seats", "0"),
        ("play", "everest1924", "--name", "\udcff\udcfe"),
        ("play", "\udcff"),
        ("play", "--game", "\udcff"),
        ("play", "everest1924", "--server", ""),
        ("games", "\udcff"),
        ("games", "--server", " "),
        ("bot", "everest1924", "--seats", "99999999999"),
        ("watch", "x", "--after", "99999999999999"),
        ("watch", "\udcff"),
        ("watch", "x", "--all"),
        ("watch", "--all", "--after", "x"),
        ("replay", "export"),
        ("replay", "export", "x", "y"),
        ("replay", "export", "x", "--all"),
        ("replay", "export", "--all"),
        ("replay", "fly"),
        ("replay", "audit"),
        ("replay", "audit", "x", "--level", "deep"),
        ("replay", "audit", "x", "--frob"),
        ("replay", "audit", "x", "--frob", "--json", "--level", "chain"),
        ("replay", "audit", "x", "--key", "short"),
        ("replay", "audit", "x", "--head", "1"),
        ("replay", "audit", "x", "--head", "0:" + "a" * 64),
        ("replay", "audit", "x", "--head", "9" * 5000 + ":" + "a" * 64),
        ("replay", "audit", "x", "--head", "\u0661:" + "a" * 64),
        ("replay", "record", "everest1924", "--seed", "5e"),
        ("replay", "record", "everest1924", "--seed", "x" * 64),
    ],
    ids=lambda words: ascii(" ".join(words))[1:60],
)
def test_wrong_usage_is_status_2(words):
    """A command typed wrongly says what it takes."""
    ran = summitbook(*words)

    assert ran.status == 2
    assert ran.out == "" or "--json" in words
    assert code(ran) == "USAGE"


def test_an_audit_is_told_to_need_no_service(recorded):
    """Who types --server there learns why it is no option."""
    ran = summitbook("replay", "audit", recorded, "--server", "127.0.0.1:50051")

    assert ran.status == 2
    assert "an audit needs no service" in ran.err


def test_a_machine_is_told_in_json():
    """With --json the same error is an object on standard output."""
    ran = summitbook("bot", "--json")

    assert ran.status == 2
    assert ran.json[0]["error"]["code"] == code(ran) == "USAGE"


@pytest.mark.parametrize("words", [("play", "everest1924"), ("replay", "export", SEED)], ids=" ".join)
def test_a_service_that_is_not_there_is_named(words):
    """The address, and how to start one."""
    ran = summitbook(*words, "--server", "127.0.0.1:1")

    assert ran.status == 1
    *_, last = ran.err.splitlines(keepends=True)
    assert LINE.fullmatch(last)[1] == "UNREACHABLE"
    assert "127.0.0.1:1" in last
    assert "serve" in last


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("play", "chess"), "UNKNOWN_GAME"),
        (("bot", "chess"), "UNKNOWN_GAME"),
        (("games", "chess"), "UNKNOWN_GAME"),
        (("bot", "everest1924", "--seats", "2"), "BAD_ARGS"),
        (("play", "everest1924", "--name", "x" * 65), "BAD_ARGS"),
        (("play", "--game", "928f0218-8b68-4fb3-8188-53138e4ae6ab"), "NO_SUCH_GAME"),
        (("watch", "928f0218-8b68-4fb3-8188-53138e4ae6ab"), "NO_SUCH_GAME"),
        (("watch", "no-uuid"), "BAD_ARGS"),
        (("replay", "export", "928f0218-8b68-4fb3-8188-53138e4ae6ab"), "NO_SUCH_GAME"),
        (("replay", "record", "chess"), "UNKNOWN_GAME"),
        (("watch", "--all", "--data", "nowhere"), "NO_TOKEN"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:40],
)
def test_a_refusal_is_status_1_with_its_code(here, words, expected):
    """The service's own code and sentence reach the person."""
    ran = here(*words)

    assert ran.status == 1
    assert code(ran) == expected


def test_watching_from_beyond_the_last_record_is_refused(here, played):
    """There is nothing to wait for behind the end, and it is said where that is."""
    last = len(here("watch", played).out.splitlines())
    ran = here("watch", played, "--after", "5000")

    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"summitbook: PAST_THE_END: after lies past the last record, {last}\n"


def test_a_port_in_use_is_said_and_nothing_is_lost(served, tmp_path):
    """The second service does not start, and the first goes on."""
    port = served.server.rpartition(":")[2]

    ran = summitbook("serve", "--port", port, "--data", tmp_path / "other", typed="")

    assert ran.status == 1
    assert code(ran) == "PORT_IN_USE", "and no line of gRPC's own"
    assert summitbook("games", "--server", served.server).status == 0


def test_a_data_folder_in_use_is_said(served, tmp_path):
    """One process owns a store."""
    first = Serving(tmp_path / "data")
    try:
        ran = summitbook("serve", "--port", "0", "--data", tmp_path / "data")
    finally:
        assert first.stop() == 0

    assert ran.status == 1
    assert code(ran) == "DATA_LOCKED"


def test_a_data_folder_that_cannot_be_written_is_said(tmp_path):
    """Here a file stands where the folder is to be, which no user may write into."""
    (tmp_path / "data").write_text("not a folder")

    ran = summitbook("serve", "--port", "0", "--data", tmp_path / "data")

    assert ran.status == 1
    assert code(ran) == "DATA_UNWRITABLE"
    assert (tmp_path / "data").read_text() == "not a folder"


def test_a_file_that_is_not_there_is_named(tmp_path):
    """The name that was typed is in the line."""
    ran = summitbook("replay", "show", tmp_path / "none.replay.jsonl")

    assert ran.status == 1
    assert code(ran) == "FILE"
    assert "none.replay.jsonl" in ran.err


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    """Nothing is left half written."""
    ran = summitbook("replay", "record", "everest1924", "--out", tmp_path / "no" / "folder.replay.jsonl")

    assert ran.status == 1
    assert code(ran) == "FILE"


@pytest.mark.parametrize("out", [".", "/", "", "a folder"])
def test_a_folder_is_no_file_to_write(tmp_path, monkeypatch, out):
    """It is said so, and nothing is left beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a folder").mkdir()

    ran = summitbook("replay", "record", "everest1924", "--out", out)

    assert ran.status == 1
    assert code(ran) == "FILE"
    assert [path.name for path in tmp_path.iterdir()] == ["a folder"]


def test_a_file_name_that_cannot_be_is_said(tmp_path):
    """No traceback for a name too long for the system."""
    ran = summitbook("replay", "record", "everest1924", "--out", tmp_path / ("x" * 300))

    assert ran.status == 1
    assert code(ran) == "FILE"
    assert not list(tmp_path.iterdir())


def test_output_that_nobody_reads_is_no_crash(recorded):
    """`| head` closes the pipe early."""
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [COMMAND, "replay", "show", recorded],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    os.close(writing)

    assert ran.stderr == b""
    assert ran.returncode == 1


def test_a_terminal_that_knows_only_ascii_gets_lookalikes(recorded):
    """The sheet can be read and nothing fails where there are no lines and triangles."""
    ran = summitbook("replay", "show", recorded, typed="", PYTHONIOENCODING="ascii")

    assert (ran.status, ran.err) == (0, "")
    assert ran.out.isascii()
    assert "@   .   ." in ran.out


@pytest.mark.parametrize("closed", ["0", "1", "2"])
def test_a_closed_stream_is_no_crash(recorded, closed):
    """A daemon may start commands without input or output."""
    shell = f'"$0" "$@" {closed}<&-' if closed == "0" else f'"$0" "$@" {closed}>&-'

    ran = subprocess.run(
        ["sh", "-c", shell, COMMAND, "replay", "show", recorded],
        env=environment(),
        capture_output=True,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"seat":0,"token":"t\u00fc","claim":"00"}',
        '{"seat":0,"token":"a\\nb","claim":"00"}',
        '{"seat":-1,"token":"t","claim":"00"}',
        '{"seat":0,"token":"t","claim":"x"}',
        '{"seat":0,"token":5,"claim":"00"}',
    ],
    ids=["cut", "list", "deep", "umlaut", "line feed", "seat", "claim", "number"],
)
def test_a_kept_seat_that_cannot_be_read_is_named(here, tmp_path, content):
    """A broken state file is no traceback, and says what to do."""
    folder = tmp_path / "state" / "summitbook" / "seats"
    folder.mkdir(parents=True)
    (folder / "928f0218-8b68-4fb3-8188-53138e4ae6ab.json").write_text(content)

    ran = here("play", "--game", "928f0218-8b68-4fb3-8188-53138e4ae6ab")

    assert ran.status == 1
    assert code(ran) == "BAD_STATE"
    assert "delete it" in ran.err


def test_no_seat_is_taken_that_could_not_be_kept(here, listed, tmp_path):
    """Where the seats' folder cannot be written that is said before there is a game to lose."""
    (tmp_path / "state").write_text("no folder")
    before = listed()

    ran = here("play", "everest1924")

    assert ran.status == 1
    assert code(ran) == "FILE"
    assert "XDG_STATE_HOME" in ran.err
    assert listed() == before


INTERRUPTING = """
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "cyclopts":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from summitbook_service.cli import main
main(["games"])
"""


def test_ctrl_c_while_it_starts_is_no_traceback():
    """Also in the moments in which it only imports."""
    ran = subprocess.run([sys.executable, "-c", INTERRUPTING], capture_output=True, check=False)

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_a_setting_out_of_bounds_is_wrong_usage(monkeypatch):
    """Whether the command line or the service itself finds it."""

    def run(settings, ready):
        raise CannotStart("BAD_SETTING", "linger is 9: at most 1")

    monkeypatch.setattr("summitbook_service.cli.serve.run", run)

    ran = summitbook("serve")

    assert ran.status == 2
    assert code(ran) == "BAD_SETTING"


def test_seats_are_kept_for_their_owner_only(here, tmp_path):
    """Nobody else on the machine may read a token."""
    here("play", "everest1924", typed="q\n")

    files = list((tmp_path / "state" / "summitbook" / "seats").iterdir())
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert [json.loads(file.read_text()).get("seat") for file in files if ".host" not in file.name] == [0]
