"""The order in which the commands of a game are decided."""

import asyncio
from uuid import uuid4

import pytest

from summitbook_service.turns import Turns

GAME = uuid4()


@pytest.fixture
def turns():
    return Turns()


async def test_each_waits_for_those_who_came_before(turns):
    """In one game the next comes when the one before has passed on; in another game nobody waits."""
    decided = []

    async def decide(game_id, name, hold=0):
        with turns.take(game_id) as turn:
            await turn.come()
            for _ in range(hold):
                await asyncio.sleep(0)
            decided.append(name)
            turn.pass_on()

    first, second, third = decide(GAME, "one", 5), decide(GAME, "two"), decide(GAME, "three")
    await asyncio.gather(first, second, third, decide(uuid4(), "else"))
    assert decided == ["else", "one", "two", "three"]


async def test_who_comes_back_stands_where_it_stood(turns):
    """Those that have to be decided afresh come in their old order, and before all who came later."""
    with turns.take(GAME) as one, turns.take(GAME) as two, turns.take(GAME) as three:
        one.pass_on()
        two.pass_on()
        two.come_back()
        one.come_back()
        assert [each.is_first for each in (one, two, three)] == [True, False, False]
        one.pass_on()
        assert two.is_first


async def test_who_has_gone_holds_nobody_up(turns):
    """A command whose caller went away, waiting or not, does not come back, and the next one comes."""
    with turns.take(GAME) as last:
        pass
    last.come_back()
    first = turns.take(GAME)

    async def wait():
        with turns.take(GAME) as turn:
            await turn.come()

    with first:
        waiting = [asyncio.create_task(wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
    await asyncio.gather(*waiting[1:])
    assert len(turns) == 0


async def test_a_line_without_anyone_is_none(turns):
    """Once all are decided nothing is kept of a game."""
    for _ in range(10):
        with turns.take(uuid4()) as turn:
            await turn.come()
    assert len(turns) == 0
