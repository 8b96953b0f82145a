"""Which call, game and command a log line is about, when many are under way at once."""

import asyncio
import json

import grpc
import pytest
import structlog
from clocks import ByHand
from house import ADVANCE, ROLL, House, new_id, refused

from summitbook_service import logs

GAMES, ROUNDS = 50, 2


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path, log_level="debug", log_format="json") as opened:
        logs.configure(opened.settings)
        yield opened
    structlog.reset_defaults()


def lines(capsys, **wanted):
    """The lines so far that have these fields."""
    told = map(json.loads, capsys.readouterr().err.splitlines())
    return [line for line in told if wanted.items() <= line.items()]


async def sent(house, game_id, token, command, command_id):
    try:
        await house.act(game_id, token, command, command_id=command_id)
    except grpc.aio.AioRpcError as error:
        assert error.code() == grpc.StatusCode.FAILED_PRECONDITION  # noqa: PT017 -- which of them is refused is open


async def test_each_line_names_the_command_that_it_reports(house, capsys):
    """Of 200 commands at once over 50 games each has its one line, with its own game and command id."""
    games = [await house.started() for _ in range(GAMES)]
    orders = [(*game, command, new_id()) for command in (ROLL, ADVANCE) * ROUNDS for game in games]
    capsys.readouterr()
    await asyncio.gather(*(sent(house, *order) for order in orders))

    ended = lines(capsys, rpc="Act", event="call ended")
    assert sorted((line["game_id"], line["command_id"]) for line in ended) == sorted(
        (game_id, command_id) for game_id, _, _, command_id in orders
    )
    assert len({line["call"] for line in ended}) == len(orders)
    done = {
        (line["game_id"], line["version"]): line["command_id"] for line in ended if line["status"] == "OK"
    }
    assert len(done) >= GAMES
    for game_id, _ in games:
        records = await house.follow(game_id)
        causes = [record for record in records if record.HasField("cause")]
        lasts = [*(after.n - 1 for after in causes[1:]), records[-1].n]
        recorded = {last: record.cause.command_id for record, last in zip(causes, lasts, strict=True)}
        assert {n: recorded[n] for game, n in done if game == game_id} == {
            n: command_id for (game, n), command_id in done.items() if game == game_id
        }


async def test_a_fault_is_logged_under_its_call(house, capsys, monkeypatch):
    """An internal error's line has the ids of its command, and not a word of what was raised."""
    game_id, token = await house.started()

    async def broken(ask):
        raise RuntimeError("a secret")

    monkeypatch.setattr(house.parts.desk, "ask", broken)
    same = new_id()
    with refused("INTERNAL", "INTERNAL") as told:
        await house.act(game_id, token, command_id=same)

    said = capsys.readouterr().err
    (line,) = (each for each in map(json.loads, said.splitlines()) if each["event"] == "internal error")
    assert (line["rpc"], line["game_id"], line["command_id"], line["id"]) == (
        "Act",
        game_id,
        same,
        told.metadata["id"],
    )
    assert "a secret" not in said


async def test_a_line_of_the_services_own_names_no_call(house, capsys):
    """What the service does by itself while it answers others is not told under a call of theirs."""
    (await house.started())[0]
    await house.stop()
    (line,) = lines(capsys, event="stopping")
    assert not {"rpc", "call", "game_id", "command_id"} & line.keys()


async def test_what_the_service_does_by_itself_names_its_command(tmp_path, capsys):
    """A time-out and an expiry are logged under the very command that is recorded, of many games at once."""
    clock = ByHand()
    async with House(tmp_path, clock=clock, log_format="json", idle_days=1) as house:
        logs.configure(house.settings)
        timed = [(await house.started(options={"everest1924": {"turn_seconds": 60}}))[0] for _ in range(5)]
        lying = [(await house.started())[0] for _ in range(5)]
        await clock.pass_by(60)
        await clock.pass_by(2 * 86_400)
        said = capsys.readouterr().err.splitlines()
        told = {
            (line["event"], line["game_id"]): line["command_id"]
            for line in map(json.loads, said)
            if line["event"] in {"timed out", "expired"}
        }
        assert told.keys() == {("timed out", each) for each in timed} | {("expired", each) for each in lying}
        for (_, game_id), command_id in told.items():
            causes = [record.cause for record in await house.follow(game_id) if record.HasField("cause")]
            assert causes[-1].command_id == command_id
    structlog.reset_defaults()


async def test_an_id_that_is_none_is_cut(house, capsys):
    """A caller cannot fill the log with what should be an id."""
    with refused("INVALID_ARGUMENT", "BAD_ARGS"):
        await house.game("x" * 10_000)
    (line,) = lines(capsys, rpc="GetGame")
    assert len(line["game_id"]) == logs.LONGEST_ID
