"""docs/advice.md, "Review", over the service: what each choice in a finished game cost."""

import asyncio
import threading

import pytest
from deals import made, seated
from house import ABANDON, ADVANCE, ROLL, bearer, new_id, refused, until

from summitbook.v1 import game_pb2
from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays
from summitbook_service import reviews
from summitbook_service.deals import Revealed
from summitbook_service.handlers import reviewing


async def reviewed(house, game_id, token=""):
    request = replays.ReviewReplayRequest(game_id=game_id)
    return await house.replays.ReviewReplay(request, metadata=bearer(token))


async def finished(house, **request):
    """A game of three choices, and its seat's token."""
    new = await house.make(**request)
    game_id = new.game.game_id
    token = await house.take_seat(game_id, token=new.token)
    for command in (ROLL, ADVANCE, ABANDON):
        await house.act(game_id, token, command)
    return game_id, token


async def test_every_choice_is_told_with_what_was_best(house):
    """Each by its record; what it was worth at the start, less the costs, plus the luck, is the result."""
    game_id, _ = await finished(house)
    (seat,) = (await reviewed(house, game_id)).seats

    records = await house.follow(game_id)
    assert [move.n for move in seat.moves] == [each.n for each in records if each.HasField("cause")][2:]
    assert seat.unit == game_pb2.VALUE_UNIT_SCORE
    assert seat.start == pytest.approx(42.62, abs=0.005)
    assert seat.start - seat.cost + seat.luck == pytest.approx(seat.result)
    assert seat.cost == pytest.approx(sum(move.cost for move in seat.moves))
    *_, last = seat.moves
    assert (last.chosen.label, last.best.label) == ("Abandon the expedition", "Roll 3 dice")
    assert last.cost == pytest.approx(last.best.value - last.chosen.value)


async def test_it_is_what_the_command_line_says(house):
    """The very same review of the exported file."""
    game_id, _ = await finished(house)
    (seat,) = (await reviewed(house, game_id)).seats
    (account,) = reviews.review_of((await house.export(game_id)).splitlines(keepends=True)).accounts

    assert seat.name == account.name
    assert (seat.accuracy, seat.cost, seat.luck) == (account.accuracy, account.cost, account.luck)
    assert [move.best.words for move in seat.moves] == [move.best.words for move in account.moves]


async def test_what_there_is_not_is_left_out(house):
    """A game that was broken off has no result and no luck, one that never began no moves."""
    game_id = await house.create()
    token = await house.take_seat(game_id)
    await house.act(game_id, token, ROLL)
    cancel = games.CancelGameRequest(game_id=game_id, command_id=new_id())
    await house.games.CancelGame(cancel, metadata=house.operator)
    (seat,) = (await reviewed(house, game_id)).seats

    assert len(seat.moves) == 1
    assert not any(seat.HasField(name) for name in ("result", "luck", "accuracy"))
    assert not seat.moves[0].HasField("luck")


async def test_a_private_game_is_reviewed_for_its_own(house):
    """By the same door as its export."""
    game_id, token = await finished(house, private=True)

    assert (await reviewed(house, game_id, token)).seats
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await reviewed(house, game_id)


async def test_a_deal_is_reviewed_when_it_is_revealed(house):
    """While others play it not even its own player is told, since without the seed nothing can be checked."""
    deal = new_id()
    game_id = await made(house, deal)
    token = seated(house, game_id)
    await house.finish(game_id, token)
    for asked in ("", token):
        with refused("FAILED_PRECONDITION", "HELD_BACK"):
            await reviewed(house, game_id, asked)

    seed = house.parts.keys.new_seed(deal).reveal()
    await house.parts.store.append([Revealed(deal, seed).row()])
    assert [seat.name for seat in (await reviewed(house, game_id)).seats] == ["Mallory"]


async def test_others_are_served_meanwhile_and_no_more_are_reviewed(house, monkeypatch):
    """A review is worked out aside, and counts among the audits, of which there are two at once."""
    game_id, _ = await finished(house)
    go_on = threading.Event()

    def slowly(lines):
        go_on.wait(60)
        return reviews.audited(lines)

    monkeypatch.setattr(reviewing, "_audited", slowly)
    asked = [asyncio.ensure_future(reviewed(house, game_id)) for _ in range(2)]
    await until(lambda: house.parts.audits.inside == 2)
    assert (await house.game(game_id)).outcome == "finished"
    with refused("RESOURCE_EXHAUSTED", "TOO_MANY_AUDITS"):
        await reviewed(house, game_id)
    go_on.set()
    await asyncio.gather(*asked)

    assert house.parts.audits.inside == 0
