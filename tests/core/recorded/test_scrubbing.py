"""docs/replays.md, "Scrubbing": the same game without the people who played it."""

import json

import msgspec
import pytest
from tampering import FINE, chained
from whole_games import REPLAYS

from summitbook_domain.recorded import NotClosed, compare, read_log, scrub
from summitbook_domain.replay import audit
from summitbook_service.keys import verify

GOLDENS = sorted(REPLAYS.rglob("*.replay.jsonl"))
EXAMPLE = REPLAYS / "everest1924" / "salted.replay.jsonl"

every_golden = pytest.mark.parametrize(
    "file", GOLDENS, ids=lambda file: file.relative_to(REPLAYS).as_posix().partition(".")[0]
)


def lines_of(file):
    return file.read_bytes().splitlines(keepends=True)


def scrubbed(lines):
    """The scrubbed file, as lines with their line feeds."""
    return [line + b"\n" for line in scrub(read_log(lines))]


def texts_in(value):
    """Every text inside a value, keys apart."""
    if isinstance(value, dict | list):
        within = value.values() if isinstance(value, dict) else value
        return {text for each in within for text in texts_in(each)}
    return {value} if isinstance(value, str) else set()


def of_people(lines):
    """Every text of a file that tells who played it, when and in which log."""
    records = [msgspec.to_builtins(record) for record in read_log(lines).records]
    causes = [record["cause"] for record in records if "cause" in record]
    named = {record["data"]["name"] for record in records if record["type"] == "SeatTaken"}
    asked = {cause[key] for cause in causes for key in ("by", "id")} - {"service"}
    return named | asked | {record[key] for record in records for key in ("at", "hash")}


@every_golden
def test_a_scrubbed_game_still_holds_at_every_level(file):
    """Its dice and its moves are as before, so the audit at level rules finds the same outcome, unsealed."""
    before, after = (audit(lines, verify=verify) for lines in (lines_of(file), scrubbed(lines_of(file))))

    assert (after.level, after.records, after.outcome) == ("rules", before.records, before.outcome)
    assert [caveat.code for caveat in after.caveats] == ["NO_SEAL", "NO_HEAD"]


@every_golden
def test_nothing_of_the_people_is_left(file):
    """No name, caller, command id, time or hash of the old file stands anywhere in the new one."""
    left = set().union(*(texts_in(json.loads(line)) for line in scrubbed(lines_of(file))))

    assert not left & of_people(lines_of(file))


@every_golden
def test_nothing_else_is_changed(file):
    """But for names, ids, times and the links of the chain, each record is what it was."""

    def kept(lines):
        log = read_log(lines)
        told = [msgspec.to_builtins(record) for record in log.records]
        for record in told:
            for part in (record["data"], record.get("cause", {}).get("args", {})):
                part.pop("game_id", None)
                if record["type"] == "SeatTaken":
                    del part["name"]
            for key in ("at", "hash", "prev"):
                del record[key]
            for key in ("by", "id") if "cause" in record else ():
                del record["cause"][key]
        return told, log.reveal

    assert kept(scrubbed(lines_of(file))) == kept(lines_of(file))


@every_golden
def test_scrubbing_again_changes_nothing(file):
    """The same file gives the same bytes, and a scrubbed one gives itself."""
    once = scrubbed(lines_of(file))

    assert scrubbed(lines_of(file)) == once
    assert scrubbed(once) == once


def test_the_same_person_keeps_the_same_pseudonym():
    """Who sits down twice is one climber both times, whoever asks twice one caller; others are others."""
    file = next(file for file in GOLDENS if b'"SeatLeft"' in file.read_bytes())
    old, new = (read_log(lines).records for lines in (lines_of(file), scrubbed(lines_of(file))))

    pairs = {
        (before.data["name"], after.data["name"])
        for before, after in zip(old, new, strict=True)
        if before.type == "SeatTaken"
    }
    asked = {
        (before.cause.by, after.cause.by) for before, after in zip(old, new, strict=True) if before.cause
    }

    for each in (pairs, asked):
        assert len({one for one, _ in each}) == len({other for _, other in each}) == len(each)
    assert "Climber 1" in {name for _, name in pairs}


def test_a_fork_does_not_tell_what_it_was_forked_from():
    """The game it names is another game of the same people."""
    records = [json.loads(line) for line in FINE]
    records[0]["data"]["forked_from"] = {"game_id": records[0]["data"]["deal"], "n": 7, "hash": "a" * 64}

    first = json.loads(scrubbed(chained(records))[0])

    assert "forked_from" not in first["data"]
    assert first["data"]["game_id"] == first["data"]["deal"]


def test_what_the_service_did_is_still_the_services():
    """A time-out is nobody's, so `service` stays."""
    file = REPLAYS / "everest1924" / "timed-out.replay.jsonl"
    causes = [record.cause for record in read_log(scrubbed(lines_of(file))).records if record.cause]

    assert {cause.by for cause in causes if cause.command == "TimeOutTurn"} == {"service"}


def test_a_fault_of_the_rules_stays_the_fault_it_was():
    """A file that breaks the rules can be shown to others as well."""
    records = [json.loads(line) for line in FINE]
    scored = next(i for i, each in enumerate(records) if each["type"] == "ExpeditionScored")
    records[scored]["data"]["score"] += 1
    bad = chained(records)

    before, after = (audit(lines, verify=verify) for lines in (bad, scrubbed(bad)))

    assert (after.code, after.line, after.expected) == ("WRONG_EVENT", scored + 1, before.expected)


def test_a_running_game_is_refused():
    """Without the seal nothing would tell that the file is whole."""
    lines = lines_of(EXAMPLE)
    log = read_log(lines)

    with pytest.raises(NotClosed):
        scrub(msgspec.structs.replace(log, records=log.records[:-1]))


def test_a_scrubbed_game_differs_in_its_names_and_in_nothing_else_of_the_game():
    """What a comparison counts as the game is the same but for who sits down."""
    found = compare(read_log(lines_of(EXAMPLE)).records, read_log(scrubbed(lines_of(EXAMPLE))).records)

    assert [each.path for each in found.differences] == ["cause.args.name", "data.name"]
