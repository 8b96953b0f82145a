"""A store that fails once: nothing half done, nothing told that is not so."""

import asyncio

import pytest
from house import ABANDON, ADVANCE, ROLL, House, new_id, refused

from summitbook.v1 import game_service_pb2 as games
from summitbook_domain.replay import audit
from summitbook_service.keys import verify
from summitbook_service.store import Conflict, StoreUnavailable


class Once:
    """Fails the next append of a house's store, before or after it is done, and then lets all through."""

    def __init__(self, house, error, *, done=False):
        self._store, self._error, self._done = house.parts.store, error, done
        self._append, self._store.append = self._store.append, self
        self.calls = 0

    async def __call__(self, rows):
        """Stand in for the store's append, once."""
        self.calls += 1
        self._store.append = self._append
        if self._done:
            await self._append(rows)
        raise self._error


@pytest.fixture(params=[1, 10_000], ids=["hardly a cache", "cached"])
async def house(request, tmp_path):
    async with House(tmp_path, cached_games=request.param) as opened:
        yield opened


async def check_whole(house, game_id, token):
    """The game goes on, its numbers have no hole, memory and store agree, and its file checks out."""
    shown = await house.game(game_id)
    records = await house.follow(game_id)
    assert [record.n for record in records] == list(range(1, shown.version + 1))
    assert records[-1].record_hash == shown.record_hash
    if not shown.outcome:
        await house.play(game_id, token, turns=100)
    assert audit((await house.export(game_id)).splitlines(keepends=True), verify=verify).level == "rules"


@pytest.mark.parametrize("command", [ROLL, ABANDON], ids=["that goes on", "that closes"])
async def test_a_failed_append_is_as_if_it_had_not_been_asked(house, command):
    """The command is UNAVAILABLE, no record is there, and the same id is then carried out."""
    game_id, token = await house.started()
    same = new_id()
    Once(house, StoreUnavailable("disk full"))
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await house.act(game_id, token, command, command_id=same)

    assert (await house.game(game_id)).version == 4
    assert (await house.act(game_id, token, command, command_id=same)).version > 4
    await check_whole(house, game_id, token)


async def test_a_failed_roll_falls_the_same_when_sent_again(house):
    """The dice of a roll that was not stored are those of the roll that is."""
    game_id, token = await house.started()
    seed = house.parts.keys.new_seed(game_id)
    expected = seed.chance(game_id, [""]).draw("turn/1/roll").dice(3)
    Once(house, StoreUnavailable("disk full"))
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await house.act(game_id, token, ROLL)

    answer = await house.act(game_id, token, ROLL)
    assert tuple(answer.events[0].everest1924.dice_rolled.values) == expected


async def test_an_append_that_was_done_after_all_is_found(house):
    """Where the append was stored and its answer lost, the same id is answered from the log, once."""
    game_id, token = await house.started()
    same = new_id()
    Once(house, StoreUnavailable("connection lost"), done=True)
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await house.act(game_id, token, ROLL, command_id=same)

    assert (await house.act(game_id, token, ROLL, command_id=same)).version == 5
    assert (await house.game(game_id)).version == 5
    await check_whole(house, game_id, token)


async def test_no_follower_sees_what_failed(house):
    """A follower who was there all along sees the log as it is in the end, and nothing else."""
    game_id, token = await house.started()
    call = house.games.Subscribe(games.SubscribeRequest(game_id=game_id))
    Once(house, StoreUnavailable("disk full"))
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await house.act(game_id, token, ROLL)
    failed = await house.act(game_id, token, ABANDON)
    lines = [record.line async for item in call for record in item.records.records]

    assert (
        b"".join(line + b"\n" for line in lines)
        == (await house.export(game_id))[: sum(map(len, lines)) + len(lines)]
    )
    assert b"DiceRolled" not in b"".join(lines)
    assert failed.version == len(lines)


async def test_what_was_built_on_a_failed_command_fails_with_it(tmp_path):
    """Commands that follow a failed one in memory are not stored: no hole is left in the log."""
    async with House(tmp_path) as house:
        game_id, token = await house.started()
        house.gather(3)
        Once(house, StoreUnavailable("disk full"))
        answers = await asyncio.gather(
            *(house.act(game_id, token, command) for command in (ROLL, ADVANCE, ROLL)), return_exceptions=True
        )

        house.gather(1)
        assert all(isinstance(answer, Exception) for answer in answers)
        assert (await house.game(game_id)).version == 4
        await check_whole(house, game_id, token)


async def test_other_games_of_a_failed_batch_go_on(tmp_path):
    """A batch that fails takes no other game's past with it: each goes on where it was."""
    async with House(tmp_path) as house:
        seats = [await house.started() for _ in range(5)]
        house.gather(5)
        Once(house, StoreUnavailable("disk full"))
        await asyncio.gather(*(house.act(*seat, ROLL) for seat in seats), return_exceptions=True)
        house.gather(1)

        for seat in seats:
            await check_whole(house, *seat)


async def test_a_conflict_is_decided_afresh(house):
    """Where another hand was faster, the command is decided again on what is there now."""
    game_id, token = await house.started()
    once = Once(house, Conflict())
    answer = await house.act(game_id, token, ROLL)

    assert once.calls == 1
    assert answer.version == 5
    await check_whole(house, game_id, token)


async def test_a_game_that_could_not_be_made_is_made_again(house):
    """CreateGame that failed has made nothing, and its id makes one game when sent again."""
    same = new_id()
    Once(house, StoreUnavailable("disk full"))
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await house.create(command_id=same, seed=bytes(32), private=True)

    made = await house.make(command_id=same, seed=bytes(32), private=True)
    assert made.game.game_id == await house.create(command_id=same, seed=bytes(32), private=True)


async def test_a_seat_that_could_not_be_taken_is_free(house):
    """TakeSeat that failed leaves the seat free for anyone."""
    game_id = await house.create()
    Once(house, StoreUnavailable("disk full"))
    with refused("UNAVAILABLE", "STORE_UNAVAILABLE"):
        await house.sit(game_id)

    assert (await house.sit(game_id, name="Mallory")).version == 4
    assert [seat.name for seat in (await house.game(game_id)).seats] == ["Mallory"]
