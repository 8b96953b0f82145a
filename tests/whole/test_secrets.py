"""The seed leaves the service in one place: the event that closes its game."""

from uuid import UUID

import grpc
import pytest
from house import ADVANCE, CLAIM, ROLL, House, bearer
from spellings import spellings

from summitbook.v1 import game_service_pb2 as games
from summitbook_service import logs

SECRET = bytes(range(7, 231, 7))


async def secrets_of(house, game) -> dict[str, bytes]:
    """The seed of a game and the key that is derived from it, in every spelling."""
    seed = (await house.parts.desk.find(UUID(game.game_id))).secret()
    assert seed.commitment == game.commitment.hex()
    key = seed.chance(game.deal, [""])._key
    return {
        f"{what} as {spelling}": written
        for what, secret in (("seed", bytes.fromhex(seed.reveal())), ("key", key))
        for spelling, written in spellings(secret).items()
    }


async def everything_asked(house, game_id, token):
    """Every call there is, and every kind of failure, on one game."""
    await house.games.GetServerInfo(games.GetServerInfoRequest())
    await house.games.ListGames(games.ListGamesRequest())
    await house.games.ListLegalActions(games.ListLegalActionsRequest(game_id=game_id), metadata=bearer(token))
    await house.play(game_id, token, turns=2)
    await house.act(game_id, token, ROLL, want_view=True, want_legal_actions=True)
    await house.game(game_id, token)
    await house.follow(game_id)
    await house.export(game_id)
    for attempt in (
        house.act(game_id, token, ROLL),
        house.act(game_id, token, ADVANCE, expected_version=1),
        house.act(game_id, "nonsense", ROLL),
        house.act(game_id, token, None),
        house.sit(game_id),
        house.follow(game_id, after=10_000),
    ):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await attempt
        house.heard.append(repr(caught.value).encode())
        house.heard += [value for _, value in caught.value.trailing_metadata() if isinstance(value, bytes)]


@pytest.mark.parametrize("given", [SECRET, None], ids=["given", "drawn"])
async def test_before_the_close_the_seed_is_nowhere(tmp_path, capsys, given):
    """In no answer, no error, no file but the keys', and no log line; also not what derives from it."""
    async with House(tmp_path, log_level="debug") as house:
        logs.configure(house.settings)
        made = await house.make(**({"seed": given} if given else {}))
        game_id, token = made.game.game_id, await house.take_seat(made.game.game_id)
        await everything_asked(house, game_id, token)
        needles = await secrets_of(house, made.game)
        places = {"sent": b"".join(house.heard)}
        await house.restart()
        await house.act(game_id, token, ADVANCE)
        places["sent later"] = b"".join(house.heard)
    places |= {
        str(file.relative_to(tmp_path)): file.read_bytes()
        for file in tmp_path.rglob("*")
        if file.is_file() and "keys" not in file.parts
    }
    captured = capsys.readouterr()
    places["logged"] = (captured.err + captured.out).encode()

    assert places["logged"]
    assert {"summitbook.sqlite", "operator.token"} <= places.keys()
    assert [(place, name) for place in places for name in needles if needles[name] in places[place]] == []


async def test_after_the_close_the_seed_is_there(house):
    """The search finds what it looks for: once the game is closed the seed is in answers and in the store."""
    made = await house.make(seed=SECRET)
    token = await house.take_seat(made.game.game_id)
    await house.finish(made.game.game_id, token)

    assert SECRET in b"".join(house.heard)
    rows = await house.parts.store.read(UUID(made.game.game_id))
    assert SECRET.hex().encode() in rows[-1].line


async def test_no_token_or_claim_is_recorded(house):
    """A log holds the mark of a claim and neither the claim nor a token, and listings hold none of them."""
    made = await house.make()
    game_id = made.game.game_id
    token = await house.take_seat(game_id)
    await house.play(game_id, token, turns=2)
    public = await house.export(game_id) + (await house.game(game_id)).SerializeToString()
    public += b"".join(record.SerializeToString() for record in await house.follow(game_id))

    for secret in (token.encode(), made.token.encode(), CLAIM, CLAIM.hex().encode()):
        assert secret not in public
    files = [
        file for file in house.settings.data.rglob("*") if file.is_file() and file.name != "operator.token"
    ]
    stored = b"".join(file.read_bytes() for file in files if "keys" not in file.parts)
    for secret in (token.encode(), CLAIM, CLAIM.hex().encode()):
        assert secret not in stored
