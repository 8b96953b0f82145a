"""docs/replay-format.md, "Checking a file": whatever single thing is changed in a game, it is caught."""

from collections import Counter

import pytest

from summitbook_domain.replay import Report

from . import trial as trying
from .evidence import files, mended, read
from .expecting import PASSER_BY, PLAYER, REFEREE
from .trial import judge, trials

CHANGES = 2
"""Of each file; `make tamper` makes 200."""
SEALED = [read(path) for path in files()]


@pytest.mark.parametrize("evidence", SEALED, ids=lambda each: each.name)
def test_a_sound_file_is_sound_to_the_script_too(evidence):
    """Hashed anew without the project's code it is the same file, and nobody is told of a fault."""
    assert mended(evidence.records) == evidence.lines


@pytest.mark.parametrize("evidence", SEALED, ids=lambda each: each.name)
def test_every_change_is_caught_as_the_page_says(evidence):
    """By level, code and line; and what only a seal or a receipt can catch, by whoever has one."""
    caught = Counter()

    missed = [miss for trial in trials(evidence, 0, CHANGES) for miss in judge(evidence, trial, caught)]

    assert missed == []
    assert caught.total() == CHANGES


def test_the_same_seed_makes_the_same_changes():
    """So that a change that was missed can be made again."""
    one, same, other = ([each.lines for each in trials(SEALED[0], seed, 20)] for seed in (1, 1, 2))

    assert one == same != other


def test_every_kind_of_change_is_among_them():
    """Fields, lines, ends and spellings; hashes mended or not; the seal kept, dropped or a stranger's."""
    some = [*SEALED[::9], *(each for each in SEALED if each.reveal)]
    told = [each.what for evidence in some for each in trials(evidence, 0, 100)]

    for word in (
        *("another value", "another type", "gone", "one more", "dropped", "doubled", "swapped", "cut after"),
        *(
            "cut within",
            "written as",
            "the name everywhere",
            "mended",
            "as they were",
            "the reveal",
            "the seal",
        ),
        *("seal kept", "seal dropped", "seal a stranger's"),
    ):
        assert any(word in what for what in told), word


def test_an_audit_that_sees_nothing_is_seen(monkeypatch):
    """The script can fail: were everything fine to an audit, most changes would be missed by everyone."""
    monkeypatch.setattr(trying, "audit", lambda _, **__: Report(level="rules"))

    missed = [miss for trial in trials(SEALED[0], 0, 40) for miss in judge(SEALED[0], trial, Counter())]

    assert {miss.asker for miss in missed} == {REFEREE, PLAYER, PASSER_BY}


def test_what_only_some_can_tell_is_not_told_to_others(monkeypatch):
    """The script can fail the other way too: a fault found where nobody could know of one is wrong."""
    found = Report(level="dice", fails="rules", code="WRONG_EVENT", line=2)
    monkeypatch.setattr(trying, "audit", lambda _, **__: found)
    (renamed,) = [
        each for each in trials(SEALED[0], 0, 400) if "everywhere, hashes mended, seal d" in each.what
    ][:1]

    assert {miss.asker for miss in judge(SEALED[0], renamed, Counter())} == {REFEREE, PLAYER, PASSER_BY}
