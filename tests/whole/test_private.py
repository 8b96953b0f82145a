"""A private game is there for its seats, its host and operators only."""

import pytest
from house import CLAIM, OTHER_CLAIM, bearer, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook.v1 import replay_service_pb2 as replays


@pytest.fixture
async def private(house):
    made = await house.make(private=True)
    game_id = made.game.game_id
    seat = await house.take_seat(game_id, token=made.token)
    return game_id, {
        "seat": seat,
        "host": made.token,
        "operator": house.operator[0][1].removeprefix("Bearer "),
    }


async def looks(house, game_id, token):
    """Every way to look at a game, each a call that is not made yet."""
    metadata = bearer(token)
    follow = games.SubscribeRequest(game_id=game_id)
    export = replays.ExportReplayRequest(game_id=game_id)
    review = replays.ReviewReplayRequest(game_id=game_id)
    return {
        "GetGame": lambda: house.game(game_id, token),
        "Subscribe": lambda: house.games.Subscribe(follow, metadata=metadata).read(),
        "ExportReplay": lambda: house.replays.ExportReplay(export, metadata=metadata).read(),
        "ReviewReplay": lambda: house.replays.ReviewReplay(review, metadata=metadata),
        "TakeSeat": lambda: house.sit(game_id, token=token),
    }


@pytest.mark.parametrize("stranger", ["nobody", "another game's seat", "another game's host"])
async def test_for_strangers_it_does_not_exist(house, private, stranger):
    """A private game and one that was never made get the very same answer, in every call."""
    game_id, _ = private
    tokens = {
        "nobody": "",
        "another game's seat": house.token(role="seat", game_id=new_id(), seat=0, since=2),
        "another game's host": house.token(role="host", game_id=new_id()),
    }
    for each in (game_id, new_id()):
        for look in (await looks(house, each, tokens[stranger])).values():
            with refused("NOT_FOUND", "NO_SUCH_GAME") as said:
                await look()
            assert said.metadata == {}


@pytest.mark.parametrize("who", ["seat", "host", "operator"])
async def test_its_own_see_it(house, private, who):
    """Its seats, its host and operators look at it, follow it and export it."""
    game_id, tokens = private
    shown = await house.game(game_id, tokens[who])

    assert shown.private
    assert len(await house.follow(game_id, token=tokens[who])) == shown.version
    assert (await house.export(game_id, tokens[who])).count(b"\n") == shown.version + 1


async def test_it_is_listed_for_its_own_only(house, private):
    """In the list it is seen by its own, and nobody else's list has a gap that shows it."""
    game_id, tokens = private
    public = await house.create()

    for token in ("", house.token(role="host", game_id=new_id())):
        assert await listed(house, token) == [public]
    for token in tokens.values():
        assert await listed(house, token) == [public, game_id]
    await house.restart()
    assert await listed(house, "") == [public]
    assert await listed(house, tokens["host"]) == [public, game_id]


async def listed(house, token):
    """The games of each page of one, to the last."""
    found, page = [], games.ListGamesResponse(next_page_token="9" * 9)
    while page.next_page_token:
        request = games.ListGamesRequest(page_size=1, page_token=page.next_page_token)
        page = await house.games.ListGames(request, metadata=bearer(token))
        (game,) = page.games
        found.append(game.game_id)
    return found


async def test_it_stays_private(house, private):
    """It is private after a restart and after its end, and no record tells that it is."""
    game_id, tokens = private
    await house.finish(game_id, tokens["seat"])
    await house.restart()

    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.game(game_id)
    assert b"private" not in await house.export(game_id, tokens["seat"])


async def test_its_tokens_are_issued_again_for_their_claims(house, private):
    """The claim gives a private game's token back; another claim finds no such game."""
    game_id, _ = private
    request = games.IssueTokenRequest(game_id=game_id, claim=CLAIM)
    issued = await house.games.IssueToken(request)
    assert (await house.game(game_id, issued.token)).game_id == game_id

    for seat in (None, 0, 1):
        with refused("NOT_FOUND", "NO_SUCH_GAME"):
            await house.games.IssueToken(
                games.IssueTokenRequest(game_id=game_id, seat=seat, claim=OTHER_CLAIM)
            )


async def test_a_seat_that_was_left_sees_no_more(house):
    """Once a seat is left, its token no longer shows the private game."""
    made = await house.make(private=True, edition="roped", seats=2)
    game_id = made.game.game_id
    token = await house.take_seat(game_id, token=made.token)
    assert (await house.game(game_id, token)).private

    leave = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
    await house.games.LeaveSeat(leave, metadata=bearer(token))
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await house.game(game_id, token)


async def test_a_seat_that_was_left_follows_no_more(house):
    """A stream that its token opened ends with the seat, before anything that comes after."""
    made = await house.make(private=True, edition="roped", seats=2)
    game_id = made.game.game_id
    token = await house.take_seat(game_id, token=made.token)
    stream = house.games.Subscribe(games.SubscribeRequest(game_id=game_id), metadata=bearer(token))
    while (await stream.read()).WhichOneof("item") != "caught_up":
        pass

    leave = games.LeaveSeatRequest(game_id=game_id, command_id=new_id())
    await house.games.LeaveSeat(leave, metadata=bearer(token))
    await house.sit(game_id, token=made.token)
    with refused("NOT_FOUND", "NO_SUCH_GAME"):
        await stream.read()
