"""Seeds: given, drawn, kept, found again."""

import asyncio
import hashlib

from clocks import ByHand
from house import House, new_id, refused

from summitbook_domain.chance import Seed
from summitbook_domain.replay import audit
from summitbook_service.keys import Keys, make_key, verify

SECRET = hashlib.sha256(b"a seed for practice").digest()


async def closing_seed(house, game_id, token):
    answer = await house.finish(game_id, token)
    return answer.events[-1].game_closed.seed


async def test_a_given_seed_is_the_games(house):
    """The game commits to the seed that was given, says that it was, and reveals it when it closes."""
    game_id, token = await house.started(seed=SECRET)
    game = await house.game(game_id)

    assert game.commitment.hex() == Seed(SECRET).commitment
    assert (
        game.seed_source
        == game.DESCRIPTOR.fields_by_name["seed_source"].enum_type.values_by_name["SEED_SOURCE_GIVEN"].number
    )
    assert await closing_seed(house, game_id, token) == SECRET


async def test_a_game_with_a_given_seed_goes_on_after_a_restart(house):
    """The sealed seed is opened again: the game plays on and its log checks out."""
    game_id, token = await house.started(seed=SECRET)
    await house.play(game_id, token, turns=1)
    await house.restart()
    await house.play(game_id, token, turns=100)

    assert verdict(await house.export(game_id)) == ("rules", None)


async def test_a_game_with_a_drawn_seed_goes_on_after_a_restart(house):
    """The seed is derived again from the master key and the deal."""
    game_id, token = await house.started()
    await house.play(game_id, token, turns=1)
    await house.restart()
    await house.play(game_id, token, turns=100)

    assert verdict(await house.export(game_id)) == ("rules", None)


def verdict(file):
    report = audit(file.splitlines(keepends=True), verify=verify)
    return report.level, report.code


async def test_games_go_on_under_a_new_master_key(house):
    """Once the master ring has a newer key, old games find their seeds by commitment, new ones use it."""
    given, drawn = await house.started(seed=SECRET), await house.started()
    drawn_seed = house.parts.keys.new_seed(drawn[0]).commitment
    ring = house.settings.data / "keys" / "master"
    make_key(ring)
    await house.restart()

    assert house.parts.keys.new_seed(drawn[0]).commitment != drawn_seed
    assert await closing_seed(house, *given) == SECRET
    assert Seed(await closing_seed(house, *drawn)).commitment == drawn_seed
    assert verdict(await house.export((await house.started())[0]))[1] is None


async def test_a_game_whose_key_is_lost_is_told_and_kept(house):
    """Without its master key a game is seen but cannot go on, which is said; it does with the key back."""
    game_id, token = await house.started(seed=SECRET)
    key = next((house.settings.data / "keys" / "master").iterdir())
    kept = key.read_bytes()
    key.unlink()
    await house.restart()
    with refused("FAILED_PRECONDITION", "SEED_LOST"):
        await house.act(game_id, token)
    assert (await house.game(game_id)).version == 4

    key.write_bytes(kept)
    await house.restart()
    assert await closing_seed(house, game_id, token) == SECRET


async def test_a_closed_game_whose_key_is_lost_is_over(house):
    """A closed game needs its key no more: what comes after its end is GAME_OVER, with or without."""
    game_id, token = await house.started()
    await house.finish(game_id, token)
    next((house.settings.data / "keys" / "master").iterdir()).unlink()
    await house.restart()

    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await house.act(game_id, token)
    with refused("FAILED_PRECONDITION", "GAME_OVER"):
        await house.sit(game_id)


async def test_the_services_seeds_differ_between_services(tmp_path):
    """Two services draw different seeds for one deal: each has a master key of its own."""
    deal = new_id()
    seeds = set()
    for name in ("one", "other"):
        async with House(tmp_path / name) as house:
            seeds.add(house.parts.keys.new_seed(deal).commitment)
    assert len(seeds) == 2


async def test_each_game_has_its_own_seed(house):
    """Fifty games have fifty commitments and deals."""
    games = [(await house.make()).game for _ in range(50)]
    assert len({game.commitment for game in games}) == len({game.deal for game in games}) == 50


async def test_the_clock_has_no_part_in_a_seed(tmp_path):
    """Games made at one moment, before and after a restart, have as many seeds as there are games."""
    async with House(tmp_path, clock=ByHand()) as house:
        commitments = []
        for _ in range(2):
            made = await asyncio.gather(*(house.make() for _ in range(100)))
            commitments += [answer.game.commitment for answer in made]
            await house.restart()
    assert len(set(commitments)) == len(commitments) == 200


def test_ever_so_many_deals_have_as_many_seeds(tmp_path):
    """Twenty thousand deals, half of them after the keys were opened anew: 256 bits each, none twice."""
    keys = [Keys.open(tmp_path, token_hours=1), Keys.open(tmp_path, token_hours=1)]
    seeds = {each.new_seed(new_id()).reveal() for each in keys for _ in range(10_000)}
    assert len(seeds) == 20_000
    assert {len(seed) for seed in seeds} == {64}
