"""New keys for a running service: docs/doors.md, "Keys"."""

import time
from contextlib import aclosing
from uuid import UUID

import grpc
import pytest
from clocks import ByHand
from house import ADVANCE, CLAIM, ROLL, House, bearer, new_id, refused
from structlog.testing import capture_logs

from summitbook.v1 import game_service_pb2 as games
from summitbook_client import Client, Refused
from summitbook_domain.chance import Seed
from summitbook_service.keys import KINDS, make_key
from summitbook_service.store import StoreUnavailable


@pytest.mark.parametrize("kind", KINDS)
async def test_a_new_key_ends_no_game_and_no_token(house, kind):
    """A key added while the service runs is used without a restart, and games and tokens go on."""
    game_id, token = await house.started()
    before = used(house)
    make_key(house.settings.key_folder / kind)
    await house.parts.locksmith.look()

    assert {each for each in KINDS if used(house)[each] != before[each]} == {kind}
    await house.act(game_id, token, ROLL)
    await house.act(game_id, token, ADVANCE)
    closed = await house.finish(game_id, token)
    seed = closed.events[-1].game_closed.seed
    assert Seed(seed).commitment == (await house.game(game_id)).commitment.hex()
    assert (await house.started())[0]


def used(house):
    """What shows which key of each ring is used now."""
    keys = house.parts.keys
    token = house.token(role="host", game_id="").split(".")[0]
    return {
        "master": keys.new_seed(str(UUID(int=1))).commitment,
        "signing": keys.public_keys[0],
        "token": token,
    }


async def test_nodes_that_share_a_folder_take_each_others_tokens(tmp_path):
    """What one node issues the other takes, before and after a new key that has had its minute."""
    shared = tmp_path / "keys"
    async with House(tmp_path / "one", keys=shared) as one, House(tmp_path / "other", keys=shared) as other:
        for _ in range(2):
            token = one.token(role="operator")
            assert other.parts.keys.read_token(token) == one.parts.keys.read_token(token)
            make_key(shared / "token", 60)
            await other.parts.locksmith.look()
            await one.parts.locksmith.look()
    assert not (tmp_path / "one" / "keys").exists()


async def test_a_key_that_is_taken_out_takes_its_tokens_back(house):
    """Within a look every token of the key is BAD_TOKEN; the claim gets another."""
    game_id, token = await house.started()
    operator = house.operator
    await revoke(house)

    for metadata in (bearer(token), operator):
        with refused("UNAUTHENTICATED", "BAD_TOKEN"):
            await house.games.GetGame(games.GetGameRequest(game_id=game_id), metadata=metadata)
    request = games.IssueTokenRequest(game_id=game_id, seat=0, claim=CLAIM)
    await house.act(game_id, (await house.games.IssueToken(request)).token)
    await house.games.GetGame(games.GetGameRequest(game_id=game_id), metadata=house.operator)


async def revoke(house):
    """What `summitbook keys revoke` does, and the service takes in at its next look."""
    (old,) = (house.settings.key_folder / "token").iterdir()
    make_key(old.parent)
    old.unlink()
    await house.parts.locksmith.look()


async def caught_up(stream):
    """Read until there is nothing newer."""
    while (await stream.read()).WhichOneof("item") != "caught_up":
        pass


async def test_a_stream_of_commands_ends_with_its_token(house):
    """On a `Play` that was open before, a token taken back does nothing more; one issued again does."""
    game_id, token = await house.started()
    play = house.games.Play(metadata=bearer(token))

    async def ask(command, **more):
        act = games.ActRequest(game_id=game_id, command_id=new_id(), command=command)
        await play.write(games.PlayRequest(act=act, **more))
        return await play.read()

    assert (await ask(ROLL)).act.version == 5
    await revoke(house)
    refusal = (await ask(ADVANCE)).refusal
    assert (refusal.status, refusal.reason) == (grpc.StatusCode.UNAUTHENTICATED.value[0], "BAD_TOKEN")
    assert (await house.game(game_id)).version == 5

    again = await house.games.IssueToken(games.IssueTokenRequest(game_id=game_id, seat=0, claim=CLAIM))
    assert (await ask(ADVANCE, token=again.token)).act.version > 5
    play.cancel()


async def test_a_stream_that_takes_a_token_ends_with_it(house):
    """Who follows a private game, or all, by a token that is taken back is told no record more."""
    made = await house.make(private=True)
    game_id = made.game.game_id
    streams = (
        house.games.SubscribeAll(games.SubscribeAllRequest(), metadata=house.operator),
        house.games.Subscribe(games.SubscribeRequest(game_id=game_id), metadata=bearer(made.token)),
    )
    for stream in streams:
        await caught_up(stream)
    await revoke(house)
    await house.sit(game_id, token=house.token(role="host", game_id=game_id))
    for stream in streams:
        with refused("UNAUTHENTICATED", "BAD_TOKEN"):
            await stream.read()


async def test_a_stream_that_takes_no_token_goes_on_without(house):
    """A public game is followed to its end, whatever becomes of the token that came along."""
    game_id, token = await house.started()
    stream = house.games.Subscribe(games.SubscribeRequest(game_id=game_id), metadata=bearer(token))
    await caught_up(stream)
    await revoke(house)
    again = await house.games.IssueToken(games.IssueTokenRequest(game_id=game_id, seat=0, claim=CLAIM))
    closed = await house.finish(game_id, again.token)
    while (item := await stream.read()) != grpc.aio.EOF:
        seen = item.version
    assert seen == closed.version


async def test_who_follows_all_goes_on_with_the_next_token(house):
    """Our own client asks for the operator's token again, and misses nothing; the same one is refused."""
    tokens = iter([house.operator, None, None])

    def token():
        return (next(tokens) or house.operator)[0][1].removeprefix("Bearer ")

    seen, games_made = set(), {await house.create()}
    async with Client(f"127.0.0.1:{house.port}") as client, aclosing(client.follow_all(token)) as items:
        async for item in items:
            seen.add(item.records.game_id)
            if item.HasField("caught_up") and len(games_made) == 2:
                break
            if item.HasField("caught_up"):
                await revoke(house)
                games_made.add(await house.create())
    assert seen - {""} == games_made

    with pytest.raises(Refused, match="BAD_TOKEN"):
        async with Client(f"127.0.0.1:{house.port}") as client:
            await anext(client.follow_all(lambda: "void"))


async def test_a_lost_key_that_is_brought_back_is_found_without_a_restart(house):
    """A game that could not go on for want of its key does so as soon as the key is there again."""
    game_id, token = await house.started()
    (key,) = (house.settings.key_folder / "master").iterdir()
    kept = key.read_bytes()
    key.unlink()
    await house.restart()
    with refused("FAILED_PRECONDITION", "SEED_LOST"):
        await house.act(game_id, token)

    key.write_bytes(kept)
    await house.parts.locksmith.look()
    assert (await house.act(game_id, token)).version == 5


@pytest.mark.parametrize("fault", ["half a key", "no folder"])
async def test_what_cannot_be_read_changes_nothing(house, fault):
    """Half a key, or a folder that is not there, leaves the keys at hand; a fault is logged once."""
    game_id, token = await house.started()
    ring = house.settings.key_folder / "token"
    if fault == "half a key":
        (ring / "another.key").write_text("ab")
    else:
        ring.rename(ring.with_name("elsewhere"))
    with capture_logs() as logged:
        for _ in range(3):
            await house.parts.locksmith.look()

    assert len([line for line in logged if line["log_level"] == "error"]) == (fault == "half a key")
    await house.act(game_id, token)


async def test_an_operators_token_that_is_void_is_made_again_whatever_else_fails(house, monkeypatch):
    """Where the store cannot be told of new keys yet, the operator has a token; the store is told later."""
    told = []

    async def turned():
        told.append(house.operator)
        if len(told) == 1:
            raise StoreUnavailable("gone")

    monkeypatch.setattr(house.parts.locksmith, "_turned", turned)
    before = house.operator
    await revoke(house)
    assert house.operator != before
    for _ in range(2):
        await house.parts.locksmith.look()
    assert told == [house.operator] * 2


async def test_the_operators_token_is_made_again_in_time(tmp_path, monkeypatch):
    """Long before it ends another one is in its file, which only its owner reads."""
    clock = ByHand()
    async with House(tmp_path, clock=clock, token_hours=1.0) as house:
        first = house.operator
        now = time.time()
        monkeypatch.setattr("time.time", lambda: now + 1_000)
        clock.advance(1_000)
        await house.parts.locksmith.look()

        assert house.operator != first
        assert house.parts.keys.read_token(house.operator[0][1].removeprefix("Bearer ")).role == "operator"
        assert (tmp_path / "operator.token").stat().st_mode & 0o777 == 0o600
