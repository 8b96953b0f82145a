"""Rows and look-ups of a tournament's state, held against tuples and dicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from summitbook_domain.tournament.sharing import WIDTH, Index, Row

FULL = WIDTH**2
LENGTHS = st.sampled_from([0, 1, WIDTH - 1, WIDTH, WIDTH + 1, FULL - 1, FULL, FULL + 1, 2 * FULL])


@given(LENGTHS, st.data())
def test_a_row_is_what_a_tuple_would_be(length, data):
    """Item for item, from either end and in slices; one that grew from it leaves it as it was."""
    row, same = Row.of(*range(length)), tuple(range(length))
    grown = row.and_("more")
    if length:
        at = data.draw(st.integers(0, length - 1))
        changed = row.but(at, "other")
        assert tuple(changed) == (*same[:at], "other", *same[at + 1 :])
        assert (row[at], row[at - length]) == (at, at)
    assert (tuple(row), len(row), tuple(grown)) == (same, length, (*same, "more"))
    assert row[1:-1] == same[1:-1]
    assert row == Row.of(*range(length))
    assert row != grown


@pytest.mark.parametrize("at", [3, -4, 100])
def test_a_row_has_no_more_than_it_has(at):
    """What is past its ends is an IndexError."""
    row = Row.of(0, 1, 2)
    with pytest.raises(IndexError):
        row[at]
    with pytest.raises(IndexError):
        row.but(at, 0)


@given(st.lists(st.integers(1, 9)))
def test_a_look_up_finds_what_a_dict_would(sizes):
    """However much is added at once; it has few tables, and leaves the one it grew from as it was."""
    index, every = Index(), {}
    for number, size in enumerate(sizes):
        items = {(number, each): each for each in range(size)}
        before, index = index, index.and_(items)
        assert before.get((number, 0)) is None
        every |= items
    assert all(index.get(key) == value for key, value in every.items())
    assert index == Index().and_(every) or not every
    assert len(index._tables) <= max(1, len(every).bit_length())
