"""docs/audit.md, "Keys that were changed": what was sealed once stays checkable."""

import pytest
from command import summitbook

from summitbook.v1 import replay_service_pb2 as replays
from summitbook_service.cli.keys import rotate


async def keys_of(house):
    """The public keys that the service tells, the one that seals now first."""
    told = await house.replays.GetServerKey(replays.GetServerKeyRequest())
    return [key.hex() for key in (told.public_key, *told.older_public_keys)]


async def exported(house, path):
    """The file of a game that was just played and closed."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    path.write_bytes(await house.export(game_id))
    return path


def audited(file, *keys):
    words = [word for key in keys for word in ("--key", key)]
    (found,) = summitbook("replay", "audit", file, "--json", *words).json
    return found


async def warned_by_service(house, file):
    parts = iter([replays.AuditReplayRequest(lines=file.read_bytes())])
    report = (await house.replays.AuditReplay(parts)).report
    return [each.code for each in report.warnings]


@pytest.fixture
def at_once(monkeypatch):
    """New keys make from now on, and not from a minute later."""
    monkeypatch.setattr(rotate, "SECONDS", 0)


@pytest.fixture
async def rotated(house, tmp_path, at_once):
    """A service with a new signing key; a file sealed before and one sealed after."""
    before = await exported(house, tmp_path / "before.replay.jsonl")
    (old,) = await keys_of(house)
    assert summitbook("keys", "rotate", "signing", "--data", house.settings.data).status == 0
    await house.restart()
    after = await exported(house, tmp_path / "after.replay.jsonl")
    return house, old, before, after


async def test_old_seals_are_checked_with_the_keys_that_the_service_tells(rotated):
    """Both files hold with all its keys named, and each only with its own."""
    house, old, before, after = rotated
    new, *older = await keys_of(house)

    assert older == [old]
    for file in (before, after):
        found = audited(file, new, *older)
        assert (found["level"], found["sealed"], found["warnings"]) == ("rules", True, [])
    assert audited(before, new)["code"] == "UNKNOWN_KEY"
    assert audited(after, old)["code"] == "UNKNOWN_KEY"


async def test_the_service_knows_its_older_seals(rotated):
    """It warns of neither."""
    house, _, before, after = rotated

    assert await warned_by_service(house, before) == await warned_by_service(house, after) == []


async def test_a_seal_by_a_key_that_was_removed_is_of_an_unknown_key(rotated):
    """To the service and to whoever asks it for its keys; not to those who kept the old one."""
    house, old, before, _ = rotated
    oldest = min((house.settings.data / "keys" / "signing").glob("*.key"))
    oldest.unlink()
    await house.restart()

    (only,) = await keys_of(house)
    assert only != old
    assert await warned_by_service(house, before) == ["UNKNOWN_KEY"]
    assert (audited(before, only)["fails"], audited(before, only)["code"]) == ("seal", "UNKNOWN_KEY")
    assert audited(before, old)["level"] == "rules"
