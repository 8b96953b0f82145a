"""Log lines: each one parses, whatever it is about, and none stops the service."""

import io
import json
import subprocess
import sys

import pytest
import structlog

from summitbook_service import logs
from summitbook_service.settings import Settings

FORGED = 'Irvine\n{"event": "forged"}\r\n\x1b[31m2026-11-29 [error    ] forged'
UNSEEN = "Irvine\u2028\u2029\x85\x9b31m\x7f\u202eforged"
FORMS = ["json", "console"]


class Unseen:
    """A value that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("a seed")


RING = []
RING.append(RING)
ODD = [object(), {(1, 2): 3}, {None: 1, "a": 2}, [Unseen()], RING, "\ud800", {"\ud800": 1}, {1, "a", (2,)}]


@pytest.fixture(autouse=True)
def unconfigured():
    yield
    structlog.reset_defaults()


def logged(capsys, settings, **fields):
    logs.configure(settings)
    structlog.get_logger().info("told", **fields)
    return capsys.readouterr().err


def test_a_json_line_is_one_object(capsys):
    """In JSON each line is one object with time, level and event, whatever its values hold."""
    line = logged(capsys, Settings(log_format="json"), name=FORGED, game_id="g")
    (parsed,) = map(json.loads, line.splitlines())

    assert parsed["name"] == FORGED
    assert (parsed["event"], parsed["level"], parsed["game_id"]) == ("told", "info", "g")


def test_a_console_line_is_one_line(capsys):
    """For people too a line break or a terminal's escape code in a value stays in its line, and harmless."""
    line = logged(capsys, Settings(log_format="console"), name=FORGED)
    assert line.count("\n") == 1
    assert "\x1b" not in line


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("value", ODD, ids=[type(value).__name__ + str(n) for n, value in enumerate(ODD)])
def test_any_value_can_be_logged(capsys, form, value):
    """A value that has no JSON is told in some other way on the one line, and nothing is raised."""
    line = logged(capsys, Settings(log_format=form), value=value, other=7)
    assert len(line.splitlines()) == 1
    assert "other" in line


def test_a_value_that_has_no_json_is_marked(capsys):
    """Which values were told in another way is a field of the line; of a plain line it is none."""
    settings = Settings(log_format="json")
    assert json.loads(logged(capsys, settings, value=Unseen(), other=1))["odd"] == ["value"]
    assert "odd" not in json.loads(logged(capsys, settings, value=[1, {"a": None}], other="x"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", [FORGED, UNSEEN], ids=["forged", "unseen"])
def test_no_text_ends_a_line_or_reaches_the_terminal(capsys, form, text):
    """Whatever ends a line or steers a terminal, in Unicode too, is written as an escape."""
    logs.configure(Settings(log_format=form))
    structlog.get_logger().info(text, name=text)
    line = capsys.readouterr().err
    assert len(line.splitlines()) == 1
    assert line.rstrip("\n").isprintable()
    if form == "json":
        assert json.loads(line)["name"] == text


def test_an_exception_at_hand_is_told(capsys):
    """`exception` tells the one that is being handled."""
    logs.configure(Settings(log_format="json"))
    try:
        _ = 1 // 0
    except ZeroDivisionError:
        structlog.get_logger().exception("told")
    assert json.loads(capsys.readouterr().err)["error"] == "ZeroDivisionError"


def test_less_than_the_level_is_left_out(capsys):
    """Lines below the level are not written."""
    assert logged(capsys, Settings(log_level="warning")) == ""


def test_an_exception_is_told_by_its_place_and_not_its_words(capsys):
    """Type and place of an exception are logged, but not its text, which may hold a secret."""
    hidden = {}
    try:
        hidden["a seed"]
    except KeyError as error:
        line = logged(capsys, Settings(log_format="json"), exc_info=error)

    parsed = json.loads(line)
    assert parsed["error"] == "KeyError"
    assert "test_logs.py" in parsed["where"][0]
    assert "a seed" not in line


def test_a_reader_who_went_away_stops_nothing(monkeypatch):
    """When standard error is closed a line is lost and nothing else."""
    gone = io.StringIO()
    gone.close()
    logs.configure(Settings())
    monkeypatch.setattr(sys, "stderr", gone)
    structlog.get_logger().info("told")


LIBRARIES = """
import asyncio, gc, logging, warnings
from summitbook_service import logs
from summitbook_service.settings import Settings

async def failing():
    raise RuntimeError("a seed")

async def main():
    task = asyncio.create_task(failing())
    await asyncio.sleep(0)
    del task
    gc.collect()

logs.configure(Settings(log_format="json"))
logs.adopt()
logging.getLogger("other").error("one\\ntwo %s", "three")
logging.getLogger("other").info("less than a warning")
warnings.warn("old", DeprecationWarning, stacklevel=1)
asyncio.run(main())
"""


def test_what_libraries_log_is_told_in_lines_of_ours():
    """A library's line, a warning and a task's unseen fault are each one object, without the fault's text."""
    ran = subprocess.run(
        [sys.executable, "-Wd", "-c", LIBRARIES], capture_output=True, text=True, check=True, timeout=60
    )
    told = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["library"] for line in told] == ["other", "py.warnings", "asyncio"]
    assert (told[0]["event"], told[0]["level"]) == ("one", "error")
    assert told[2]["error"] == "RuntimeError"
    assert "a seed" not in ran.stderr
