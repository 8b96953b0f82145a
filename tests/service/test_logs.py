"""Log lines: each one parses, whatever it is about, and none stops the service."""

import io
import json
import sys

import pytest
import structlog

from summitbook_service import logs
from summitbook_service.settings import Settings

FORGED = 'Irvine\n{"event": "forged"}\r\n\x1b[31m2026-11-29 [error    ] forged'


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


@pytest.mark.parametrize("form", ["json", "console"])
def test_any_value_can_be_logged(capsys, form):
    """A value that has no JSON is told in some other way."""
    line = logged(capsys, Settings(log_format=form), value={(1, 2): object()}, other={1, 2})
    assert line.count("\n") == 1


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
