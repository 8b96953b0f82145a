"""Laws of every game there is: nothing that a game goes on by is kept anywhere but in its log."""

from itertools import count
from uuid import UUID

import pytest
from house import House
from whole_games import ALL, moments, name_of, seed_of, whole_game

from summitbook_advice.policies import POLICIES
from summitbook_domain.policies import LONG_AGO
from summitbook_service import creations, desk
from summitbook_service.asking import Ask
from summitbook_service.creations import Plan, Wish


@pytest.fixture
async def house(tmp_path, monkeypatch):
    """A service that knows no clock, and remembers the game that it was asked for last and no other."""
    async with House(tmp_path, cached_games=1) as opened:
        monkeypatch.setattr(opened.parts.desk, "_clock", lambda: LONG_AGO)
        monkeypatch.setattr(opened.parts.creations, "_clock", lambda: LONG_AGO)
        yield opened


async def begun(house, book, first):
    """The game of a book, made again by its first command, with the id that it had."""
    plan = Plan(book.table.game, first.command, seed_of(book))
    wish = Wish(id=first.cause.id, by=first.cause.by, plan=lambda _known: plan, private=False, caller="")
    await house.parts.creations.create(wish)
    return UUID(book.table.birth.game_id)


def asked(game_id, moment):
    """A command of a book, asked again."""
    return Ask(
        game_id=game_id,
        id=moment.cause.id,
        by=moment.cause.by,
        seat=moment.cause.seat,
        permit=lambda _table: None,
        command=lambda _table, _known: moment.command,
    )


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", ALL, ids=name_of)
async def test_a_game_read_anew_before_every_command_writes_the_same_bytes(game, policy, house, monkeypatch):
    """The service, forgetting the game after every command, stores exactly what was written in one go."""
    book, loads, load = whole_game(game, policy, 1), count(), desk.load
    monkeypatch.setattr(desk, "load", lambda *args: next(loads) is None or load(*args))
    bystander = UUID(await house.create())
    monkeypatch.setattr(creations, "uuid4", lambda: book.table.birth.game_id)
    first, *rest = moments(book)

    game_id = await begun(house, book, first)
    for moment in rest:
        await house.parts.desk.find(bystander)
        await house.parts.desk.ask(asked(game_id, moment))

    stored = await house.parts.store.read(game_id, 0, len(book.lines) + 1)
    assert [row.line for row in stored] == book.lines
    assert next(loads) >= 2 * len(rest)
