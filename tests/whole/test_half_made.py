"""A game on its way to the disk whose id is known already: a round names its games before they are made."""

import asyncio

import pytest
from house import CLAIM, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_service.store import StoreUnavailable


async def get_game(house, game_id):
    return await house.game(game_id)


async def subscribe(house, game_id):
    return await house.games.Subscribe(games.SubscribeRequest(game_id=game_id)).read()


async def export(house, game_id):
    return await house.replays.ExportReplay(replays.ExportReplayRequest(game_id=game_id)).read()


async def issue_token(house, game_id):
    return await house.games.IssueToken(games.IssueTokenRequest(game_id=game_id, claim=CLAIM))


async def take_seat(house, game_id):
    return await house.sit(game_id)


async def cancel(house, game_id):
    request = games.CancelGameRequest(game_id=game_id, command_id=new_id())
    return await house.games.CancelGame(request, metadata=house.operator)


CALLS = (get_game, subscribe, export, issue_token, take_seat, cancel)


@pytest.fixture
async def making(house, monkeypatch):
    """The id of such a game, what becomes of it once it is told, and the call that makes it."""
    append, named = house.parts.store.append, asyncio.get_running_loop().create_future()
    becomes = asyncio.get_running_loop().create_future()

    async def held(rows):
        if not named.done() and (made := [row.stream for row in rows if row.topic == "GameCreated"]):
            named.set_result(str(made[0]))
            await becomes
        await append(rows)

    monkeypatch.setattr(house.parts.store, "append", held)
    call = asyncio.create_task(house.make())
    yield await named, becomes, call
    if not becomes.done():
        becomes.set_result(None)


@pytest.mark.parametrize("ask", CALLS)
async def test_whoever_asks_for_it_is_answered_once_it_is_there(house, making, ask):
    """Every call waits until the game's first record is on disk, and then answers as ever."""
    game_id, becomes, made = making
    asked = asyncio.create_task(ask(house, game_id))
    await asyncio.wait([asked], timeout=0.05)
    becomes.set_result(None)

    assert await asked
    assert (await made).game.game_id == game_id


@pytest.mark.parametrize("ask", [get_game, subscribe, export, issue_token])
async def test_where_it_does_not_get_there_it_never_was(house, making, ask):
    """A game that could not be stored is, for those who asked for it meanwhile, none."""
    game_id, becomes, made = making
    asked = asyncio.create_task(ask(house, game_id))
    await asyncio.wait([asked], timeout=0.05)
    becomes.set_exception(StoreUnavailable("disk full"))

    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await made
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await asked
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await ask(house, game_id)
