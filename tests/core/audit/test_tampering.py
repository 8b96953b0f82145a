"""docs/replay-format.md, "Checking a file": whoever tampers with a game is found out."""

import copy

import pytest
from hypothesis import given as hypothetically
from hypothesis import strategies as st
from tampering import (
    FINE,
    KEY,
    RECORDS,
    chained,
    sealed,
    verdict,
    with_data,
)

from summitbook_domain.replay import audit
from summitbook_service.keys import verify


def test_a_game_that_is_chained_anew_is_fine():
    """What is tampered with below is sound as it stands, sealed or not."""
    assert verdict(FINE) == ("rules", None, None)
    assert verdict(sealed(FINE), keys=[KEY]) == ("rules", None, None)


@pytest.mark.parametrize(
    ("level", "reached"), [("chain", "chain"), ("seal", "seal"), ("dice", "dice"), ("rules", "dice")]
)
def test_an_audit_goes_as_far_as_it_is_asked(level, reached):
    """A fault that a later level would find is not looked for."""
    scored = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")
    report = audit(chained(with_data(scored, score=99)), verify=verify, level=level)

    assert (report.level, report.ok) == (reached, level != "rules")


def leaves(value, path=()):
    """The paths to every plain value inside."""
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for i, item in enumerate(value) for leaf in leaves(item, (*path, i))]
    return [path]


def other_than(value):
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value[:-1] + ("0" if value[-1:] != "0" else "1")
        case _:
            return 0


EVERY_LEAF = [
    (at, path) for at, each in enumerate(RECORDS) for path in leaves(each["data"]) if path != ("game_id",)
]


@pytest.mark.parametrize(("at", "path"), EVERY_LEAF, ids=lambda value: str(value).replace("'", ""))
def test_whoever_changes_an_event_is_found_out(at, path):
    """Whatever value of whatever event is changed, the chain mended, no seal: some level finds it."""
    records = copy.deepcopy(list(RECORDS))
    inside = records[at]["data"]
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = other_than(inside[path[-1]])

    report = audit(chained(records), verify=verify)

    assert not report.ok
    assert report.level != "rules"


@hypothetically(st.lists(st.binary(max_size=60) | st.sampled_from(sealed(FINE)), max_size=12))
def test_no_file_takes_the_audit_down(lines):
    """Whatever lines it is given, an audit answers with a report."""
    assert audit([line + b"\n" for line in lines], verify=verify).level in (None, "chain", "seal")


@hypothetically(st.data())
def test_no_change_of_a_record_takes_the_audit_down(data):
    """Whatever stands where in a mended log, an audit answers with a report and the line of a fault."""
    plain = (
        st.none()
        | st.booleans()
        | st.integers(-2, 2**53 - 1)
        | st.text(max_size=4)
        | st.just([])
        | st.just({})
    )
    records = copy.deepcopy(list(RECORDS))
    at = data.draw(st.integers(0, len(records) - 1), label="record")
    path = data.draw(st.sampled_from(leaves(records[at])), label="place")
    inside = records[at]
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = data.draw(plain, label="becomes")

    report = audit(chained(records), verify=verify)

    assert report.ok or 1 <= report.line <= len(records)
