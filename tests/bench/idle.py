"""
How many bytes of memory a game takes that is in the cache and at rest: a process of its own.

`idle.py fill FOLDER GAME` plays some games to their middle; `idle.py weigh FOLDER` reads
them all from the store in a fresh process and tells how much that has grown, a game.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path
from random import Random
from uuid import uuid4

import uvloop
from served import resident

from summitbook.v1 import game_service_pb2 as pb
from summitbook_client.policy import at_random
from summitbook_service import logs
from summitbook_service.handlers import GameService, Parts
from summitbook_service.rpc import Caller
from summitbook_service.server import serving
from summitbook_service.settings import Settings

GAMES = 1_000
COMMANDS = 20
AT_ONCE = 64
CLAIM = b"of the bench's own"
NOBODY = Caller(None, lambda: "unix:")


async def fill(parts: Parts, game: str) -> None:
    """Play as many games to their middle."""
    service, luck, left = GameService(parts), Random(1924), iter(range(GAMES))

    async def one_after_another() -> None:
        for _ in left:
            await play(service, parts, game, luck)

    await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))


async def play(service: GameService, parts: Parts, game: str, luck: Random) -> None:
    """One game, with as few seats as it takes."""
    info = await service.GetServerInfo(pb.GetServerInfoRequest(), NOBODY)
    seats = next(each for each in info.games if each.name == game).editions[0].min_seats
    create = pb.CreateGameRequest(command_id=str(uuid4()), game=game, seats=seats, claim=CLAIM)
    game_id = (await service.CreateGame(create, NOBODY)).game.game_id
    callers = []
    for _ in range(seats):
        take = pb.TakeSeatRequest(game_id=game_id, command_id=str(uuid4()), name="Bench", claim=CLAIM)
        token = (await service.TakeSeat(take, NOBODY)).token
        callers.append(NOBODY._replace(bearer=parts.keys.read_token(token)))
    for _ in range(COMMANDS):
        for caller in callers:
            legal = await service.ListLegalActions(pb.ListLegalActionsRequest(game_id=game_id), caller)
            if going := [action for action in legal.legal_actions if not action.gives_up]:
                chosen = at_random(going, luck).command
                act = pb.ActRequest(game_id=game_id, command_id=str(uuid4()), command=chosen)
                await service.Act(act, caller)


async def weigh(parts: Parts) -> int:
    """The bytes a game."""
    games = [note.row.stream for note in await parts.store.newest(None, GAMES + 1)]
    await parts.desk.find(games.pop())
    gc.collect()
    before = resident()
    for game in games:
        await parts.desk.find(game)
    gc.collect()
    return (resident() - before) // len(games)


async def main(what: str, folder: str, game: str = "") -> None:
    unlimited = {"calls_a_second": 10**9, "caller_games": 10**9}
    settings = Settings(data=Path(folder), port=0, web_port="off", log_level="warning", **unlimited)
    logs.configure(settings)
    async with serving(settings) as service:
        if what == "fill":
            await fill(service.parts, game)
        else:
            print(await weigh(service.parts))


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
