"""docs/audit.md, "The same verdict from the service": AuditReplay says what the command says, of any file."""

import json
from itertools import islice
from pathlib import Path

import pytest
from command import summitbook
from house import House
from tamper.evidence import read
from tamper.trial import trials

from summitbook.v1 import replay_service_pb2 as replays

REPLAYS = Path(__file__).parents[2] / "replays"
EXAMPLES = REPLAYS.parent.parent / "shared" / "examples"
GOLDEN = sorted(REPLAYS.rglob("*.replay.jsonl"))
KEY = read(GOLDEN[0]).key
PART = 50_000
"""Bytes sent at once."""
TAMPERED = 12
"""Changes of one file of each game."""


async def asked_over_the_wire(house, file, *, level="rules", keys=(), heads=()):
    """The service's report, in the words of the command."""
    settings = replays.AuditSettings(
        level=f"AUDIT_LEVEL_{level.upper()}",
        trusted_keys=[bytes.fromhex(key) for key in keys],
        heads=[
            replays.ExpectedHead(n=int(n) or None, record_hash=bytes.fromhex(record_hash))
            for n, record_hash in (head.split(":") for head in heads)
        ],
    )
    content = file.read_bytes()
    parts = [replays.AuditReplayRequest(settings=settings)]
    parts += [replays.AuditReplayRequest(lines=content[i : i + PART]) for i in range(0, len(content), PART)]
    return _plain((await house.replays.AuditReplay(iter(parts))).report)


def _plain(report):
    level, fails = (
        None if not each else replays.AuditLevel.Name(each).removeprefix("AUDIT_LEVEL_").lower()
        for each in (report.level, report.fails)
    )
    return {
        "level": level,
        "fails": fails,
        "code": report.code or None,
        "line": report.line if report.HasField("line") else None,
        "reason": report.reason,
        "expected": json.loads(report.expected) if report.HasField("expected") else None,
        "found": json.loads(report.found) if report.HasField("found") else None,
        "warnings": [{"code": each.code, "text": each.text} for each in report.warnings],
        "records": report.records,
        "game": report.game,
        "game_id": report.game_id,
        "outcome": report.outcome or None,
        "head": report.head.hex(),
        "key": report.key.hex(),
    }


def asked_by_command(file, *, level="rules", keys=(), heads=()):
    words = [word for key in keys for word in ("--key", key)]
    words += [word for head in heads for word in ("--head", head)]
    (found,) = summitbook("replay", "audit", file, "--json", "--level", level, *words).json
    return found


async def alike(house, file, **asked):
    """Both verdicts, which are one."""
    over_the_wire = await asked_over_the_wire(house, file, **asked)
    by_command = asked_by_command(file, **asked)
    assert over_the_wire == {name: by_command[name] for name in over_the_wire}
    return over_the_wire


@pytest.fixture
async def judging(tmp_path):
    async with House(tmp_path / "data") as house:
        yield house


@pytest.mark.parametrize("folder", ["dicey_peaks", "everest1924", "mountaineering"])
async def test_of_golden_games(judging, folder):
    """With the right key named, no file has a fault or a warning."""
    for file in islice(GOLDEN_OF[folder], 0, None, 6):
        told = await alike(judging, file, keys=[KEY])
        assert (told["level"], told["warnings"]) == ("rules", [])


GOLDEN_OF = {
    folder.name: sorted(folder.glob("*.replay.jsonl")) for folder in sorted({file.parent for file in GOLDEN})
}


@pytest.mark.parametrize("folder", GOLDEN_OF)
async def test_of_games_that_were_tampered_with(judging, folder, tmp_path):
    """Whatever was changed, with keys named or not, and held to a receipt or not."""
    evidence, codes = read(GOLDEN_OF[folder][-1]), set()
    file = tmp_path / "tampered.replay.jsonl"
    for trial in trials(evidence, 7, TAMPERED):
        file.write_bytes(b"".join(trial.lines))
        codes.add((await alike(judging, file))["code"])
        codes.add((await alike(judging, file, keys=[KEY]))["code"])
        codes.add((await alike(judging, file, heads=[f"{evidence.count}:{evidence.head}"]))["code"])

    assert len(codes) > 3


@pytest.mark.parametrize("level", ["chain", "seal", "dice", "rules"])
async def test_at_every_level(judging, level):
    """As deep as is asked for, and no deeper."""
    assert (await alike(judging, GOLDEN[0], level=level))["level"] == level


async def test_of_a_file_without_a_seal(judging, tmp_path):
    """A warning without keys, and the same with one."""
    file = tmp_path / "unsealed.replay.jsonl"
    file.write_bytes(b"".join(GOLDEN[0].read_bytes().splitlines(keepends=True)[:-1]))

    warned, trusting = await alike(judging, file), await alike(judging, file, keys=[KEY])

    assert [each["code"] for each in warned["warnings"]] == ["NO_SEAL", "NO_HEAD"]
    assert trusting == warned


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\xff\n"], ids=repr)
async def test_of_files_that_are_none(judging, content, tmp_path):
    """Garbage gets one verdict."""
    file = tmp_path / "garbage.replay.jsonl"
    file.write_bytes(content)

    assert (await alike(judging, file))["fails"] == "chain"


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the shared folder with its examples is not here")
async def test_of_examples_by_another_implementation(judging):
    """Sound and tampered ones alike."""
    for file in sorted(EXAMPLES.glob("*.jsonl")):
        await alike(judging, file)
