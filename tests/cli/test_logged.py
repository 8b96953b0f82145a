"""What `summitbook serve` writes to standard error, from its start to its end."""

import json

import pytest
from command import Serving, summitbook

NAMES = ['Irvine "}\\n{', "Írvine ⛰ <b>", "Irvine\nforged", "\x1b[31mIrvine", "Irvine\u2028\u202e"]


@pytest.mark.parametrize("traced", [False, True])
def test_every_line_parses(tmp_path, traced):
    """As JSON each line is one object with time, level and event, whoever plays and whatever fails."""
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"} if traced else {}
    words = ("--log-format", "json", "--log-level", "debug", "--grace", "1", *(("--traces",) * traced))
    serving = Serving(tmp_path / "data", *words, **away)
    summitbook("bot", "everest1924", "--games", "1", "--server", serving.server)
    for name in NAMES:
        summitbook(
            "play", "dicey_peaks", "--seats", "2", "--name", name, "--server", serving.server, typed="q\n"
        )
    assert serving.stop() == 0

    told = [json.loads(line) for line in serving.log.read_text(encoding="utf-8").splitlines()]
    assert all({"timestamp", "level", "event"} <= line.keys() for line in told)
    assert {"serving", "call ended", "stopping"} <= {line["event"] for line in told}
    assert all(("trace_id" in line) == traced for line in told if line["event"] == "call ended")
