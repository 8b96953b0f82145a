"""Commands that come together are let in together; whoever only looks, or may not come in, passes them by."""

import asyncio

import pytest
from house import ADVANCE, ROLL, House, bearer, new_id, refused

from summitbook.v1 import game_service_pb2 as games


@pytest.fixture
async def house(tmp_path):
    async with House(tmp_path, linger=0.02) as made:
        yield made


@pytest.fixture
async def stood(house, monkeypatch):
    """A game, its token, and one entry for each command that has come to the gate since."""
    game_id, token = await house.started()
    come, stood = house.parts.gate.come, []
    monkeypatch.setattr(house.parts.gate, "come", lambda: (stood.append(1), come())[1])
    return game_id, token, stood


async def test_every_command_comes_to_the_gate(house, stood):
    """Calls and messages of a stream alike."""
    game_id, token, at_gate = stood
    await house.make()
    await house.act(game_id, token)
    asked = games.ActRequest(game_id=game_id, command_id=new_id(), command=ADVANCE)
    stream = house.games.Play(iter([games.PlayRequest(act=asked)] * 2), metadata=bearer(token))
    assert [answer.WhichOneof("answer") async for answer in stream] == ["act", "act"]
    assert len(at_gate) == 4


async def test_who_only_looks_is_not_held_up(house, stood):
    """A query waits for nobody."""
    game_id, token, at_gate = stood
    await house.game(game_id)
    await house.games.ListLegalActions(games.ListLegalActionsRequest(game_id=game_id), metadata=bearer(token))
    assert not at_gate


async def test_who_may_not_come_in_holds_up_nobody(house, stood):
    """Whoever has no good token is sent away before the gate."""
    game_id, token, at_gate = stood
    with refused("UNAUTHENTICATED", "BAD_TOKEN"):
        await house.act(game_id, token + "x")
    assert not at_gate


async def test_commands_sent_at_once_share_commits(house):
    """32 commands of 32 games take far fewer commits."""
    seats = [await house.started() for _ in range(32)]
    append, commits = house.parts.store.append, []

    async def counted(rows):
        commits.append(len(rows))
        await append(rows)

    house.parts.store.append = counted
    await asyncio.gather(*(house.act(game_id, token, ROLL) for game_id, token in seats))
    assert (sum(commits), len(commits) < 16) == (32, True)
