"""docs/replay-format.md, "Checking a file". The quick way of an audit: the game told again, byte for byte."""

import copy
import hashlib
import json
from contextlib import suppress
from functools import reduce
from operator import getitem

import pytest
from hypothesis import given as hypothetically
from hypothesis import strategies as st
from msgspec import inspect
from tampering import FINE, RECORDS, ROLLED, SEED, chained, changed, sealed, with_data
from whole_games import ALL, golden_lines, name_of

from summitbook_domain import canonical
from summitbook_domain.canonical import LARGEST
from summitbook_domain.record import Head
from summitbook_domain.replay import audit
from summitbook_domain.replay.chain import Chain
from summitbook_domain.replay.piecewise import Piecewise
from summitbook_domain.replay.retelling import Retelling
from summitbook_domain.table.commands import COMMANDS, CreateGame
from summitbook_domain.table.events import EVENTS, GameCreated
from summitbook_service.keys import verify


@pytest.fixture
def retold(monkeypatch):
    """Every line that a quick way takes."""
    taken = []

    def counting(take):
        def counted(self, raw):
            told = take(self, raw)
            taken.extend([raw] * told)
            return told

        return counted

    for quick in (Retelling, Piecewise):
        monkeypatch.setattr(quick, "take", counting(quick.take))
    return taken


def closely(lines, **asked):
    """The verdict of one who looks at every line closely, takes nothing as told, and has no quick glance."""
    with pytest.MonkeyPatch.context() as slowly:
        for quick in (Retelling, Piecewise):
            slowly.setattr(quick, "take", lambda *_: False)
        slowly.setattr(Chain, "_plainly_right", lambda *_: None)
        return audit(lines, verify=verify, **asked)


@pytest.mark.parametrize("level", ["dice", "rules"])
@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_a_file_is_told_again_or_looked_at_line_by_line_with_one_verdict(game, level, retold):
    """Where the seed is out, every record after the first is told again; looked at, it is right as well."""
    for lines in golden_lines(game).values():
        quick = audit(lines, verify=verify, level=level)
        revealed = quick.level == level
        rest = [line for line in lines[1:] if b'"type":' in line and revealed]
        assert retold == rest or level == "dice"
        assert len(retold) >= 0.8 * len(rest)  # so many digits may stand in a salt or an id
        retold.clear()
        assert closely(lines, level=level) == quick


@pytest.mark.parametrize("garbage", [b"[" * 100_000, b'{"a":' * 100_000, b"9" * 5_000, b'"\xff"', b""])
@pytest.mark.parametrize(
    "field", [b'"x":', b'"data":', b'"at":', b'"cause":', b'"cause":{"args":'], ids=bytes.decode
)
def test_garbage_in_place_of_a_record_is_told_of_and_breaks_nothing(field, garbage):
    """Whatever a line holds, however deep, the verdict is that it has no form."""
    lines = list(chained(RECORDS))
    lines[ROLLED] = b'{"at":"2026-01-01T00:00:00.000000Z",' * (field != b'"at":') + field + garbage + b"\n"

    report = audit(lines, verify=verify)

    assert audit(lines, verify=verify, level="dice") == report
    assert (report.level, report.code, report.line) == (None, "BAD_FORMAT", ROLLED + 1)


@pytest.mark.parametrize(
    "records",
    [
        with_data(ROLLED, values=[6, 6, 6]),
        with_data(ROLLED, values=[2**53]),
        changed(ROLLED, at="2026-02-31T00:00:00.000000Z"),
        changed(ROLLED, cause={**RECORDS[ROLLED]["cause"], "seat": 2**60}),
        changed(ROLLED, cause={**RECORDS[ROLLED]["cause"], "args": {"n": 2**60}}),
        RECORDS[:-1],
    ],
    ids=["another roll", "no side", "no date", "no seat", "no number", "no end"],
)
def test_what_cannot_be_told_again_is_looked_at_closely(records):
    """The verdict on a file with a fault is that of the levels, whatever was told again before."""
    lines = chained(records)
    found = audit(lines, verify=verify)

    assert found.fails
    assert closely(lines) == found
    assert closely(lines, level="dice") == audit(lines, verify=verify, level="dice")


@pytest.mark.parametrize(
    "options", [{"x": 1.5}, {"x": 2**60}, {"ü": 1}, reduce(lambda deep, _: {"x": deep}, range(70), 1)]
)
def test_a_command_whose_fields_may_be_anything_is_looked_at_closely(options):
    """A CreateGame carries its options as they were sent; nothing in them passes that no record may hold."""
    args = {**RECORDS[0]["cause"]["args"], "options": options}
    made = {"args": args, "by": "host", "command": "CreateGame", "id": "c", "seat": None}
    lines = chained(changed(ROLLED, cause=made))

    for level in ("chain", "dice", "rules"):
        assert audit(lines, verify=verify, level=level) == closely(lines, level=level)
        assert audit(lines, verify=verify, level=level).code == "BAD_FORMAT"


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_no_other_event_or_command_has_fields_that_may_be_anything(game):
    """What is decoded by its type and comes out the same holds nothing that canonical data never does."""
    kinds = {*EVENTS, *COMMANDS, *game.events, *game.commands} - {GameCreated, CreateGame}
    loose = inspect.AnyType, inspect.FloatType, inspect.DictType, inspect.RawType
    for told in inspect.multi_type_info(kinds):
        assert not any(isinstance(each, loose) for each in parts(told))


@pytest.mark.parametrize("game", ALL, ids=name_of)
def test_no_other_event_has_an_integer_of_more_than_53_bits(game):
    """What reads an event knows how large integers may be, so that nobody need look for the digits."""
    for told in inspect.multi_type_info({*EVENTS, *game.events} - {GameCreated}):
        for integer in parts(told):
            if isinstance(integer, inspect.IntType):
                assert (integer.ge, integer.le) == (-LARGEST, LARGEST), told.cls


@pytest.mark.parametrize(
    "front",
    [
        b"%(data)b",
        b'{"data":%(data)b',
        b'{"cause":%(cause)b,"data":%(data)b',
        b'{"at":%(at)b,"cause":%(cause)b',
        b'{"at":%(at)b,"cause":,"data":%(data)b',
        b'{"at":%(at)b',
        b"",
    ],
)
@pytest.mark.parametrize("index", [1, ROLLED])
def test_a_line_that_lacks_a_piece_is_looked_at_closely(front, index, retold):
    """Each piece that is left may be right, and the hash that of them all: it is no record."""
    record = RECORDS[index]
    front %= {name.encode(): canonical.encode(record[name]) for name in ("at", "cause", "data")}
    prev, kind = json.loads(FINE[index - 1])["hash"].encode(), record["type"].encode()
    back = b'"n":%d,"prev":"%b","type":"%b"}' % (index + 1, prev, kind)
    digest = hashlib.sha256(b"%b,%b" % (front, back)).hexdigest().encode()
    lines = [*FINE[:index], b'%b,"hash":"%b",%b\n' % (front, digest, back), *FINE[index + 1 :]]

    report = audit(lines, verify=verify, level="dice")

    assert lines[index] not in retold
    assert report == closely(lines, level="dice")
    assert (report.code, report.line) == ("BAD_FORMAT", index + 1)


def parts(kind):
    """A type and all that it is made of."""
    inside = [
        getattr(kind, name) for name in ("type", "item_type", "key_type", "value_type") if hasattr(kind, name)
    ]
    inside += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
    inside += [field.type for field in getattr(kind, "fields", ())]
    return [kind, *(part for each in inside for part in parts(each))]


def test_behind_a_line_that_cannot_be_told_the_telling_goes_on(retold):
    """So many digits might be a number that no record holds: that line is looked at, the next is told."""
    taken = copy.deepcopy(RECORDS[1])
    taken["data"]["salt"] = taken["cause"]["args"]["salt"] = "01234567890123456789"
    cancelled = {"args": {}, "by": "host", "command": "CancelGame", "id": "c", "seat": None}
    closed = {**RECORDS[-1], "cause": cancelled, "data": {"outcome": "cancelled", "seed": SEED}}
    lines = chained([RECORDS[0], taken, *RECORDS[2:ROLLED], closed])

    assert audit(lines, verify=verify) == closely(lines)
    assert audit(lines, verify=verify).level == "rules"
    assert retold == lines[2:] * 2


SHORT = [lines for game in ALL for lines in golden_lines(game).values() if len(lines) < 60]
"""Golden replays of each game."""
HEADS = st.lists(st.builds(Head, st.integers(0, 9), st.just("ab" * 32)), max_size=1)


def leaves(value, path=()):
    """The paths to every value inside."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(leaf for key, item in inside for leaf in leaves(item, (*path, key)))]


@hypothetically(st.data())
def test_a_changed_record_gets_one_verdict_either_way(data):
    """Whatever stands where in a mended log, at whatever level, told or looked at: one report."""
    plain = st.none() | st.booleans() | st.integers(-2, 2**53) | st.floats() | st.text(max_size=4)
    lines = data.draw(st.sampled_from(SHORT), label="file")
    records = [json.loads(line) for line in lines if b'"type"' in line]
    record = data.draw(st.sampled_from(records), label="record")
    *path, last = data.draw(st.sampled_from(leaves(record)[1:]), label="place")
    reduce(getitem, path, record)[last] = data.draw(plain, label="becomes")
    asked = {
        "level": data.draw(st.sampled_from(["chain", "dice", "rules"]), label="level"),
        "heads": data.draw(HEADS, label="heads"),
    }

    with suppress(UnicodeEncodeError):  # a lone surrogate is in no file
        changed = chained(records)
        assert audit(changed, verify=verify, **asked) == closely(changed, **asked)


@hypothetically(st.data())
def test_records_in_another_order_get_one_verdict_either_way(data):
    """Left out, doubled, moved, behind the end too, in a mended log: told or looked at, one report."""
    lines = data.draw(st.sampled_from(SHORT), label="file")
    records = [json.loads(line) for line in lines if b'"type"' in line]
    order = list(range(len(records)))
    start = data.draw(st.integers(0, len(order)), label="from")
    order[start : start + 2] = data.draw(st.lists(st.sampled_from(order), max_size=4), label="become")
    changed = chained(records[each] for each in order)
    level = data.draw(st.sampled_from(["dice", "rules"]), label="level")

    assert audit(changed, verify=verify, level=level) == closely(changed, level=level)


@pytest.mark.parametrize("level", ["chain", "seal", "dice", "rules"])
@pytest.mark.parametrize("more", [RECORDS[-1:], (RECORDS[ROLLED], RECORDS[-1]), RECORDS], ids=len)
@pytest.mark.parametrize("seal", [list, sealed])
def test_no_record_stands_behind_the_end_of_a_game(level, more, seal):
    """However right they are in themselves, hashed, drawn and sealed, no more records follow GameClosed."""
    report = audit(seal(chained([*RECORDS, *more])), verify=verify, level=level)

    assert (report.level, report.code, report.line) == (None, "AFTER_CLOSE", len(RECORDS) + 1)


@hypothetically(st.data())
def test_changed_bytes_get_one_verdict_either_way(data):
    """Whatever bytes stand in place of others, or lines of other files among them: one report."""
    lines = list(data.draw(st.sampled_from(SHORT), label="file"))
    at = data.draw(st.integers(0, len(lines) - 1), label="line")
    start = data.draw(st.integers(0, len(lines[at]) - 1), label="from")
    end = data.draw(st.integers(start, min(start + 9, len(lines[at]))), label="to")
    put = data.draw(
        st.binary(max_size=3) | st.sampled_from([b" ", b".0", b"e0", b"\\u0061"]), label="becomes"
    )
    lines[at : at + 1] = data.draw(
        st.just([lines[at][:start] + put + lines[at][end:]]) | st.lists(st.sampled_from(lines), max_size=2),
        label="lines",
    )
    level = data.draw(st.sampled_from(["dice", "rules"]), label="level")

    assert audit(lines, verify=verify, level=level) == closely(lines, level=level)
