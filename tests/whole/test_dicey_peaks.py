"""Dicey Peaks through the service: whole games by legal actions alone, and every refusal code of its page."""

from random import Random

import grpc
from house import House, info_of
from whole_games import some_commands

from summitbook.v1 import game_pb2
from summitbook_domain.dicey_peaks import GAME
from summitbook_service.wire import pack_command

SEATS = 2
GAMES = 50
"""More games than any code needs to turn up: the game's id, and so its luck, is the service's to choose."""


async def play(house: House, rng: Random) -> set[tuple[str, str]]:
    """Play a whole game by its legal actions; answer how all else that was asked for ended."""
    game_id = await house.create(game=GAME.name, seats=SEATS)
    tokens = [await house.take_seat(game_id, seat=seat) for seat in range(SEATS)]
    told: set[tuple[str, str]] = set()
    while (now := await house.game(game_id)).status == game_pb2.GAME_STATUS_PLAYING:
        token = tokens[now.waits_for[0]]
        told |= {await ask(house, game_id, token, each) for each in some_commands(GAME, rng, each=1)}
        if legal := await house.legal(game_id, token):
            await house.act(game_id, token, rng.choice(legal))
    assert now.outcome == "finished"
    return told


async def ask(house: House, game_id: str, token: str, command) -> tuple[str, str]:
    """The status that the command ends with, and the reason where it is refused."""
    try:
        await house.act(game_id, token, pack_command(command))
    except grpc.aio.AioRpcError as error:
        return error.code().name, info_of(error).reason
    return "OK", ""


async def test_every_refusal_comes_through_the_service(house):
    """What the rules do not allow is FAILED_PRECONDITION, and each code of the rules page turns up."""
    rng, told = Random(5), set()
    wanted = {("FAILED_PRECONDITION", code) for code in GAME.codes}
    for _ in range(GAMES):
        told |= await play(house, rng)
        if wanted <= told:
            break

    assert wanted <= told
    assert {status for status, _ in told} == {"FAILED_PRECONDITION", "OK"}


async def test_two_to_six_sit_down_at_one_table(house):
    """With six seats the game starts when the sixth is taken, and waits for the first alone."""
    game_id = await house.create(game=GAME.name, seats=6)
    tokens = [await house.take_seat(game_id) for _ in range(6)]

    now = await house.game(game_id)

    assert (now.status, list(now.waits_for)) == (game_pb2.GAME_STATUS_PLAYING, [0])
    assert [len(await house.legal(game_id, token)) for token in tokens] == [19, 0, 0, 0, 0, 0]
