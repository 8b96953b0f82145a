"""docs/replay-format.md, "Checking a file". An audit goes through a file once, and holds none of it."""

import gc

import pytest
from tampering import FINE, LAST, RECORDS, ROLLED, chained, changed, sealed, with_data

from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_domain.replay.audit import Reading
from summitbook_service.keys import verify

SCORED = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")


class Stream:
    """A file that counts the lines asked of it, and lets nobody go back."""

    def __init__(self, lines):
        self.lines, self.asked, self.looked = lines, 0, 0

    def tail(self):
        """The end of it, where the seed is."""
        self.looked += 1
        return self.lines[-3:]

    def __iter__(self):
        assert self.asked == 0, "once through is enough"
        for line in self.lines:
            self.asked += 1
            yield line


@pytest.mark.parametrize("level", ["chain", "seal", "dice", "rules"])
@pytest.mark.parametrize("lines", [FINE, sealed(FINE), chained(with_data(ROLLED, values=[6, 6, 6]))])
def test_a_file_is_gone_through_once_after_a_look_at_its_end(lines, level):
    """Right or wrong, the verdict takes one way through the lines, each asked for once."""
    stream = Stream(lines)

    assert audit(stream, verify=verify, level=level) == audit(lines, verify=verify, level=level)
    assert (stream.asked, stream.looked) == (len(lines), 1)


@pytest.mark.parametrize("line", [1, 2, ROLLED + 1, LAST])
def test_where_the_chain_breaks_the_verdict_is_given_without_reading_on(line):
    """No line behind the one that breaks the chain is asked for."""
    stream = Stream([*FINE[: line - 1], FINE[line - 1].replace(b'"at":"2', b'"at":"1'), *FINE[line:]])

    report = audit(stream, verify=verify)

    assert (report.code, report.line, stream.asked) == ("BROKEN_CHAIN", line, line)


@pytest.mark.parametrize(
    ("records", "code", "line"),
    [
        (with_data(ROLLED, values=[6, 6, 6]), "WRONG_DRAW", ROLLED + 1),
        (with_data(SCORED, score=99), "WRONG_EVENT", SCORED + 1),
    ],
    ids=["dice", "rules"],
)
def test_a_fault_is_known_once_its_line_is_read(records, code, line):
    """Dice and rules are followed line by line; only whether a later line breaks the chain is left to see."""
    lines = chained(records)
    reading = Reading(lines[-3:], level="rules", heads=(), games=GAMES)

    for raw in lines[: line - 1]:
        reading.take(raw)
    assert reading.fault is None
    reading.take(lines[line - 1])
    assert (reading.fault.code, reading.fault.line) == (code, line)


def test_a_chain_that_breaks_later_comes_first_all_the_same():
    """The verdict is that of the lowest level that fails: a wrong roll gives way to a chain cut behind it."""
    lines = chained(with_data(ROLLED, values=[6, 6, 6]))

    assert audit(lines, verify=verify).code == "WRONG_DRAW"
    assert audit(lines[:-1], verify=verify).code == "TRUNCATED"


@pytest.mark.parametrize(
    "lines",
    [
        FINE,
        [*FINE[:5], b"[" * 100 + b"\n"],
        [*FINE[:5], b'{"a":1.5}\n'],
        [*FINE[:5], FINE[5].replace(b'"at":"2', b'"at":"1')],
        FINE[:-1],
        [*FINE, b"garbage\n"],
        sealed(chained(with_data(1, name="Sandy Irvine")))[:-1] + sealed(FINE)[-1:],
        chained(with_data(0, seed_source="deal")),
        chained(with_data(ROLLED, values=[6, 6, 6])),
        chained(with_data(ROLLED, values=3)),
        chained(with_data(SCORED, score=99)),
        chained(changed(ROLLED, cause={**RECORDS[ROLLED]["cause"], "command": "Fly"})),
    ],
    ids=[
        *("fine", "too deep", "no integer", "chain", "cut", "after the close"),
        *("seal", "source", "draw", "no draw", "event", "command"),
    ],
)
def test_a_verdict_leaves_nothing_behind(lines):
    """What was read is let go as the verdict is given, and does not wait for a collector to find it."""
    audit(lines, verify=verify)
    gc.collect()
    gc.disable()
    try:
        audit(lines, verify=verify)
        assert gc.collect() == 0
    finally:
        gc.enable()
