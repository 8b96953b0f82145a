"""Mountaineering through the service: every refusal code of its page, several seats, and bots."""

from random import Random

import grpc
import pytest
from house import House, info_of, refused

from summitbook.mountaineering.v1 import mountaineering_pb2 as pb
from summitbook.v1 import game_pb2, games_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook_client import Client
from summitbook_client.bot import Bot
from summitbook_client.policy import by_chance
from summitbook_domain.content import check
from summitbook_domain.mountaineering import GAME
from summitbook_domain.mountaineering.mountain import Mountain

HILL = {
    "game": "mountaineering",
    "edition": "hill",
    "min_seats": 2,
    "max_seats": 2,
    "starting_cards": 4,
    "supply_draw": 1,
    "abandon_draw": 1,
    "movers": {"1": 3},
    "equipment": {"cards": [["Team"]]},
    "troubles": {"1": {"name": "Brook", "needs": ["Team"]}},
    "spots": [
        {"id": "base", "kind": "base", "up": ["brook"]},
        {"id": "brook", "kind": "trouble", "trouble": 1, "up": ["top"]},
        {"id": "top", "kind": "summit", "up": []},
    ],
}
"""A mountain so small that luck has no say: three movers, all alike, and one piece of equipment."""

MOVERS, EQUIPMENT = (pb.DrawCard(kind=kind) for kind in (pb.KIND_MOVERS, pb.KIND_EQUIPMENT))


def command(**chosen) -> games_pb2.Command:
    return games_pb2.Command(mountaineering=pb.Command(**chosen))


def move(card: str, *route: str) -> games_pb2.Command:
    return command(play_mover=pb.PlayMover(card=card, route=route))


def give(card: str, to: int) -> games_pb2.Command:
    return command(donate=pb.Donate(card=card, to=to))


DRAW_MOVER, DRAW_EQUIPMENT = command(draw_card=MOVERS), command(draw_card=EQUIPMENT)
LAY, TAKE_BACK = command(play_equipment={"card": "e01"}), command(take_back_equipment={"card": "e01"})
ABANDON = command(abandon={"card": "e01"})


async def mover_of(house: House, game_id: str, seat: int) -> str:
    """The first mover in a seat's hand."""
    shown = await house.games.GetGame(games.GetGameRequest(game_id=game_id))
    return next(card.id for card in shown.view.mountaineering.hands[seat].cards if card.spots)


async def test_every_refusal_comes_through_the_service(house, monkeypatch):
    """What the rules do not allow is FAILED_PRECONDITION with the code of the rules page: here is each."""
    monkeypatch.setitem(GAME.editions, "hill", check(HILL, Mountain, "hill"))
    in_turn = {"mountaineering": {"out_of_turn": False}}
    game_id = await house.create(game=GAME.name, edition="hill", seats=2, options=in_turn)
    tokens = [await house.take_seat(game_id, seat=seat) for seat in (0, 1)]
    told = set()

    async def refused_with(code: str, seat: int, asked: games_pb2.Command) -> None:
        with refused("FAILED_PRECONDITION", code):
            await house.act(game_id, tokens[seat], asked)
        told.add(code)

    await refused_with("NOT_YOUR_TURN", 1, DRAW_MOVER)
    await refused_with("WRONG_PHASE", 0, ABANDON)
    for seat, asked in ((0, DRAW_MOVER), (1, DRAW_MOVER), (0, DRAW_EQUIPMENT)):
        await house.act(game_id, tokens[seat], asked)
    await refused_with("PILE_EMPTY", 1, DRAW_EQUIPMENT)
    await house.act(game_id, tokens[1], DRAW_MOVER)
    first, second = [await mover_of(house, game_id, seat) for seat in (0, 1)]

    await refused_with("WRONG_PHASE", 0, DRAW_MOVER)
    await refused_with("NOT_YOUR_TURN", 1, move(second, "brook"))
    await refused_with("CARD_NOT_HELD", 0, move(second, "brook"))
    await refused_with("WRONG_KIND", 0, move("e01", "brook"))
    await refused_with("BAD_ROUTE", 0, move(first, "top"))
    await refused_with("NO_TROUBLE", 0, LAY)
    await refused_with("NOT_LAID", 0, TAKE_BACK)
    await refused_with("NOT_STUCK", 0, ABANDON)
    await refused_with("BAD_SEAT", 0, give("e01", 2))
    await refused_with("HAND_NOT_EMPTY", 0, give("e01", 1))
    await house.act(game_id, tokens[0], move(first, "brook"))
    await refused_with("TROUBLE_UNSOLVED", 1, move(second, "top"))
    await house.act(game_id, tokens[0], LAY)
    await refused_with("BACK_NOT_ALLOWED", 1, move(second, "base"))
    await house.act(game_id, tokens[1], move(second, "top"))
    await refused_with("GAME_OVER", 0, DRAW_MOVER)

    assert set(GAME.codes) <= told
    assert (await house.game(game_id)).outcome == "finished"


@pytest.mark.parametrize(
    ("left_out", "field"),
    [
        ({"draw_card": pb.DrawCard()}, "draw_card.kind"),
        ({"play_mover": pb.PlayMover(route=["a1"])}, "play_mover.card"),
        ({"donate": pb.Donate(card="m01")}, "donate.to"),
        ({"blow_whistle": pb.BlowWhistle()}, "blow_whistle.choice"),
    ],
    ids=["kind", "card", "to", "choice"],
)
async def test_a_field_that_is_left_out_is_named(house, left_out, field):
    """A choice that the command does not make is INVALID_ARGUMENT; seat 0 is a choice like any other."""
    game_id = await house.create(game=GAME.name, seats=1)
    token = await house.take_seat(game_id)

    with pytest.raises(grpc.aio.AioRpcError) as error:
        await house.act(game_id, token, command(**left_out))

    assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert dict(info_of(error.value).metadata)["field"] == f"command.mountaineering.{field}"


async def test_six_sit_down_at_one_table(house):
    """With six seats the game starts when the sixth is taken, and waits for the first draw alone."""
    game_id = await house.create(game=GAME.name, seats=6)
    tokens = [await house.take_seat(game_id) for _ in range(6)]

    now = await house.game(game_id)

    assert (now.status, list(now.waits_for)) == (game_pb2.GAME_STATUS_PLAYING, [0])
    assert [len(await house.legal(game_id, token)) for token in tokens] == [2, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("seats", [1, 3, 6])
async def test_bots_bring_a_climb_to_its_end(house, seats):
    """Bots that choose from what they are sent play on, also where the seat with the turn can do nothing."""
    async with Client(f"127.0.0.1:{house.port}") as client:
        tally = await Bot(client, GAME.name, seats=seats, policy=by_chance, luck=Random(seats)).play(3)

    assert tally.outcomes == {"finished": 3}
    assert not tally.refusals
