"""Whole games with nothing written down: the same games as those that are."""

import pytest
from msgspec.structs import replace
from toy import RACE
from whole_games import ALL, name_of

from summitbook_domain.policies import POLICIES, greedy, play, random
from summitbook_domain.refusal import BAD_ARGS, Refused
from summitbook_domain.simulate import secret_of, setting, simulate

SEED = b"a seed"
every_game = pytest.mark.parametrize("game", ALL, ids=name_of)


@every_game
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
@pytest.mark.parametrize("number", range(3))
def test_a_simulated_game_is_the_recorded_one(game, policy, number):
    """From the same seed and policy `play` writes the same game down: as many commands, the same end."""
    seats = next(iter(game.editions.values())).content.max_seats
    secret = secret_of(SEED, number)

    book = play(game, policy, secret, salts=("",) * seats)
    simulated = simulate(setting(game, (policy,) * seats), secret)

    assert simulated.ending == game.ending(book.table.play)
    assert simulated.results == game.results(book.table.play)
    assert simulated.commands == sum(b'"cause":{' in line for line in book.lines) - 1 - seats


@every_game
def test_who_looks_at_nothing_chooses_the_same_beside_one_who_looks(game):
    """A view is made only where somebody may look at it; a game by chance alone goes no other way for it."""
    seats = next(iter(game.editions.values())).content.min_seats

    def looking(game, content, view, legal, draw):
        assert type(view) is game.view_type
        return random(game, content, view, legal, draw)

    games = [simulate(setting(game, (policy,) * seats), secret_of(SEED, 7)) for policy in (random, looking)]

    assert games[0] == games[1]


def test_each_seat_plays_by_its_own_policy():
    """The first throws whatever comes; the second gives in as soon as it may."""

    def giving_in(game, content, view, legal, draw):
        return legal[-1]

    simulated = [simulate(setting(RACE, (greedy, giving_in)), secret_of(SEED, n)) for n in range(9)]

    assert {each.results for each in simulated} == {(1, 2)}


def test_no_two_games_of_a_simulation_have_the_same_seed():
    """A game's seed follows from the simulation's and from its number, and from nothing else."""
    seeds = {secret_of(seed, number) for seed in (SEED, b"another") for number in range(50)}

    assert len(seeds) == 100
    assert {len(each) for each in seeds} == {32}


def test_a_simulation_takes_only_what_the_game_takes():
    """So many seats as the content says, and the options of the game, or BAD_ARGS."""
    with pytest.raises(Refused, match="from 2 to 3") as refused:
        setting(RACE, (random,))
    assert refused.value.code == BAD_ARGS

    with pytest.raises(Refused, match="goal"):
        setting(RACE, (random, random), {"goal": 1_000})


def test_another_edition_is_another_game():
    """With as many seats as it says, and with no other."""
    shipped = next(iter(RACE.editions.values()))
    alone = replace(shipped, content=replace(shipped.content, min_seats=1, max_seats=1))

    assert setting(RACE, (greedy,), edition=alone).content == alone.content
    with pytest.raises(Refused, match="from 1 to 1"):
        setting(RACE, (greedy, greedy), edition=alone)
