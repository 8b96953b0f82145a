"""docs/replay-format.md, "A record": what a line holds, and that any change of it shows."""

import hashlib
import json

import pytest
from hypothesis import given as hypothetically
from hypothesis import strategies as st
from tables import AT, ask, started
from toy import FIRST, RACE, GiveIn

from summitbook_domain import canonical
from summitbook_domain.canonical import BadFormat
from summitbook_domain.record import START, Cause, Head, cause_of, hash_of, read, write
from summitbook_domain.replay import audit
from summitbook_domain.table.commands import TakeSeat
from summitbook_domain.table.events import SeatTaken

EVENT = SeatTaken(seat=0, name='Irvine "Sandy" \U0001f3d4', salt="00")
CAUSE = cause_of(TakeSeat(0, "Irvine"), seat=0, by="player-0", id="42")


def whole_game() -> list[bytes]:
    book = started(RACE, 2)
    ask(book, GiveIn(), FIRST)
    return [line + b"\n" for line in book.lines]


GAME = whole_game()


def no_seal(key: str, message: bytes, signature: bytes) -> bool:
    raise AssertionError("these games have no seal")


def audited(lines):
    return audit(lines, verify=no_seal, games={("race", 1): RACE})


def test_a_line_is_the_canonical_form_of_its_record():
    """A record is written once, in canonical form, whatever its event and its cause hold."""
    line, head = write(Head(6, "ab" * 32), AT, EVENT, CAUSE)
    record = {
        "at": AT,
        "cause": {
            "args": {"name": "Irvine", "salt": "", "seat": 0},
            "by": "player-0",
            "command": "TakeSeat",
            "id": "42",
            "seat": 0,
        },
        "data": {"name": EVENT.name, "salt": "00", "seat": 0},
        "n": 7,
        "prev": "ab" * 32,
        "type": "SeatTaken",
    }
    digest = hashlib.sha256(canonical.encode(record)).hexdigest()

    assert line == canonical.encode({**record, "hash": digest})
    assert head == Head(7, digest)


def test_a_record_without_a_cause_has_no_such_key():
    """Only the first event of a command says why it happened."""
    line, _ = write(START, AT, EVENT)

    assert list(json.loads(line)) == ["at", "data", "hash", "n", "prev", "type"]


def test_the_first_record_follows_64_zeros():
    """`prev` of record 1 is no hash but zeros."""
    line, head = write(START, AT, EVENT)

    assert (json.loads(line)["prev"], head.n) == ("0" * 64, 1)


def test_a_record_is_read_back():
    """Reading gives what was written, data still plain."""
    line, head = write(START, AT, EVENT, CAUSE)
    record = read(line)

    assert (record.at, record.n, record.type, record.cause) == (AT, 1, "SeatTaken", CAUSE)
    assert record.data == {"name": EVENT.name, "salt": "00", "seat": 0}
    assert record.hash == head.hash == hash_of(line, record)


def test_a_cause_has_defaults_written_out():
    """A field that was left out is recorded with the value it took."""
    args = {"name": "Irvine", "salt": "", "seat": 0}
    assert cause_of(TakeSeat(0, "Irvine"), seat=0, by="player-0", id="42") == Cause(
        args=args, by="player-0", command="TakeSeat", id="42", seat=0
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"at": "2026-11-29T20:00:00Z"},
        {"at": "2026-11-29T20:00:00.000000"},
        {"at": "2026-11-29 20:00:00.000000Z"},
        {"at": "2026-13-29T20:00:00.000000Z"},
        {"at": "2026-11-32T20:00:00.000000Z"},
        {"at": "2026-11-29T24:00:00.000000Z"},
        {"at": "2026-11-29T20:60:00.000000Z"},
        {"at": "2026-11-29T20:00:00.000000Z\n"},
        {"at": "\u0662026-11-29T20:00:00.000000Z"},
        {"at": 1},
        {"n": 0},
        {"n": -1},
        {"n": "1"},
        {"n": True},
        {"hash": "AB" * 32},
        {"hash": "ab" * 31},
        {"hash": "ab" * 32 + "\n"},
        {"prev": "ab" * 33},
        {"prev": None},
        {"type": None},
        {"data": []},
        {"data": None},
        {"cause": None},
        {"cause": {}},
        {"cause": {"args": {}, "by": "x", "command": "y", "id": "z"}},
        {"cause": {"args": {}, "by": "x", "command": "y", "id": "z", "seat": "0"}},
        {"cause": {"args": {}, "by": "x", "command": "y", "id": "z", "seat": 0, "why": ""}},
        {"extra": 1},
    ],
    ids=ascii,
)
def test_what_is_no_record_is_bad_format(changes):
    """A key too many or too few, or a value that is not of its kind, is BadFormat."""
    line, _ = write(START, AT, EVENT, CAUSE)

    with pytest.raises(BadFormat):
        read(canonical.encode({**json.loads(line), **changes}))


@pytest.mark.parametrize("missing", ["at", "data", "hash", "n", "prev", "type"])
def test_a_record_is_whole(missing):
    """Every key but the cause must be there."""
    line, _ = write(START, AT, EVENT, CAUSE)
    record = json.loads(line)
    del record[missing]

    with pytest.raises(BadFormat):
        read(canonical.encode(record))


def test_the_untouched_game_is_fine():
    """What is tampered with below is sound as it stands."""
    report = audited(GAME)

    assert (report.level, report.code) == ("rules", None)


@hypothetically(st.data())
def test_any_changed_byte_breaks_the_chain(data):
    """Whatever byte of whatever record is changed, not even the first level holds, and the line is told."""
    at = data.draw(st.integers(0, len(GAME) - 1), label="record")
    place = data.draw(st.integers(0, len(GAME[at]) - 1), label="byte")
    byte = data.draw(st.integers(0, 255).filter(lambda each: each != GAME[at][place]), label="becomes")
    line = GAME[at][:place] + bytes([byte]) + GAME[at][place + 1 :]

    report = audited([*GAME[:at], line, *GAME[at + 1 :]])

    assert report.level is None
    assert report.line == at + 1


@hypothetically(st.integers(0, len(GAME) - 1), st.integers(0, len(GAME) - 1))
def test_records_cannot_be_swapped(one, other):
    """Records out of their order are found at the first that is out of place."""
    lines = list(GAME)
    lines[one], lines[other] = lines[other], lines[one]
    report = audited(lines)

    assert (report.level, report.line) == (("rules", None) if one == other else (None, min(one, other) + 1))


@pytest.mark.parametrize("at", range(len(GAME)))
def test_no_record_can_be_taken_out_or_doubled(at):
    """A record that is missing or comes twice is found where it should have been, or comes again."""
    without = audited([*GAME[:at], *GAME[at + 1 :]])
    twice = audited([*GAME[: at + 1], *GAME[at:]])

    assert (without.level, twice.level) == (None, None)
    assert twice.line == at + 2
    assert without.line == min(at + 1, len(GAME) - 1)
