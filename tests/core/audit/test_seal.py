"""docs/replay-format.md, "Checking a file": level seal, and what without one is not known."""

import json

from tampering import FINE, KEY, LAST, OTHER_KEY, chained, head_of, sealed, verdict, with_data

from summitbook_domain import canonical
from summitbook_domain.replay import audit
from summitbook_service.keys import verify


def test_a_seal_must_be_this_logs():
    """The seal of the same game with another name is BAD_SEAL: the chain holds."""
    seal = sealed(chained(with_data(1, name="Sandy Irvine")))[-1]

    assert verdict([*FINE, seal]) == ("chain", "BAD_SEAL", LAST + 1)


def test_a_signature_must_fit():
    """A changed signature, or one by another key than it says, is BAD_SEAL."""
    seal = json.loads(sealed(FINE)[-1])
    for wrong in ({"signature": "00" * 64}, {"key": OTHER_KEY}, {"key": "ff" * 32}):
        forged = canonical.encode({"seal": {**seal["seal"], **wrong}}) + b"\n"
        assert verdict([*FINE, forged]) == ("chain", "BAD_SEAL", LAST + 1)


def test_a_key_must_be_trusted_where_keys_are_named():
    """A seal by a key that is not named is UNKNOWN_KEY; where none is named, only a warning."""
    assert verdict(sealed(FINE), keys=[OTHER_KEY]) == ("chain", "UNKNOWN_KEY", LAST + 1)
    assert verdict(sealed(FINE), keys=[OTHER_KEY, KEY]) == ("rules", None, None)
    assert [each.code for each in audit(sealed(FINE), verify=verify).caveats] == ["UNKNOWN_KEY"]


def test_what_could_not_be_known_is_told():
    """Without seal and head the report warns of both; a head takes its warning away."""
    assert {each.code for each in audit(FINE, verify=verify).caveats} == {"NO_SEAL", "NO_HEAD"}
    known = audit(FINE, verify=verify, heads=[head_of(FINE)])
    assert [each.code for each in known.caveats] == ["NO_SEAL"]


def test_a_running_game_is_checked_up_to_its_seal():
    """An export of a game under way has no seed yet, which is no fault."""
    report = audit(sealed(FINE[:7]), verify=verify, keys=[KEY])

    assert (report.level, report.code, [each.code for each in report.caveats]) == (
        "seal",
        None,
        ["NO_SEED"],
    )
