"""docs/replays.md, "Shortening": the shortest list of commands that still shows a fault."""

import json

import msgspec
import pytest
from expeditions import EVEREST
from hypothesis import given as hypothetically
from hypothesis import strategies as st
from tampering import FINE, RECORDS, ROLLED, chained, changed, sealed, with_data
from whole_games import REPLAYS

from summitbook_domain.recorded import NoSuchFault, commands, minimise, read_log, retold, shortest
from summitbook_domain.replay import audit
from summitbook_domain.replay.report import Fault
from summitbook_service.keys import verify

GOLDENS = sorted((REPLAYS / "everest1924").glob("*.replay.jsonl"))
ASCENTS = [file for file in GOLDENS if b'"type":"Ascended"' in file.read_bytes()]


def lines_of(name):
    return (REPLAYS / "everest1924" / f"{name}.replay.jsonl").read_bytes().splitlines(keepends=True)


def with_feeds(lines):
    return [line + b"\n" for line in lines]


def other_rules(kind, field):
    """Everest 1924 under rules by which this field of one event is one more."""

    def decide(state, seat, command, chance):
        told = EVEREST.decide(state, seat, command, chance)
        return tuple(_more(event, field) if type(event).__name__ == kind else event for event in told)

    return {(EVEREST.name, EVEREST.rules): msgspec.structs.replace(EVEREST, decide=decide)}


def _more(event, field):
    return msgspec.structs.replace(event, **{field: getattr(event, field) + 1})


@hypothetically(
    st.lists(st.integers(0, 99), max_size=40, unique=True), st.sets(st.integers(0, 99), max_size=9)
)
def test_nothing_more_can_be_left_out(things, needed):
    """What is left still shows it, in the old order, and without any one of its things no more."""

    def shows(some):
        return needed & set(things) <= set(some)

    found = shortest(things, shows)

    assert shows(found)
    assert found == tuple(each for each in things if each in needed)


def test_it_is_told_how_much_is_left():
    """After each part that was left out, so that whoever waits can see it go on."""
    left = []

    shortest(range(8), lambda some: 5 in some, left=left.append)

    assert left == sorted(left, reverse=True)
    assert left[-1] == 1


def test_other_rules_are_shown_by_the_fewest_commands():
    """Where combined dice count one more under the rules at hand, a roll and a combination show it."""
    games = other_rules("DiceCombined", "value")

    found = minimise(lines_of("summit-by-camps"), verify=verify, games=games)

    assert [cause.command for cause in found.commands] == [
        "CreateGame",
        "TakeSeat",
        "RollDice",
        "CombineDice",
    ]
    assert (found.report.code, found.report.line, found.before) == ("WRONG_EVENT", 6, 54)


@pytest.mark.parametrize("file", ASCENTS, ids=lambda file: file.name.partition(".")[0])
def test_the_short_game_shows_the_very_same_fault(file):
    """An audit of it finds the same code, expected and found, and it cannot be shortened further."""
    games, lines = other_rules("Ascended", "value"), file.read_bytes().splitlines(keepends=True)
    before = audit(lines, verify=verify, games=games)

    found = minimise(lines, verify=verify, games=games)

    after = audit(with_feeds(found.lines), verify=verify, games=games)
    assert (after.code, after.expected, after.found) == (before.code, before.expected, before.found)
    again = minimise(with_feeds(found.lines), verify=verify, games=games)
    assert again.commands == found.commands


def test_a_score_that_was_changed_keeps_what_it_hangs_on():
    """Of a game with a wrong score all commands stay that the score could not do without."""
    scored = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")

    found = minimise(chained(with_data(scored, score=99)), verify=verify)

    assert found.report.found["data"]["score"] == 99
    assert found.report.expected["data"] == RECORDS[scored]["data"]
    assert len(found.commands) <= found.before


def test_a_wrong_draw_needs_little_more_than_the_roll():
    """What comes before the draw and has no part in it goes, and all that comes after."""
    values = [7 - value for value in RECORDS[ROLLED]["data"]["values"]]

    found = minimise(chained(with_data(ROLLED, values=values)), verify=verify)

    assert [cause.command for cause in found.commands] == ["CreateGame", "TakeSeat", "RollDice"]
    assert found.report.code == "WRONG_DRAW"
    assert json.loads(found.lines[-1])["data"]["outcome"] == "cancelled"


def test_an_illegal_command_is_refused_for_the_same_reason():
    """One fault is not taken for another: the command is refused just as it was in the long game."""
    at = next(i for i, each in enumerate(RECORDS) if each.get("cause", {}).get("command") == "Advance")
    bad = chained(changed(at, cause={**RECORDS[at]["cause"], "command": "RollDice", "args": {}}))
    before = audit(bad, verify=verify)

    found = minimise(bad, verify=verify)

    assert (found.report.code, found.report.reason) == ("ILLEGAL_COMMAND", before.reason)
    assert [cause.command for cause in found.commands] == ["CreateGame", "TakeSeat", "RollDice", "RollDice"]


def test_an_event_left_out_is_shown_by_the_command_that_owes_it():
    """The fault is named at the next command's record, but the one before must stay as it was recorded."""
    unlocked = next(i for i, each in enumerate(RECORDS) if each["type"] == "DieUnlocked")
    bad = chained([*RECORDS[:unlocked], *RECORDS[unlocked + 1 :]])

    found = minimise(bad, verify=verify)

    assert found.report.expected["type"] == "DieUnlocked"
    assert found.commands[-2].command == "Advance"


def test_a_fault_in_the_first_record_is_all_there_is():
    """How the game was made cannot be left out."""
    bad = chained(changed(0, cause={**RECORDS[0]["cause"], "seat": 0}))

    found = minimise(bad, verify=verify)

    assert [cause.command for cause in found.commands] == ["CreateGame"]
    assert found.report.line == 1


def test_a_shared_deal_shows_its_seed_as_before():
    """The short game of a shared deal closes without the seed and has the line that reveals it."""
    found = minimise(lines_of("shared-deal"), verify=verify, games=other_rules("DiceCombined", "value"))

    assert json.loads(found.lines[-1]).keys() == {"reveal"}
    assert json.loads(found.lines[-2])["data"]["seed"] is None


@pytest.mark.parametrize(
    ("lines", "fault", "code"),
    [
        (FINE, None, "NO_FAULT"),
        (chained(with_data(ROLLED, values=[9, 9, 9])), "WRONG_EVENT", "OTHER_FAULT"),
        (sealed(FINE)[:-2], None, "NOT_OF_A_COMMAND"),
    ],
    ids=["none", "another", "cut"],
)
def test_there_must_be_a_fault_that_a_command_shows(lines, fault, code):
    """A file that is fine, shows another fault, or is not whole cannot be shortened, and it is said why."""
    with pytest.raises(NoSuchFault) as refused:
        minimise(lines, verify=verify, fault=fault)

    assert refused.value.code == code


def test_a_named_fault_is_the_one_that_is_shortened():
    """Naming what the audit finds changes nothing."""
    bad = chained(with_data(ROLLED, values=[9, 9, 9]))

    assert minimise(bad, verify=verify, fault="WRONG_DRAW") == minimise(bad, verify=verify)


def test_a_crash_can_be_shortened_too():
    """docs/replays.md, "In tests": any predicate will do, such as an exception out of the rules."""
    log = read_log(lines_of("summit-by-camps"))
    _, *asked = commands(log.records)

    def decide(state, seat, command, chance):
        return (
            1 // 0 if type(command).__name__ == "RerollDice" else EVEREST.decide(state, seat, command, chance)
        )

    games = {(EVEREST.name, EVEREST.rules): msgspec.structs.replace(EVEREST, decide=decide)}

    def shows(some):
        try:
            retold(log, some, games=games)
        except ZeroDivisionError:
            return True
        return False

    assert [each[0].cause.command for each in shortest(asked, shows)] == ["TakeSeat", "RerollDice"]


def test_an_outcome_can_be_shortened_too():
    """The fewest commands of a whole game after which it is over."""
    log = read_log(FINE)
    _, *asked = commands(log.records)

    found = shortest(asked, lambda some: retold(log, some).table.phase == "closed")

    assert [each[0].cause.command for each in found] == ["TakeSeat", "Abandon"]


def test_a_game_told_again_whole_is_the_same_game():
    """All commands give all lines, byte for byte."""
    log = read_log(FINE)
    _, *asked = commands(log.records)

    assert with_feeds(retold(log, asked).lines) == FINE


@pytest.mark.parametrize(
    ("records", "code"),
    [
        (with_data(0, rules=7), "UNKNOWN_RULES"),
        (with_data(0, content={"edition": "reconstructed", "sha256": "0" * 64}), "UNKNOWN_CONTENT"),
        (with_data(len(RECORDS) - 1, seed=None), "BAD_SEED"),
        (changed(0, cause={**RECORDS[0]["cause"], "command": "TakeSeat"}), "ILLEGAL_COMMAND"),
        ([{key: value for key, value in RECORDS[0].items() if key != "cause"}, *RECORDS[1:]], "WRONG_EVENT"),
    ],
    ids=["rules", "content", "seed", "command", "cause"],
)
def test_a_game_that_cannot_be_made_is_not_told(records, code):
    """What is missing to tell a game again is named as an audit names it."""
    with pytest.raises(Fault) as fault:
        retold(read_log(chained(records)), ())

    assert fault.value.code == code
