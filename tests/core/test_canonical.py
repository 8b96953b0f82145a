"""docs/replay-format.md, "Canonical form": one way to write a value, and what is none."""

import hashlib
import json
from contextlib import suppress

import pytest
from hypothesis import given as hypothetically
from hypothesis import strategies as st

from summitbook_domain import canonical
from summitbook_domain.canonical import LARGEST, BadFormat, NotCanonical, decode, encode

text = st.text(st.characters(exclude_categories=("Cs",)))
keys = st.text(st.characters(max_codepoint=127))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@hypothetically(values)
def test_what_is_written_is_read_back(value):
    """Encoding and decoding give the value and the bytes back."""
    assert decode(encode(value)) == value
    assert encode(decode(encode(value))) == encode(value)


@hypothetically(values)
def test_the_form_is_that_of_rfc_8785(value):
    """Sorted keys, no spaces and needful escapes only, as Python's own encoder can be told to write."""
    plain = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert encode(value) == plain.encode("utf-8")


@hypothetically(values)
def test_any_other_way_to_write_a_value_is_not_canonical(value):
    """Spaces, or escapes that are not needed, are NotCanonical, and the value is still told."""
    for other in (json.dumps(value, indent=1), json.dumps(value) + " ", "\t" + json.dumps(value)):
        if other.encode() != encode(value):
            with pytest.raises(NotCanonical) as error:
                decode(other.encode())
            assert error.value.value == value


@hypothetically(st.binary(max_size=40))
def test_nothing_but_the_two_errors_is_raised(line):
    """Whatever the bytes, reading them gives a value, BadFormat or NotCanonical."""
    try:
        value = decode(line)
    except (BadFormat, NotCanonical):
        return
    assert encode(value) == line


@pytest.mark.parametrize(
    "line",
    [
        b"1.5",
        b"1.0",
        b"-0.0",
        b"1e3",
        b"1E3",
        b'{"a":[0.5]}',
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"9007199254740992",
        b"-9007199254740992",
        b"18446744073709551616",
        b"1" * 400,
        b"1" * 5000,
        b'{"a":1,"a":1}',
        b'{"a":1,"a":2}',
        b'[{"b":{"a":1,"a":1}}]',
        b'{"a":1,"\\u0061":1}',
        b'"\\ud800"',
        b'"\\udc00\\ud800"',
        b'{"a":"x\\udfff"}',
        b'{"\\ud800":1}',
        '{"é":1}'.encode(),
        b'{"\\u00e9":1}',
        b"",
        b" ",
        b"{",
        b'{"a":1,}',
        b"[1,]",
        b"nul",
        b"True",
        b"'a'",
        b'"\x00"',
        b'"a\nb"',
        b'"\xff"',
        b"\xef\xbb\xbf1",
        b"1 2",
        b"01",
        b"+1",
        b"\x00",
    ],
    ids=lambda line: f"{line[:20]!r}, {len(line)} bytes",
)
def test_what_canonical_data_never_holds_is_bad_format(line):
    """A float, more than 53 bits, a repeated or non-ASCII key, a lone surrogate, or no JSON at all."""
    with pytest.raises(BadFormat):
        decode(line)


@pytest.mark.parametrize(
    "line",
    [
        b"-0",
        b'{"b":1,"a":1}',
        b'{"a": 1}',
        b"[1, 2]",
        b"1\n",
        b'"\\/"',
        b'"\\u0041"',
        b'"\\u001F"',
        b'"\\u0008"',
        b'"\\u007f"',
        b'"\\u00e9"',
        b'"\\ud83c\\udfd4"',
    ],
    ids=repr,
)
def test_another_way_to_write_a_good_value_is_not_canonical(line):
    """Order, spaces, needless escapes and a minus before nought are told apart from bad values."""
    with pytest.raises(NotCanonical):
        decode(line)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b"9007199254740991", LARGEST),
        (b"-9007199254740991", -LARGEST),
        ('"\U0001f3d4\x7f\u2028"'.encode(), "\U0001f3d4\x7f\u2028"),
        (b'"\\b\\t\\n\\f\\r\\"\\\\/\\u0000\\u001f"', '\b\t\n\f\r"\\/\0\x1f'),
        (b'{"":0,"A":1,"_":2,"a":3}', {"": 0, "A": 1, "_": 2, "a": 3}),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_the_edges_that_are_canonical(line, value):
    """53 bits, raw letters beyond ASCII, the short escapes, and keys in the order of their codes."""
    assert decode(line) == value
    assert encode(value) == line


@pytest.mark.parametrize("shape", [(b"[", b"]"), (b'{"a":', b"}")], ids=["lists", "objects"])
@pytest.mark.parametrize("depth", [900, 1000, 1100, 3000, 100_000])
def test_however_deep_a_line_is_nested_it_is_read_or_refused(shape, depth):
    """A line nested out of all reason is BadFormat; it never takes the reader down."""
    line = shape[0] * depth + b"1" + shape[1] * depth
    with suppress(BadFormat):
        assert encode(decode(line)) == line


def test_fifty_levels_are_nothing():
    """Data as deep as any log needs is read."""
    line = b'{"a":[' * 25 + b"1" + b"]}" * 25
    assert encode(decode(line)) == line


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), 2**53, b"a", (1,), {1}, {"a": [0.5]}, {"é": 1}, "\ud800"], ids=repr
)
def test_plain_values_are_checked_too(value):
    """What comes from elsewhere, such as a content file, is held to the same rules."""
    with pytest.raises(BadFormat):
        canonical.check(value)


def test_the_hash_of_a_value_is_that_of_its_canonical_form():
    """Two ways to write one value have one hash."""
    assert canonical.sha256_of({"b": 1, "a": [None]}) == hashlib.sha256(b'{"a":[null],"b":1}').hexdigest()
