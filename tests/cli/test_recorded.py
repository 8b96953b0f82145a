"""docs/replays.md: comparing, shortening and scrubbing recorded games from the command line."""

import json

import pytest
from command import summitbook
from tampering import FINE, RECORDS, ROLLED, chained, changed, with_data


@pytest.fixture
def files(tmp_path):
    """Writes recorded games by name."""

    def write(**games):
        paths = [tmp_path / f"{name}.replay.jsonl" for name in games]
        for path, lines in zip(paths, games.values(), strict=True):
            path.write_bytes(b"".join(lines))
        return paths

    return write


WRONG = with_data(ROLLED, values=[7 - value for value in RECORDS[ROLLED]["data"]["values"]])


def test_the_same_file_is_the_same_game(files):
    """Status 0, and it is said that not a byte differs."""
    one, other = files(one=FINE, other=FINE)

    ran = summitbook("replay", "diff", one, other)

    assert (ran.status, ran.out) == (0, "The files are the same, byte for byte.\n")


def test_the_same_game_at_another_time_is_the_same_game(files):
    """Status 0, and what differs is told."""
    one, other = files(one=FINE, other=chained(changed(4, at="2027-01-01T00:00:00.000000Z")))

    ran = summitbook("replay", "diff", one, other)

    assert ran.status == 0
    assert ran.out == "The same game. What differs tells nothing of it: at, hash, prev.\n"


def test_a_seal_alone_is_no_difference_of_the_game(files):
    """What stands behind the last record is not the game."""
    one, other = files(one=FINE, other=[*FINE, b'{"seal":{}}\n'])

    ran = summitbook("replay", "diff", one, other)

    assert (ran.status, "Only what stands behind the last record differs" in ran.out) == (0, True)


def test_a_difference_is_told_with_its_cause(files):
    """Status 1, the record, the draw, the command in either file, and the field with both values."""
    one, other = files(one=FINE, other=chained(WRONG))

    ran = summitbook("replay", "diff", one, other)

    assert ran.status == 1
    assert f"They part at record {ROLLED + 1}." in ran.out
    assert f"draw  {RECORDS[ROLLED]['data']['draw']}" in ran.out
    assert "A  seat 0: RollDice" in ran.out
    assert "data.values" in ran.out
    assert json.dumps(RECORDS[ROLLED]["data"]["values"]).replace(" ", "") in ran.out


def test_other_commands_are_told_without_what_they_led_to(files):
    """Two commands say all there is to say; two of one name are told by their fields."""
    at = next(i for i, each in enumerate(RECORDS) if each.get("cause", {}).get("command") == "Advance")
    abandoned = {**RECORDS[at], "type": "ExpeditionAbandoned", "data": {}}
    abandoned["cause"] = {**RECORDS[at]["cause"], "command": "Abandon", "args": {}}
    camping = changed(at, cause={**RECORDS[at]["cause"], "args": {"make_camp": True}})
    one, gone, camp = files(
        one=FINE, gone=chained([*RECORDS[:at], abandoned, *RECORDS[at + 1 :]]), camp=chained(camping)
    )

    by_name, by_field = (summitbook("replay", "diff", one, other).out for other in (gone, camp))

    assert "B  seat 0: Abandon\n" in by_name
    assert "data." not in by_name
    assert "cause.args.make_camp" in by_field


def test_a_beginning_is_told(files):
    """Status 1, and the command that the longer one goes on with."""
    one, other = files(one=FINE, other=FINE[:ROLLED])

    ran = summitbook("replay", "diff", one, other)

    assert ran.status == 1
    assert f"B is a beginning of A, which goes on with record {ROLLED + 1}:" in ran.out
    assert "A  seat 0: RollDice" in ran.out


def test_a_comparison_for_machines(files):
    """One object with all that was found."""
    one, other = files(one=FINE, other=chained(WRONG))

    (differs,) = summitbook("replay", "diff", one, other, "--json").json
    (same,) = summitbook("replay", "diff", one, one, "--json").json

    assert (differs["verdict"], differs["n"], differs["why"]) == ("differs", ROLLED + 1, "draw")
    assert [each["path"] for each in differs["differences"]] == ["data.values"]
    assert differs["a"]["command"] == "RollDice"
    assert (same["verdict"], same["identical"], same["differences"]) == ("same", True, [])


@pytest.mark.parametrize(
    ("lines", "code"),
    [([b"{}\n"], "BAD_FORMAT"), ([FINE[0], b" " + FINE[1]], "NOT_CANONICAL"), ([], "TRUNCATED")],
    ids=["no record", "not canonical", "empty"],
)
def test_what_cannot_be_compared_is_trouble(files, lines, code):
    """Status 2, as `diff` has it, and the line."""
    one, other = files(one=FINE, other=lines)

    ran = summitbook("replay", "diff", one, other)

    assert ran.status == 2
    assert ran.err.startswith(f"summitbook: {code}: ")


def test_a_file_that_is_not_there_is_trouble_too(files, tmp_path):
    """It is no difference: a script can tell the two."""
    (one,) = files(one=FINE)

    assert summitbook("replay", "diff", one, tmp_path / "none").status == 2


def test_a_fault_is_shortened(files, tmp_path):
    """The commands are printed, and the file shows the same fault."""
    (bad,) = files(bad=chained(WRONG))
    short = tmp_path / "short.replay.jsonl"

    ran = summitbook("replay", "minimise", bad, "--out", short)

    assert ran.status == 0
    commands = sum("cause" in each for each in RECORDS)
    assert f"WRONG_DRAW at line {ROLLED + 1}, by 3 of {commands} commands:" in ran.out
    assert [line.split()[3] for line in ran.out.splitlines()[1:5] if "seat 0" in line] == [
        "TakeSeat",
        "RollDice",
    ]
    (verdict,) = summitbook("replay", "audit", short, "--json").json
    assert (verdict["code"], verdict["line"]) == ("WRONG_DRAW", ROLLED + 1)


def test_a_game_without_a_fault_is_not_shortened(recorded):
    """Status 1, and it is said why."""
    ran = summitbook("replay", "minimise", recorded, "--fault", "WRONG_EVENT")

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: NO_FAULT: ")


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"cause": {**RECORDS[0]["cause"], "command": "TakeSeat"}}, "ILLEGAL_COMMAND"),
        ({"cause": None}, "WRONG_EVENT"),
        ({"data": {**RECORDS[0]["data"], "rules": 7}}, "UNKNOWN_RULES"),
    ],
    ids=["another command", "no command", "other rules"],
)
def test_a_game_that_cannot_be_made_is_not_shortened(files, first, code):
    """Its dice are wrong, and behind that is a fault of its first record: that one is told."""
    made = {key: value for key, value in {**WRONG[0], **first}.items() if value is not None}
    (bad,) = files(bad=chained([made, *WRONG[1:]]))

    ran = summitbook("replay", "minimise", bad)

    assert summitbook("replay", "audit", bad, "--json").json[0]["code"] == "WRONG_DRAW"
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith(f"summitbook: {code}: {bad}, line 1: the game cannot be told again: ")


def test_a_game_is_scrubbed(recorded, tmp_path):
    """The file has no name of anybody, still audits, and what stays is told."""
    clean = tmp_path / "clean.replay.jsonl"

    ran = summitbook("replay", "scrub", recorded, "--out", clean)

    assert ran.status == 0
    assert "no salt stay" in ran.err
    assert b'"name":"Climber 1"' in clean.read_bytes()
    assert b"player" not in clean.read_bytes()
    assert summitbook("replay", "audit", clean).status == 0
    assert summitbook("replay", "scrub", recorded).out == clean.read_text()


def test_a_running_game_is_not_scrubbed(files):
    """Unsealed, it could be cut anywhere and nobody would know."""
    (running,) = files(running=[*FINE[:ROLLED], _seal_of(FINE[ROLLED - 1], ROLLED)])

    ran = summitbook("replay", "scrub", running)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: NOT_CLOSED: ")


def _seal_of(line, events):
    """A seal in the right shape, which is all that a chain asks of it."""
    seal = {"events": events, "head": json.loads(line)["hash"], "key": "0" * 64, "signature": "0" * 128}
    return json.dumps({"seal": seal}, separators=(",", ":")).encode() + b"\n"


@pytest.mark.parametrize("words", [("scrub",), ("minimise",)], ids=lambda words: words[0])
def test_a_broken_file_is_not_worked_on(files, words):
    """Where the chain does not hold nothing is made of it, and the fault is named."""
    (broken,) = files(broken=[*FINE[:3], FINE[3].replace(b'"camps":4', b'"camps":5'), *FINE[4:]])

    ran = summitbook("replay", *words, broken)

    assert (ran.status, ran.out) == (1, "")
    assert "BROKEN_CHAIN" in ran.err
