"""`summitbook keys`: looking after the key folder."""

import pytest
from command import summitbook

from summitbook_service.keys import KINDS, Keys


@pytest.fixture
def data(tmp_path):
    Keys.open(tmp_path / "keys", token_hours=1)
    return tmp_path


def files(data, kind):
    return sorted(path.stem for path in (data / "keys" / kind).iterdir())


def test_status_names_every_key_and_shows_none(data):
    """Each key is listed by its name with what it does; nothing of a key is shown."""
    shown = summitbook("keys", "status", "--data", data).out

    for kind in KINDS:
        (name,) = files(data, kind)
        assert [kind, name, "makes"] in [line.split() for line in shown.splitlines()]
        assert (data / "keys" / kind / f"{name}.key").read_text().strip()[:8] not in shown


@pytest.mark.parametrize("kind", KINDS)
def test_rotate_adds_a_key_that_makes_in_a_minute(data, kind):
    """The new key is there beside the old one, which makes until then; other rings are left alone."""
    before = {each: files(data, each) for each in KINDS}
    ran = summitbook("keys", "rotate", kind, SUMMITBOOK_DATA=str(data))

    assert ran.status == 0
    old, new = files(data, kind)
    shown = summitbook("keys", "status", "--keys", data / "keys").out
    assert [kind, old, "makes"] in [line.split() for line in shown.splitlines()]
    assert f"{new}  makes from 2" in shown
    assert {each: files(data, each) for each in KINDS if each != kind} == {
        each: names for each, names in before.items() if each != kind
    }


def test_revoke_leaves_one_new_token_key(data):
    """The older token keys are gone, the one that was to come too, and the other rings are as they were."""
    summitbook("keys", "rotate", "token", "--data", data)
    before = files(data, "token")
    ran = summitbook("keys", "revoke", "--data", data)

    assert ran.status == 0
    (new,) = files(data, "token")
    assert new not in before
    assert [len(files(data, kind)) for kind in KINDS] == [1, 1, 1]


@pytest.mark.parametrize("words", [("status",), ("rotate", "master"), ("revoke",)])
def test_a_folder_without_keys_is_told(tmp_path, words):
    """Where there are no keys, none are made: the folder is not the one that was meant."""
    ran = summitbook("keys", *words, "--data", tmp_path)

    assert (ran.status, ran.out) == (1, "")
    assert "NO_KEYS" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("rotate", "token"), ("revoke",)])
def test_a_ring_of_the_environment_is_not_changed_in_the_folder(data, words):
    """The service does not look there, so nothing would be void that is said to be."""
    before = files(data, "token")
    ran = summitbook("keys", *words, "--data", data, SUMMITBOOK_TOKEN_KEYS="ab" * 32)

    assert (ran.status, ran.out) == (1, "")
    assert "KEYS_IN_ENVIRONMENT" in ran.err
    assert "abab" not in ran.err
    assert files(data, "token") == before


def test_a_key_that_is_none_is_told(data):
    """A broken key file is named, and what it holds is not."""
    (data / "keys" / "token" / "odd.key").write_text("feed" * 15)
    ran = summitbook("keys", "status", "--data", data)

    assert ran.status == 1
    assert "odd.key" in ran.err
    assert "feedfeed" not in ran.err
