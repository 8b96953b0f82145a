"""The verdict of an audit, as the one who sent the file receives it."""

import pytest

from summitbook.v1 import replay_service_pb2 as pb
from summitbook_domain.replay import Caveat, Report
from summitbook_service import wire


def test_a_fault_is_told_in_full():
    """Level, fault, line, what was expected and found, what could not be known, and what the file is."""
    report = Report(
        level="seal",
        fails="dice",
        code="WRONG_DRAW",
        line=7,
        reason="not what the label draws",
        expected={"values": [1, 2]},
        found=[6],
        caveats=(Caveat("NO_HEAD", "no head was given"),),
        records=9,
        game="everest1924",
        game_id="00000000-0000-4000-8000-000000000000",
        outcome="finished",
        head="ab" * 32,
        key="cd" * 32,
    )
    assert wire.pack_report(report) == pb.AuditReport(
        level=pb.AUDIT_LEVEL_SEAL,
        fails=pb.AUDIT_LEVEL_DICE,
        code="WRONG_DRAW",
        line=7,
        reason="not what the label draws",
        expected='{"values":[1,2]}',
        found="[6]",
        warnings=[pb.Caveat(code="NO_HEAD", text="no head was given")],
        records=9,
        game="everest1924",
        game_id="00000000-0000-4000-8000-000000000000",
        outcome="finished",
        head=b"\xab" * 32,
        key=b"\xcd" * 32,
    )


def test_a_file_without_a_fault_has_no_trace_of_one():
    """Where nothing is wrong, the fault's fields are left out, not empty."""
    report = wire.pack_report(Report(level="rules"))
    assert (report.level, report.fails) == (pb.AUDIT_LEVEL_RULES, pb.AUDIT_LEVEL_UNSPECIFIED)
    assert not any(report.HasField(name) for name in ("code", "line", "reason", "expected", "found"))


def test_a_file_that_is_nothing_at_all_reaches_no_level():
    """A file whose chain does not hold is told without a level, and without what it could not say."""
    report = wire.pack_report(Report(level=None, fails="chain", code="BAD_FORMAT", line=1))
    assert (report.level, report.fails) == (pb.AUDIT_LEVEL_UNSPECIFIED, pb.AUDIT_LEVEL_CHAIN)
    assert (report.head, report.key, report.game) == (b"", b"", "")


LONG = "é" * 5_000_000


@pytest.mark.parametrize(
    "said",
    [
        {"reason": LONG},
        {"expected": {"name": LONG}, "found": [LONG]},
        {"caveats": (Caveat("NO_HEAD", LONG),)},
        {"game": LONG, "game_id": LONG, "outcome": LONG},
    ],
    ids="+".join,
)
def test_a_verdict_is_short_whatever_the_file_holds(said):
    """What a report repeats of a file is cut, and says so, so that any client can receive it."""
    report = wire.pack_report(Report(level=None, **said))
    assert report.ByteSize() < 20_000
    assert "…" in str(report.SerializeToString(), "utf-8", "replace")
