"""A game's file: whole, sealed, and checked by anyone."""

import asyncio
import threading

import pytest
from house import ADVANCE, ROLL, House, refused, until

from summitbook.v1 import replay_service_pb2 as replays
from summitbook_domain.record import Head
from summitbook_domain.replay import audit
from summitbook_service.handlers import replays as handler
from summitbook_service.keys import make_key, verify
from summitbook_service.verdicts import report_on


def checked(file, **how):
    return audit(file.splitlines(keepends=True), verify=verify, **how)


async def audited(house, file, cut=7_000, **settings):
    """The service's own verdict on a file sent in pieces."""

    async def parts():
        yield replays.AuditReplayRequest(settings=replays.AuditSettings(**settings))
        for i in range(0, len(file), cut):
            yield replays.AuditReplayRequest(lines=file[i : i + cut])

    return (await house.replays.AuditReplay(parts())).report


async def server_key(house):
    return await house.replays.GetServerKey(replays.GetServerKeyRequest())


async def test_a_closed_game_checks_out_to_the_last_level(house):
    """The export of a closed game is sealed by the server's key and holds at level rules."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=100)
    receipt = await house.game(game_id)
    file = await house.export(game_id)
    key = (await server_key(house)).public_key.hex()

    report = checked(file, keys=[key], heads=[Head(receipt.version, receipt.record_hash.hex())])
    assert (report.level, report.code, report.caveats) == ("rules", None, ())
    assert (report.records, report.game_id, report.outcome) == (receipt.version, game_id, "finished")


async def test_a_running_game_checks_out_to_its_seal(house):
    """The export of a running game ends with a whole command, is sealed as of then, and has no seed."""
    game_id, token = await house.started()
    await house.act(game_id, token, ROLL)
    file = await house.export(game_id)

    report = checked(file)
    assert (report.level, report.code, report.records, report.outcome) == ("seal", None, 5, None)
    assert "NO_SEED" in {caveat.code for caveat in report.caveats}
    assert b'"seal"' in file.splitlines()[-1]


async def test_two_exports_are_equal_to_the_byte(house):
    """The same game exports the same bytes, before and after a restart."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    first = await house.export(game_id)
    await house.restart()

    assert await house.export(game_id) == first


async def test_every_answers_head_is_a_receipt(house):
    """The hash in each answer is that of its last record in the file."""
    game_id, token = await house.started()
    heads = []
    for command in (ROLL, ADVANCE, ROLL, ADVANCE):
        answer = await house.act(game_id, token, command)
        heads.append(Head(answer.version, answer.record_hash.hex()))

    assert checked(await house.export(game_id), heads=heads).code is None
    forged = Head(heads[0].n, "0" * 64)
    assert checked(await house.export(game_id), heads=[forged]).code == "BROKEN_CHAIN"


async def test_the_service_audits_what_it_exports(house):
    """AuditReplay gives the same verdict, wherever the file is cut, and knows its own key."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=3)
    last = await house.finish(game_id, token)
    file = await house.export(game_id)

    for cut in (1_000, 50_000):
        report = await audited(house, file, cut)
        assert replays.AuditLevel.Name(report.level) == "AUDIT_LEVEL_RULES"
        assert not report.warnings
    forged = replays.ExpectedHead(n=last.version, record_hash=bytes(32))
    assert (await audited(house, file, heads=[forged])).code == "BROKEN_CHAIN"
    assert (await audited(house, file, trusted_keys=[bytes(32)])).code == "UNKNOWN_KEY"
    report = await audited(house, file, level="AUDIT_LEVEL_CHAIN")
    assert replays.AuditLevel.Name(report.level) == "AUDIT_LEVEL_CHAIN"


async def test_the_service_finds_a_changed_byte(house):
    """A file with one character changed gets its code and its line, as an answer and not as an error."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    file = (await house.export(game_id)).replace(b"Irvine", b"Mallry")

    report = await audited(house, file)
    assert (report.code, report.line) == ("BROKEN_CHAIN", 2)


async def test_an_audit_counts_lines_by_line_feeds_only(house):
    """A carriage return is no end of a line: it is found in the line it stands in."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    file = (await house.export(game_id)).replace(b"\n", b"\r\n")

    report = await audited(house, file)
    assert report.line == 1


async def test_older_signing_keys_are_told(house):
    """After a newer signing key, exports are sealed by it, and the older key is told among the older ones."""
    game_id = await house.create()
    old = (await server_key(house)).public_key
    ring = house.settings.data / "keys" / "signing"
    make_key(ring)
    await house.restart()

    keys = await server_key(house)
    assert list(keys.older_public_keys) == [old]
    assert keys.public_key != old
    assert checked(await house.export(game_id), keys=[keys.public_key.hex()]).code is None


async def test_a_file_of_nothing_but_line_feeds_is_a_verdict(house):
    """However many lines a file has, its fault is found at the first."""
    report = await audited(house, b"\n" * 100_000)
    assert (report.code, report.line) == ("BAD_FORMAT", 1)


@pytest.fixture
async def held(monkeypatch):
    """Audits that end when they are let go; whoever waits for `begun` knows that one runs."""
    begun, let_go = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def waiting(*args, **how):
        loop.call_soon_threadsafe(begun.set)
        let_go.wait()
        return report_on(*args, **how)

    monkeypatch.setattr(handler, "report_on", waiting)
    yield begun, let_go
    let_go.set()


async def test_others_are_answered_while_an_audit_runs(house, held):
    """An audit keeps nobody waiting: games are made and played meanwhile."""
    begun, let_go = held
    running = asyncio.create_task(audited(house, b"{}\n"))
    await begun.wait()
    game_id, token = await house.started()
    assert (await house.act(game_id, token, ROLL)).version == 5
    assert not running.done()

    let_go.set()
    assert (await running).code == "BAD_FORMAT"


async def test_an_audit_whose_caller_went_away_is_counted_until_it_ends(tmp_path, held):
    """Asking and going away does not start more audits at once than there may be."""
    begun, let_go = held
    async with House(tmp_path, audits=1) as house:
        running = asyncio.create_task(audited(house, b"{}\n"))
        await begun.wait()
        running.cancel()
        await asyncio.wait([running])
        with refused("RESOURCE_EXHAUSTED", "TOO_MANY_AUDITS"):
            await audited(house, b"{}\n")

        let_go.set()
        await until(lambda: not house.parts.audits.inside)
        assert (await audited(house, b"{}\n")).code == "BAD_FORMAT"
