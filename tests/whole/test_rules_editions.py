"""docs/editions.md: a live service on which a second edition of a game's rules comes out."""

import json

import pytest
from house import House, refused
from msgspec.structs import replace
from second_edition import SECOND

from summitbook_domain.games import GAMES
from summitbook_domain.replay import audit
from summitbook_service.keys import verify
from summitbook_service.wire import vocabulary

KEYS = ("everest1924", 1), ("everest1924", 2)
FAMILIES = (vocabulary.OPTIONS, vocabulary.VIEWS, vocabulary.COMMANDS, vocabulary.EVENTS, vocabulary.CAUSES)


@pytest.fixture
def comes_out(monkeypatch):
    """Bring the next release, which has both editions: the wire is made of the registry when it starts."""

    def out():
        monkeypatch.setitem(GAMES, KEYS[1], SECOND)
        for family in FAMILIES:
            monkeypatch.setitem(family._shapes, KEYS[1], family._shapes[KEYS[0]])
            monkeypatch.setitem(family._ways, KEYS[1], family._ways[KEYS[0]])

    return out


def born(file):
    return json.loads(file.splitlines()[0])["data"]["rules"]


def level_of(file):
    return audit(file.splitlines(keepends=True), verify=verify).level


async def test_a_game_begun_by_edition_1_goes_on_by_it(tmp_path, comes_out):
    """New games are made by edition 2, older ones end by 1, on one service, and each file says by which."""
    async with House(tmp_path) as house:
        old, old_seat = await house.started()
        await house.play(old, old_seat, 2)
    comes_out()
    async with House(tmp_path) as house:
        new, new_seat = await house.started()
        for game_id, seat in ((old, old_seat), (new, new_seat)):
            await house.play(game_id, seat, 3)
            if await house.legal(game_id, seat):
                await house.finish(game_id, seat)
        files = [await house.export(game_id) for game_id in (old, new)]
        shown = [(await house.game(game_id)).rules for game_id in (old, new)]

    assert [born(file) for file in files] == shown == [1, 2]
    assert [level_of(file) for file in files] == ["rules", "rules"]


async def test_the_rules_at_work_are_those_the_game_names(tmp_path, comes_out, monkeypatch):
    """Every command of a game, old or new, from memory or from its log, is asked of its own edition."""
    comes_out()
    asked = []
    for key in KEYS:
        monkeypatch.setitem(GAMES, key, spied(GAMES[key], asked))
    async with House(tmp_path) as house:
        games = {rules: await house.started(rules=rules) for rules in (2, 1)}
        for _ in range(2):
            for rules, (game_id, seat) in games.items():
                asked.clear()
                await house.play(game_id, seat, 1)
                assert set(asked) == {rules}
            await house.restart()


def spied(game, asked):
    """The game, noting by which rules it decides."""

    def decide(*args):
        asked.append(game.rules)
        return game.decide(*args)

    return replace(game, decide=decide)


async def test_a_game_by_rules_that_are_not_here_is_left_alone(tmp_path, comes_out, monkeypatch):
    """An older release plays it by no rules of its own, and goes on with all other games."""
    async with House(tmp_path) as house:
        old = await house.started()
    comes_out()
    async with House(tmp_path) as house:
        new = await house.started()
    monkeypatch.delitem(GAMES, KEYS[1])
    async with House(tmp_path) as house:
        with refused("FAILED_PRECONDITION", "UNKNOWN_RULES"):
            await house.act(*new)
        with refused("NOT_FOUND", "UNKNOWN_GAME"):
            await house.make(rules=2)
        await house.act(*old)
