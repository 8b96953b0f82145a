"""The ids of a game's commands."""

from random import Random

import pytest

from summitbook_service.command_ids import CommandIds


@pytest.mark.parametrize("shared", [0, 8, 15], ids="{} bytes shared".format)
def test_every_id_is_found_and_no_other(shared):
    """Of many ids, also such as hardly differ, each one's first record is found, and none of any other."""
    luck, ids = Random(1924), CommandIds()
    keys = {bytes(shared) + luck.randbytes(16 - shared) for _ in range(200)}
    firsts = {key: 1 + number for number, key in enumerate(luck.sample(sorted(keys), len(keys)))}
    for key, first in firsts.items():
        assert ids.get(key) is None
        ids[key] = first

    assert {key: ids.get(key) for key in keys} == firsts
    assert len(ids) == len(keys)
    others = {bytes(shared) + luck.randbytes(16 - shared) for _ in range(200)} - keys
    assert {ids.get(key) for key in (*others, bytes(16), b"\xff" * 16) if key not in keys} <= {None}


def test_a_copy_goes_its_own_way():
    """What is added to a copy is in the copy alone."""
    ids = CommandIds()
    ids[bytes(16)] = 1
    copied = ids.copy()
    copied[b"x" * 16] = 2

    assert (copied.get(bytes(16)), copied.get(b"x" * 16)) == (1, 2)
    assert ids.get(b"x" * 16) is None


def test_what_comes_after_a_record_is_forgotten():
    """The ids of later commands are gone, and those of earlier ones stay, in whatever order they came."""
    ids, luck = CommandIds(), Random(1924)
    keys = [luck.randbytes(16) for _ in range(50)]
    for first, key in enumerate(keys, 1):
        ids[key] = first
    ids.forget_after(30)

    assert [ids.get(key) for key in keys] == [*range(1, 31), *[None] * 20]
    assert len(ids) == 30
