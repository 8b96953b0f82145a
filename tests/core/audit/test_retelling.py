"""docs/replay-format.md, "Checking a file". The quick way of an audit: the game told again, byte for byte."""

import sys

import pytest
from tampering import RECORDS, ROLLED, chained, changed, with_data
from whole_games import ALL, golden_lines, name_of

from summitbook_domain.replay import audit
from summitbook_service.keys import verify

thorough = sys.modules[audit.__module__]


@pytest.fixture
def retold(monkeypatch):
    """Every line that the quick way takes."""
    taken, take = [], thorough.Retelling.take

    def counted(self, raw):
        take(self, raw)
        taken.append(raw)

    monkeypatch.setattr(thorough.Retelling, "take", counted)
    return taken


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_a_file_is_told_again_or_looked_at_line_by_line_with_one_verdict(game, retold, monkeypatch):
    """Where the seed is out, every record after the first is told again; looked at, it is right as well."""
    for lines in golden_lines(game).values():
        quick = audit(lines, verify=verify)
        revealed = quick.level == "rules"
        assert retold == [line for line in lines[1:] if b'"type":' in line and revealed]
        retold.clear()
        with monkeypatch.context() as slowly:
            slowly.setattr(thorough, "_telling", lambda *_: None)
            assert audit(lines, verify=verify) == quick
        assert retold == []


@pytest.mark.parametrize("garbage", [b"[" * 100_000, b'{"a":' * 100_000, b"9" * 5_000, b'"\xff"', b""])
@pytest.mark.parametrize(
    "field", [b'"x":', b'"data":', b'"at":', b'"cause":', b'"cause":{"args":'], ids=bytes.decode
)
def test_garbage_in_place_of_a_record_is_told_of_and_breaks_nothing(field, garbage):
    """Whatever a line holds, however deep, the verdict is that it has no form."""
    lines = list(chained(RECORDS))
    lines[ROLLED] = b'{"at":"2026-01-01T00:00:00.000000Z",' * (field != b'"at":') + field + garbage + b"\n"

    report = audit(lines, verify=verify)

    assert (report.level, report.code, report.line) == (None, "BAD_FORMAT", ROLLED + 1)


@pytest.mark.parametrize(
    "records",
    [
        with_data(ROLLED, values=[6, 6, 6]),
        changed(ROLLED, at="2026-02-31T00:00:00.000000Z"),
        changed(ROLLED, cause={**RECORDS[ROLLED]["cause"], "seat": 2**60}),
        changed(ROLLED, cause={**RECORDS[ROLLED]["cause"], "args": {"n": 2**60}}),
        RECORDS[:-1],
    ],
    ids=["another roll", "no date", "no seat", "no number", "no end"],
)
def test_what_cannot_be_told_again_is_looked_at_from_the_start(records, monkeypatch):
    """The verdict on a file with a fault is that of the levels, whatever was told again before."""
    lines = chained(records)
    found = audit(lines, verify=verify)
    monkeypatch.setattr(thorough, "_telling", lambda *_: None)

    assert found.fails
    assert audit(lines, verify=verify) == found
