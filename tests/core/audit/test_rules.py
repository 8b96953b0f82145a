"""docs/replay-format.md, "Checking a file". Level rules: the commands, played again."""

import pytest
from tampering import FINE, RECORDS, ROLLED, chained, changed, sealed, verdict, with_data

from summitbook_domain.replay import audit
from summitbook_service.keys import verify


def test_other_rules_are_unknown():
    """Dice need no rules, so a log under rules that are not to be had is checked up to its dice."""
    assert verdict(chained(with_data(0, rules=2))) == ("dice", "UNKNOWN_RULES", 1)


@pytest.mark.parametrize(
    "cause",
    [
        {"command": "Fly"},
        {"command": "Advance"},
        {"args": {"dice": 3}},
        {"seat": 1},
        {"seat": None},
    ],
    ids=str,
)
def test_a_command_must_be_legal(cause):
    """A recorded command that is refused when carried out again is ILLEGAL_COMMAND at its record."""
    records = changed(ROLLED, cause={**RECORDS[ROLLED]["cause"], **cause})
    assert verdict(chained(records)) == ("dice", "ILLEGAL_COMMAND", ROLLED + 1)


def test_a_log_begins_with_create_game():
    """A first record caused by anything else, or by a seat, is ILLEGAL_COMMAND."""
    for wrong in ({"command": "TakeSeat"}, {"seat": 0}):
        records = changed(0, cause={**RECORDS[0]["cause"], **wrong})
        assert verdict(chained(records)) == ("dice", "ILLEGAL_COMMAND", 1)


def test_an_event_must_be_what_its_command_leads_to():
    """Another outcome, with the chain mended, is WRONG_EVENT; expected and found are told."""
    scored = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")
    right = RECORDS[scored]["data"]

    report = audit(chained(with_data(scored, score=99)), verify=verify)

    assert (report.level, report.code, report.line) == ("dice", "WRONG_EVENT", scored + 1)
    assert report.expected == {"type": "ExpeditionScored", "data": right}
    assert report.found == {"type": "ExpeditionScored", "data": {**right, "score": 99}}


def test_a_command_leads_to_all_its_events_and_no_more():
    """An event left out, put in, or said twice is WRONG_EVENT at the first record that is not due."""
    unlocked = next(i for i, each in enumerate(RECORDS) if each["type"] == "DieUnlocked")
    without = [*RECORDS[:unlocked], *RECORDS[unlocked + 1 :]]
    twice = [*RECORDS[: unlocked + 1], *RECORDS[unlocked:]]

    assert verdict(chained(without)) == ("dice", "WRONG_EVENT", unlocked + 1)
    assert verdict(chained(twice)) == ("dice", "WRONG_EVENT", unlocked + 2)


def test_a_cause_must_be_written_out_in_full():
    """Defaults left out of a cause are WRONG_EVENT, although the command is the same."""
    at = next(i for i, each in enumerate(RECORDS) if each.get("cause", {}).get("command") == "Advance")
    records = changed(at, cause={**RECORDS[at]["cause"], "args": {}})

    assert verdict(chained(records)) == ("dice", "WRONG_EVENT", at + 1)


def test_times_names_and_ids_are_not_the_rules_business():
    """What only a seal or a receipt can catch passes every level of an unsealed file."""
    late = changed(4, at="2027-01-01T00:00:00.000000Z")
    by_another = changed(4, cause={**RECORDS[4]["cause"], "by": "somebody", "id": "else"})

    for records in (late, by_another):
        assert verdict(chained(records)) == ("rules", None, None)
        assert verdict([*chained(records), sealed(FINE)[-1]])[:2] == ("chain", "BAD_SEAL")


def test_the_options_of_a_new_game_are_written_out():
    """A `CreateGame` whose options leave a default out is not what was recorded: WRONG_EVENT in line 1."""
    cause = {**RECORDS[0]["cause"], "args": {**RECORDS[0]["cause"]["args"], "options": {}}}

    assert verdict(chained(changed(0, cause=cause))) == ("dice", "WRONG_EVENT", 1)


def test_a_fork_is_played_on_a_given_seed():
    """A game that says it is a fork, and that the server drew its seed, was never made: ILLEGAL_COMMAND."""
    forked_from = {
        "game_id": "f" * 8 + "-" + "-".join(["f" * 4] * 3) + "-" + "f" * 12,
        "n": 3,
        "hash": "ab" * 32,
    }

    assert verdict(chained(with_data(0, forked_from=forked_from))) == ("rules", None, None)
    assert verdict(chained(with_data(0, forked_from=forked_from, seed_source="server"))) == (
        "dice",
        "ILLEGAL_COMMAND",
        1,
    )
