"""docs/replay-format.md, "Checking a file". Level chain: every line as it must be, and the file whole."""

import hashlib
import json
from pathlib import Path

import pytest
from tampering import FINE, LAST, RECORDS, SEED, chained, changed, sealed, verdict, with_data

from summitbook_domain import canonical
from summitbook_domain.record import Head
from summitbook_domain.replay import Reveal
from summitbook_domain.replay.tail import reveal_line

SHARED_DEAL = Path(__file__).parents[3] / "replays" / "everest1924" / "shared-deal.replay.jsonl"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\n", "BAD_FORMAT"),
        (b"garbage\n", "BAD_FORMAT"),
        (b"\xff\n", "BAD_FORMAT"),
        (b"[]\n", "BAD_FORMAT"),
        (b"{}\n", "BAD_FORMAT"),
        (FINE[5].replace(b'"n":6', b'"n":6.0'), "BAD_FORMAT"),
        (FINE[5].replace(b'"n":6', b'"n":9007199254740992'), "BAD_FORMAT"),
        (FINE[5].replace(b'"n":6', b'"n":6,"n":6'), "BAD_FORMAT"),
        (FINE[5].replace(b'{"at"', b'{"at":"x","at"'), "BAD_FORMAT"),
        (FINE[5].replace(b'"n":6', b'"n": 6'), "NOT_CANONICAL"),
        (FINE[5].replace(b"\n", b"\r\n"), "NOT_CANONICAL"),
        (FINE[5].replace(b'"n":6', b'"n":7'), "GAP"),
        (FINE[5].replace(b'"n":6', b'"n":5'), "GAP"),
        (FINE[4], "GAP"),
        (FINE[6], "GAP"),
        (FINE[5].replace(b'"player-0"', b'"player-1"'), "BROKEN_CHAIN"),
    ],
    ids=ascii,
)
def test_a_line_that_is_not_as_it_must_be(line, code):
    """The sixth line is taken for what is wrong with it first, and named; no level holds."""
    assert line != FINE[5]
    assert verdict([*FINE[:5], line, *FINE[6:]]) == (None, code, 6)


def test_prev_must_be_the_hash_before():
    """A record with a right hash of its own over a wrong `prev` breaks the chain."""
    body = {**json.loads(FINE[5]), "prev": "ab" * 32}
    body["hash"] = hashlib.sha256(
        canonical.encode({key: value for key, value in body.items() if key != "hash"})
    ).hexdigest()

    assert verdict([*FINE[:5], canonical.encode(body) + b"\n", *FINE[6:]]) == (None, "BROKEN_CHAIN", 6)


@pytest.mark.parametrize(
    ("records", "line"),
    [
        (RECORDS[1:], 1),
        ([*RECORDS[:3], RECORDS[0], *RECORDS[3:]], 4),
        (with_data(0, format="summitbook-replay/2"), 1),
        (with_data(0, seats="1"), 1),
        (with_data(0, colour="red"), 1),
        (with_data(0, deal="no uuid"), 1),
        (with_data(0, seed_source="dice"), 1),
        (with_data(1, seat=None), 2),
        (with_data(-1, seed="short"), LAST),
    ],
    ids=["no GameCreated", "two GameCreated", "format", "type", "extra", "uuid", "word", "seat", "seed"],
)
def test_events_common_to_all_games_have_their_shape(records, line):
    """GameCreated is the first record and no other; the fields of common events are part of the format."""
    assert verdict(chained(records)) == (None, "BAD_FORMAT", line)


EVERY_COMMON_FIELD = [
    (at, key) for at in (0, 1, -1) for key in RECORDS[at]["data"]
]  # of GameCreated, SeatTaken and GameClosed


@pytest.mark.parametrize(("at", "key"), EVERY_COMMON_FIELD, ids=str)
def test_a_common_event_has_all_its_fields(at, key):
    """A field of `GameCreated`, `SeatTaken` or `GameClosed` left out is BAD_FORMAT: a log has no defaults."""
    data = {name: value for name, value in RECORDS[at]["data"].items() if name != key}

    assert verdict(chained(changed(at, data=data))) == (None, "BAD_FORMAT", at % LAST + 1)


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([], 0),
        (FINE[:-1], LAST - 1),
        (FINE[:3], 3),
        ([*FINE[:-1], FINE[-1][:-1]], LAST),
        ([*FINE[:-1], FINE[-1][:40]], LAST),
        ([*FINE[:4], FINE[4][:-1]], 5),
    ],
    ids=["empty", "no close", "start only", "no line feed", "half a line", "cut in the middle"],
)
def test_a_file_that_is_not_whole(lines, line):
    """Without its last line feed, or its end, a file is TRUNCATED in its last line."""
    assert verdict(lines) == (None, "TRUNCATED", line)


def test_a_seal_says_how_many_records_there_must_be():
    """Fewer records than the seal says are TRUNCATED."""
    short = [*FINE[:-1], sealed(FINE)[-1]]

    assert verdict(short) == (None, "TRUNCATED", LAST)


@pytest.mark.parametrize(
    "behind",
    [b"garbage\n", b"\xff\n", FINE[-1], FINE[0], b"{}\n", b"\n"],
    ids=["garbage", "no text", "again", "another game", "empty object", "empty line"],
)
@pytest.mark.parametrize("whole", [FINE, sealed(FINE)], ids=["unsealed", "sealed"])
def test_nothing_follows_the_end(whole, behind):
    """Whatever stands behind GameClosed or the seal, be it garbage, is AFTER_CLOSE."""
    assert verdict([*whole, behind]) == (None, "AFTER_CLOSE", len(whole) + 1)


def test_reveal_and_seal_come_once_and_in_order():
    """Two seals, a reveal behind a seal, two reveals, a reveal before the close: AFTER_CLOSE."""
    shared = SHARED_DEAL.read_bytes().splitlines(keepends=True)
    reveal, seal = shared[-2:]

    for lines in ([*shared, seal], [*shared[:-2], seal, reveal], [*shared[:-1], reveal]):
        assert verdict(lines) == (None, "AFTER_CLOSE", len(lines))
    assert verdict([*shared[:4], reveal]) == (None, "AFTER_CLOSE", 5)


def test_only_a_shared_deal_is_revealed_behind_the_log():
    """Where GameClosed shows the seed, a reveal of the same seed is one line too many, under any seal."""
    reveal = reveal_line(Reveal(RECORDS[0]["data"]["deal"], SEED)) + b"\n"

    assert verdict([*FINE, reveal, sealed(FINE)[-1]]) == (None, "AFTER_CLOSE", LAST + 1)


@pytest.mark.parametrize(
    "tail",
    [
        b'{"seal":{}}\n',
        b'{"reveal":1}\n',
        b'{"reveal":{},"seal":{}}\n',
        b'{"seal":1.5}\n',
        b'{"seal":1,"seal":1}\n',
        b'{"seal":"\xff"}\n',
    ],
    ids=ascii,
)
def test_a_tail_has_its_shape(tail):
    """A reveal or a seal of the wrong shape is BAD_FORMAT."""
    assert verdict([*FINE, tail]) == (None, "BAD_FORMAT", LAST + 1)


def test_heads_kept_from_answers_must_be_in_the_log():
    """A receipt past the end is TRUNCATED; one of another log is BROKEN_CHAIN at its record."""
    heads = [Head(each["n"], each["hash"]) for each in map(json.loads, FINE)]

    assert verdict(FINE, heads=heads) == ("rules", None, None)
    assert verdict(FINE, heads=[Head(0, heads[6].hash)]) == ("rules", None, None)
    assert verdict(FINE, heads=[Head(LAST + 1, "ab" * 32)]) == (None, "TRUNCATED", LAST)
    assert verdict(FINE, heads=[Head(7, "ab" * 32)]) == (None, "BROKEN_CHAIN", 7)
    assert verdict(FINE, heads=[Head(0, "ab" * 32)]) == (None, "BROKEN_CHAIN", LAST)


@pytest.mark.parametrize("n", [7, 0])
def test_every_head_counts(n):
    """Of two receipts for one record both must hold, in whichever order they are given."""
    right, wrong = Head(n, json.loads(FINE[6])["hash"]), Head(n, "ab" * 32)

    for heads in ([right, wrong], [wrong, right]):
        assert verdict(FINE, heads=heads) == (None, "BROKEN_CHAIN", 7 if n else LAST)


@pytest.mark.parametrize("depth", [60, 64, 500, 980, 985, 990, 1000, 5000])
def test_deep_nesting_ends_in_a_verdict(depth):
    """However deep a value is nested, the audit answers; beyond 64 it is BAD_FORMAT."""
    nested = "[" * depth + "]" * depth
    line = FINE[5].replace(b'"args":{', b'"args":{"a":%b,' % nested.encode())

    assert line != FINE[5]
    assert verdict([*FINE[:5], line])[1:] == ("BROKEN_CHAIN" if depth < 61 else "BAD_FORMAT", 6)


@pytest.mark.parametrize(
    "at", ["2026-02-30T00:00:00.000000Z", "2026-04-31T00:00:00.000000Z", "0000-01-01T00:00:00.000000Z"]
)
def test_a_record_has_a_day_of_the_calendar(at):
    """A time on a day that no month has is BAD_FORMAT."""
    assert verdict(chained(changed(5, at=at))) == (None, "BAD_FORMAT", 6)
