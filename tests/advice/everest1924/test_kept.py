"""Solutions kept on disk: docs/advice.md, "Kept"."""

import pytest
from sheets import STEEP, THREE_ROWS

from summitbook_advice.everest1924 import kept
from summitbook_advice.everest1924.optimum import optimum
from summitbook_advice.everest1924.solution import Walk, solve, solved_by


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SUMMITBOOK_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


@pytest.mark.parametrize("forgets", [False, True])
def test_what_was_kept_is_read_again(forgets):
    """Every position and every figure, to the last bit, and whether the route was forgotten."""
    found = solved_by(Walk(THREE_ROWS, forgets=forgets))

    assert kept.read(THREE_ROWS) is None
    kept.write(found)
    again = kept.read(THREE_ROWS)

    assert again.worths == found.worths
    assert (again.exact, again.game()) == (found.exact, found.game())


def test_another_sheet_is_another_file(folder):
    """A file is found by the hash of its sheet, and nothing else lies beside it."""
    paths = {kept.write(solve(sheet)) for sheet in (STEEP, THREE_ROWS)}

    assert paths == set(folder.iterdir())
    assert len(paths) == 2


@pytest.mark.parametrize("bad", ["empty", "cut short", "something else"])
def test_what_cannot_be_read_is_worked_out_again(bad):
    """A file that is empty, cut short or something else counts as none, and is written anew."""
    path = kept.write(solve(STEEP))
    good = path.read_bytes()
    path.write_bytes({"empty": b"", "cut short": good[:-1], "something else": b"\xff" + good}[bad])

    assert kept.read(STEEP) is None
    assert optimum(STEEP, lambda *_: None).file == str(path)
    assert path.read_bytes() == good


def test_what_is_kept_is_not_worked_out_again():
    """The second time there is no progress to tell of."""
    told = []
    first = optimum(STEEP, lambda *so_far: told.append(so_far))
    assert told

    told.clear()
    assert optimum(STEEP, lambda *so_far: told.append(so_far)) == first
    assert not told


def test_where_nothing_can_be_kept_it_is_solved_all_the_same(folder):
    """A file in the folder's place: the answer says that it is kept nowhere."""
    folder.write_text("in the way", encoding="utf-8")

    assert optimum(STEEP, lambda *_: None).file is None
