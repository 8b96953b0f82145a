"""Recording, auditing and showing recorded games from the command line."""

import hashlib
import json
from pathlib import Path

import pytest
from command import SEED, Terminal, summitbook

from summitbook_domain import canonical
from summitbook_domain.record import START, Head

GOLDEN = Path(__file__).parents[2] / "replays" / "everest1924" / "abandoned-at-once.replay.jsonl"
SALTED = GOLDEN.with_name("salted.replay.jsonl")
KEY = "84ca1742048ffaa1ae7ddc2a098055db9d46fa43ed536cca547064507574df1d"
"""Whose key sealed it."""


def changed(path, tmp_path, line, harm):
    """A copy of the file with one line put through `harm`."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line - 1] = harm(lines[line - 1])
    copy = tmp_path / "changed.replay.jsonl"
    copy.write_bytes(b"".join(lines))
    return copy


def test_the_same_seed_records_the_same_file(recorded):
    """Byte for byte, to a file or to standard output."""
    ran = summitbook("replay", "record", "everest1924", "--seed", SEED)

    assert ran.out == recorded.read_text()


def test_another_policy_or_seed_plays_another_game(recorded):
    """Both are what they say."""
    greedy = summitbook("replay", "record", "everest1924", "--seed", SEED, "--policy", "greedy").out
    other = summitbook("replay", "record", "everest1924").out

    assert len({greedy, other, recorded.read_text()}) == 3


def test_a_good_file_holds_at_every_level(recorded):
    """The verdict names levels, records, outcome and head, and warns of what could not be known."""
    ran = summitbook("replay", "audit", recorded)

    last = json.loads(recorded.read_bytes().splitlines()[-1])
    assert (ran.status, ran.err) == (0, "")
    assert "✔ chain   ○ seal   ✔ dice   ✔ rules" in ran.out
    assert f"{last['n']}:{last['hash']}" in ran.out
    assert "finished" in ran.out
    assert "NO_SEAL" in ran.out


def test_a_verdict_for_machines(recorded):
    """One object a file, with the report's own words."""
    (verdict,) = summitbook("replay", "audit", recorded, "--json").json

    assert verdict["file"] == str(recorded)
    assert (verdict["ok"], verdict["level"], verdict["code"], verdict["line"]) == (True, "rules", None, None)
    assert [caveat["code"] for caveat in verdict["warnings"]] == ["NO_SEAL", "NO_HEAD"]
    assert verdict["outcome"] == "finished"


def test_a_changed_byte_is_a_fault_with_line_expected_and_found(recorded, tmp_path):
    """The person sees where, what should be there, and what is."""
    bad = changed(recorded, tmp_path, 4, lambda line: line.replace(b'"camps":4', b'"camps":5'))

    ran = summitbook("replay", "audit", bad)

    assert ran.status == 1
    assert "✘ chain" in ran.out
    assert "BROKEN_CHAIN at line 4" in ran.out
    assert "expected" in ran.out
    assert "found" in ran.out


def test_a_fault_for_machines(recorded, tmp_path):
    """Status 1, and the code and line in JSON."""
    bad = changed(recorded, tmp_path, 2, lambda line: line.rstrip(b"\n"))

    ran = summitbook("replay", "audit", bad, "--json")

    assert ran.status == 1
    assert (ran.json[0]["ok"], ran.json[0]["fails"]) == (False, "chain")
    assert ran.json[0]["code"]


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff", b"{}", b"[" * 100_000 + b"\n"], ids=["empty", "bytes", "object", "deep"]
)
def test_garbage_is_a_verdict_and_no_crash(tmp_path, content):
    """Any file whatever can be audited."""
    path = tmp_path / "garbage"
    path.write_bytes(content)

    ran = summitbook("replay", "audit", path)

    assert ran.status == 1
    assert "✘ chain" in ran.out
    assert ran.err == ""


def test_a_score_too_high_shows_just_what_differs(recorded, tmp_path):
    """Where an event differs in one field, that field is shown and not the whole event."""
    head, lines = START, []
    for line in recorded.read_bytes().splitlines():
        said = json.loads(line)
        if said["type"] == "ExpeditionScored":
            said["data"]["score"] += 1
        written, head = _rewrite(said, head)
        lines.append(written + b"\n")
    path = tmp_path / "better.replay.jsonl"
    path.write_bytes(b"".join(lines))

    ran = summitbook("replay", "audit", path)

    assert ran.status == 1
    assert "✔ chain   ○ seal   ✔ dice   ✘ rules" in ran.out
    assert "data.score" in ran.out
    assert "legend" not in ran.out


def test_a_changed_roll_is_shown_as_recorded_and_found_by_the_audit(recorded, tmp_path):
    """A die changed, and all hashes mended: the audit tells it, and what is shown is what the file says."""
    head, lines, told = START, [], None
    for line in recorded.read_bytes().splitlines():
        said = json.loads(line)
        if said["type"] == "DiceRolled" and not told:
            said["data"]["values"] = [die % 6 + 1 for die in said["data"]["values"]]
            told = "rolled " + " ".join(map(str, said["data"]["values"]))
        written, head = _rewrite(said, head)
        lines.append(written + b"\n")
    path = tmp_path / "luckier.replay.jsonl"
    path.write_bytes(b"".join(lines))

    ran = summitbook("replay", "audit", path)
    assert ran.status == 1
    assert "WRONG_DRAW" in ran.out
    assert told in summitbook("replay", "show", path).out


def _rewrite(said, head):
    """The line of a record put behind another head."""
    plain = {key: value for key, value in said.items() if key != "hash"} | {
        "prev": head.hash,
        "n": head.n + 1,
    }
    digest = hashlib.sha256(canonical.encode(plain)).hexdigest()
    return canonical.encode({**plain, "hash": digest}), Head(head.n + 1, digest)


def test_a_kept_head_is_looked_for(recorded):
    """The right receipt takes the warning away; a wrong one is a fault."""
    last = json.loads(recorded.read_bytes().splitlines()[-1])

    (right,) = summitbook("replay", "audit", recorded, "--json", "--head", f"{last['n']}:{last['hash']}").json
    wrong = summitbook("replay", "audit", recorded, "--head", "f" * 64)

    assert "NO_HEAD" not in [caveat["code"] for caveat in right["warnings"]]
    assert wrong.status == 1
    assert "BROKEN_CHAIN" in wrong.out


def test_a_level_is_as_deep_as_is_asked_for(recorded):
    """Only that far is checked, and only that far is reported."""
    ran = summitbook("replay", "audit", recorded, "--level", "chain")

    assert "✔ chain" in ran.out
    assert "rules" not in ran.out


@pytest.mark.parametrize(
    ("words", "sealed", "shown"),
    [
        ((), "unknown key", "○ seal"),
        (("--key", KEY), True, "✔ seal"),
        (("--level", "chain"), None, "✔ chain"),
    ],
    ids=["whoever", "trusted", "not asked"],
)
def test_whose_seal_it_is_is_told(words, sealed, shown):
    """A seal of an unknown key is no proof, with the right key named it is, and unasked nothing is said."""
    people, (machines,) = (
        summitbook("replay", "audit", GOLDEN, *words),
        summitbook("replay", "audit", GOLDEN, *words, "--json").json,
    )

    assert people.status == 0
    assert shown in people.out
    assert machines["sealed"] == sealed
    assert ("nothing proved" in " ".join(people.out.split())) == (sealed == "unknown key")


def test_a_missing_seal_is_a_warning_also_to_whoever_names_a_key(recorded):
    """Where there is no seal, level seal holds with a warning, whatever key is trusted."""
    people, machines = (
        summitbook("replay", "audit", recorded, "--key", KEY, *words) for words in ((), ("--json",))
    )

    assert people.status == machines.status == 0
    said = " ".join(people.out.split())
    assert "✔ chain ○ seal ✔ dice ✔ rules" in said
    assert "NO_SEAL: without a seal nothing ties down times, names and ids" in said
    (verdict,) = machines.json
    assert (verdict["ok"], verdict["sealed"], verdict["code"]) == (True, False, None)
    assert [each["code"] for each in verdict["warnings"]] == ["NO_SEAL", "NO_HEAD"]


def test_a_given_seed_is_told(recorded, here, played, tmp_path):
    """Whoever gave the seed knew every roll; of a seed that the service drew nobody did."""
    drawn = tmp_path / "drawn.replay.jsonl"
    here("replay", "export", played, "--out", drawn)

    assert "they knew every roll" in summitbook("replay", "audit", recorded).out
    assert "they knew every roll" not in summitbook("replay", "audit", drawn).out
    assert summitbook("replay", "audit", drawn, "--json").json[0]["seed_source"] == "server"


def test_a_file_that_cannot_be_read_leaves_the_others_their_verdicts(recorded, tmp_path):
    """It has a line of its own, to people and to machines, and status 1."""
    none = tmp_path / "none.replay.jsonl"

    people = summitbook("replay", "audit", none, recorded)
    machines = summitbook("replay", "audit", none, recorded, "--json")

    assert people.status == machines.status == 1
    assert "2 files: 1 fine, 1 of them without a sure seal, 1 with a fault" in people.out
    assert "No such file" in people.out
    assert [(each["ok"], each["code"]) for each in machines.json] == [(False, "FILE"), (True, None)]


def test_a_folder_is_all_recorded_games_in_it(recorded, tmp_path):
    """However deep they lie, in the order of their names, and nothing but them."""
    deep = tmp_path / "b" / "c"
    deep.mkdir(parents=True)
    for path in (deep / "two.replay.jsonl", tmp_path / "a.replay.jsonl", tmp_path / "notes.txt"):
        path.write_bytes(recorded.read_bytes())

    found = summitbook("replay", "audit", tmp_path, "--json").json

    assert [each["file"] for each in found] == [
        str(tmp_path / "a.replay.jsonl"),
        str(deep / "two.replay.jsonl"),
    ]


def test_a_folder_without_recorded_games_is_a_fault(tmp_path):
    """Nothing checked is not all well."""
    ran = summitbook("replay", "audit", tmp_path)

    assert ran.status == 1
    assert "FILE" in ran.out


def test_standard_input_is_audited(recorded):
    """`-` is what a pipe brings."""
    ran = summitbook("replay", "audit", "-", typed=recorded.read_text())

    assert ran.status == 0
    assert "standard input" in ran.out
    assert "✔ rules" in ran.out


def test_a_game_is_shown_command_by_command(recorded):
    """Each record once and in order, the command behind it, and the sheet after it."""
    ran = summitbook("replay", "show", recorded)

    numbers = [
        int(line[:4]) for line in ran.out.splitlines() if line[:4].strip().isdecimal() and line[4:6] == "  "
    ]
    records = len(recorded.read_bytes().splitlines())
    assert [number for number in numbers if number not in (6, 8)][:3] == [1, 2, 3]
    assert set(range(1, records + 1)) <= set(numbers)
    assert "seat 0: RollDice" in ran.out
    assert "◉" in ran.out


def test_a_game_is_shown_to_machines(recorded):
    """Each record, with the view on the last record of a command."""
    shown = summitbook("replay", "show", recorded, "--json").json

    assert [each["n"] for each in shown] == list(range(1, len(shown) + 1))
    assert shown[-1]["view"]["score"] is not None
    assert shown[2]["view"] is None
    assert shown[3]["view"]["dice_owned"] == 3


def retold(path, tmp_path, at, **data):
    """The records of a file with these fields of one changed (`at` counts from 0), the chain mended."""
    head, lines = START, []
    for number, raw in enumerate(path.read_bytes().splitlines()):
        said = json.loads(raw)
        if "n" not in said:
            break
        said["data"] |= data if number == at else {}
        line, head = _rewrite(said, head)
        lines.append(line + b"\n")
    copy = tmp_path / "retold.replay.jsonl"
    copy.write_bytes(b"".join(lines))
    return copy


@pytest.mark.parametrize(
    "name", ["everest1924/salted", "dicey_peaks/two-seats-to-the-flag", "mountaineering/own-hill"]
)
def test_what_breaks_the_rules_is_shown_as_far_as_it_can_be(name, tmp_path):
    """Whatever number is too high, the file is played back, or a record is named that cannot follow."""
    path = GOLDEN.parents[1] / f"{name}.replay.jsonl"
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    numbers = {
        (record["type"], field): at
        for at, record in enumerate(records)
        for field, was in record.get("data", {}).items()
        if type(was) is int and record["type"] != "GameCreated"
    }
    for (_, field), at in numbers.items():
        ran = summitbook("replay", "show", retold(path, tmp_path, at, **{field: 99}))

        assert ran.status == 0 or "WRONG_EVENT" in ran.err, (at, field, ran.err)


@pytest.mark.parametrize("typed", [None, "99\nq"])
def test_a_table_that_cannot_be_drawn_is_told_of(typed, tmp_path):
    """What was recorded is shown all the same, since a referee may want to see just that."""
    records = [json.loads(line) for line in SALTED.read_bytes().splitlines()]
    up = next(at for at, each in enumerate(records) if each.get("type") == "Ascended")
    path = retold(SALTED, tmp_path, up, row=99)

    ran = summitbook("replay", "show", path, *(["--step"] if typed else []), typed=typed)

    assert (ran.status, ran.err) == (0, "")
    assert "leaves no table that could be drawn" in " ".join(ran.out.split())
    assert "Closed: finished." in ran.out


def titles_of(ran):
    """The records that were shown, one after another."""
    return [line.split(" of ")[0].strip() for line in ran.out.splitlines() if line.startswith(" record ")]


def test_stepping_goes_on_back_and_to_a_record(recorded):
    """Space, b, a number and q, each record by itself; a number past the end is the last."""
    ran = summitbook("replay", "show", recorded, "--step", typed=" b5\n9999\nq")

    last = len(recorded.read_bytes().splitlines())
    assert titles_of(ran) == ["record 1", "record 2", "record 1", "record 5", f"record {last}"]


def test_stepping_goes_to_the_next_event_of_a_type_and_back():
    """`/` and the beginning of a type's name, in capitals or not; n goes to one more, N to the one before."""
    lines = SALTED.read_bytes().splitlines()
    types = [json.loads(line).get("type") for line in lines]
    first, second = [n for n, kind in enumerate(types, 1) if kind == "DiceRolled"][:2]

    ran = summitbook("replay", "show", SALTED, "--step", typed="/dicero\nnNq")

    assert titles_of(ran) == ["record 1", f"record {first}", f"record {second}", f"record {first}"]


def test_stepping_tells_when_there_is_no_such_event(recorded):
    """One stays where one is, and is told whether there is none further on, or none at all."""
    ran = summitbook("replay", "show", recorded, "--step", typed="/gamecreated\n/yeti\nq")

    assert titles_of(ran) == ["record 1"] * 3
    assert "No gamecreated… after record 1." in ran.out
    said = " ".join(ran.out.split())
    assert "No event is called yeti…; there are: Dice" in said


def test_a_line_can_be_rubbed_out_or_given_up(recorded):
    """Rubbed out, ended by Escape, or nothing but `/`, what was typed leads nowhere."""
    ran = summitbook("replay", "show", recorded, "--step", typed="52\x7f\n/x\x7f\x7f/Dice\x1b/\nnq")

    assert titles_of(ran) == ["record 1", "record 5"]


def test_the_table_is_shown_as_it_stands_after_each_record(recorded):
    """A command of several records is shown in as many steps: only the last of all closes the game."""
    last = len(recorded.read_bytes().splitlines())

    ran = summitbook("replay", "show", recorded, "--step", typed=f"{last - 1}\n q")

    *_, before, end = ran.out.split(" record ")
    assert "Closed: finished." in end
    assert "Closed" not in before


def test_stepping_fits_a_terminal_and_shows_what_is_typed():
    """On 24 lines of 80 the keys stand on the page, and what is typed before Enter can be seen."""
    with Terminal("replay", "show", GOLDEN, "--step") as terminal:
        assert terminal.until(b"/type")
        terminal.type(b"/Exp")
        assert terminal.until(b"/Exp")
        terminal.type(b"\n")
        assert terminal.until(b"record 4 of 7")
        terminal.type(b"q")

    assert terminal.status == 0


def test_stepping_ends_with_its_input(recorded):
    """A pipe that ends is as good as q."""
    assert summitbook("replay", "show", recorded, "--step", typed="").status == 0


def test_a_broken_file_is_not_shown(recorded, tmp_path):
    """What did not happen is not played back; the audit says more."""
    bad = changed(recorded, tmp_path, 4, lambda line: line.replace(b'"camps":4', b'"camps":5'))

    ran = summitbook("replay", "show", bad)

    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("summitbook: BROKEN_CHAIN: ")
