"""docs/replays.md, "Comparing": where two recorded games part, and why."""

import pytest
from msgspec import UNSET
from tampering import FINE, RECORDS, ROLLED, chained, changed, with_data

from summitbook_domain.recorded import compare, read_log
from summitbook_domain.recorded.compare import differences

FIRST = read_log(FINE).records


def compared(records):
    """The comparison of the game with another one, made of these records."""
    return compare(FIRST, read_log(chained(records)).records)


def test_a_log_is_the_same_as_itself():
    """Nothing differs, not even what tells nothing."""
    assert (compared(RECORDS).verdict, compared(RECORDS).apart) == ("same", ())


@pytest.mark.parametrize(
    ("records", "apart"),
    [
        (changed(4, at="2027-01-01T00:00:00.000000Z"), ("at", "hash", "prev")),
        (
            changed(4, cause={**RECORDS[4]["cause"], "by": "x", "id": "y"}),
            ("cause.by", "cause.id", "hash", "prev"),
        ),
        (with_data(0, game_id="0" * 8 + RECORDS[0]["data"]["deal"][8:]), ("data.game_id", "hash", "prev")),
        (
            with_data(0, forked_from={"game_id": RECORDS[0]["data"]["deal"], "n": 1, "hash": "a" * 64}),
            ("data.forked_from", "hash", "prev"),
        ),
    ],
    ids=["time", "caller", "game id", "fork"],
)
def test_times_ids_and_hashes_tell_nothing_of_the_game(records, apart):
    """Logs that differ in nothing else are the same game, and what differs is told."""
    found = compared(records)

    assert (found.verdict, found.n, found.apart) == ("same", None, apart)


def test_another_choice_is_told_by_both_commands():
    """Where somebody chose something else, the first record of that command is where the games part."""
    at = next(i for i, each in enumerate(RECORDS) if each.get("cause", {}).get("command") == "Advance")
    records = changed(at, cause={**RECORDS[at]["cause"], "args": {"make_camp": True}})

    found = compared(records)

    assert (found.verdict, found.n, found.why) == ("differs", at + 1, "command")
    assert (found.a.args, found.b.args) == ({"make_camp": False}, {"make_camp": True})
    (one,) = found.differences
    assert (one.path, one.a, one.b) == ("cause.args.make_camp", False, True)


def test_other_dice_are_told_by_their_label():
    """The same command with another roll: the draw that one of the files does not show as it must."""
    values = [7 - value for value in RECORDS[ROLLED]["data"]["values"]]

    found = compared(with_data(ROLLED, values=values))

    assert (found.verdict, found.n, found.why) == ("differs", ROLLED + 1, "draw")
    assert found.draw == RECORDS[ROLLED]["data"]["draw"]
    assert found.a.command == found.b.command == "RollDice"


def test_another_event_of_the_same_command_is_told_with_the_command():
    """A later event of a command has no cause of its own: the command behind it is looked up."""
    scored = next(i for i, each in enumerate(RECORDS) if each["type"] == "ExpeditionScored")

    found = compared(with_data(scored, score=99))

    assert (found.n, found.why, found.draw) == (scored + 1, "events", None)
    assert [(each.path, each.b) for each in found.differences] == [("data.score", 99)]
    assert found.a == found.b
    assert found.a.command == next(
        each["cause"]["command"] for each in RECORDS[scored::-1] if "cause" in each
    )


def test_an_event_left_out_is_the_doing_of_other_rules():
    """One log goes on with the command's next event where the other has the next command already."""
    unlocked = next(i for i, each in enumerate(RECORDS) if each["type"] == "DieUnlocked")

    found = compared([*RECORDS[:unlocked], *RECORDS[unlocked + 1 :]])

    assert (found.n, found.why) == (unlocked + 1, "events")
    assert "type" in {each.path for each in found.differences}


def test_games_made_in_another_way_are_other_games():
    """Another deal is another game from the first record on."""
    records = with_data(0, commitment="0" * 64)

    assert (compared(records).n, compared(records).why) == (1, "game")


def test_a_beginning_is_told_as_one():
    """Where one log just ends, the other goes on with a command, whichever comes first."""
    shorter = FIRST[:ROLLED]

    one, other = compare(FIRST, shorter), compare(shorter, FIRST)

    assert (one.verdict, one.n, one.a.command, one.b) == ("beginning", ROLLED + 1, "RollDice", None)
    assert (other.verdict, other.n, other.b.command, other.a) == ("beginning", ROLLED + 1, "RollDice", None)


def test_a_true_is_no_one_and_what_is_missing_no_null():
    """Python calls True and 1 the same; a log does not."""
    found = list(differences({"a": True, "b": None, "c": [1]}, {"a": 1, "c": [1]}))

    assert [(each.path, each.a, each.b) for each in found] == [("a", True, 1), ("b", None, UNSET)]


def test_a_broken_chain_can_be_compared():
    """A file that was changed and not mended is compared with what it was made from."""
    broken = list(FIRST)
    broken[4] = read_log(chained(with_data(4, values=[1, 1, 1]))).records[4]

    assert compare(FIRST, broken).n == 5
