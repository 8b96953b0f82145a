"""Which of the bots at a table acts: docs/advice.md, "Bots of the service"."""

from types import SimpleNamespace

import pytest

from summitbook_service.bots import moves
from summitbook_service.bots.moves import Moves
from summitbook_service.errors import CannotGoOn

ON, BACK = "goes on", "undoes"


class NoAdvice:
    """Nothing advises here."""

    async def on(self, seen):
        """See `Advice`."""
        raise CannotGoOn("NO_ADVICE", "there is none")


@pytest.fixture
def move(monkeypatch):
    """What is done at a table of which the last seats are bots, by who is waited for and what each may do."""

    async def shy(seen, adviser):
        return None

    async def bold(seen, adviser):
        return seen.legal[0]

    monkeypatch.setattr(moves, "POLICIES", {"shy": shy, "bold": bold})

    async def asked(*legal, waits, bots):
        game = SimpleNamespace(
            waits_for=lambda _: waits,
            helps=lambda _, listed: tuple(each for each in listed if each != "hinders"),
            undoes=lambda command: command == BACK,
            gives_up=lambda _: False,
            view=lambda _: None,
        )
        monkeypatch.setattr(moves.rules, "legal", lambda _, seat: legal[seat])
        table = SimpleNamespace(game=game, play=None, content=None, seats=legal)
        return await Moves(NoAdvice()).next(table, dict(enumerate(bots, len(legal) - len(bots))))

    return asked


async def test_those_are_asked_first_that_the_game_waits_for(move):
    """Then the others, who may know better than those who would rather wait."""
    assert await move((), (ON,), (ON,), waits=(2,), bots=("bold", "bold")) == (2, ON)
    assert await move((), (ON,), (ON,), waits=(2,), bots=("bold", "shy")) == (1, ON)


async def test_on_a_persons_turn_bots_do_only_what_helps(move):
    """Whatever else they could do, they leave the turn to whoever has it."""
    assert await move((ON,), ("hinders",), waits=(0,), bots=("bold",)) is None
    assert await move((ON,), ("hinders", ON), waits=(0,), bots=("bold",)) == (1, ON)
    assert await move((ON,), (ON,), waits=(0,), bots=("shy",)) is None


async def test_a_bot_that_has_the_turn_does_not_wait_for_people(move):
    """They cannot know that it would; it does what it can itself."""
    assert await move((ON,), (BACK, ON), waits=(1,), bots=("shy",)) == (1, ON)


async def test_what_only_undoes_is_left_to_people_as_long_as_they_can_act(move):
    """Else bots would do and undo the same for ever."""
    assert await move((ON,), (BACK,), waits=(1,), bots=("shy",)) is None


@pytest.mark.parametrize("waits", [0, 1])
async def test_where_nobody_else_can_do_anything_bots_undo_too(move, waits):
    """Cards that were laid are taken back and given up, also for a person who has the turn and no card."""
    assert await move((), (BACK,), waits=(waits,), bots=("shy",)) == (1, BACK)
    assert await move((), (ON,), waits=(waits,), bots=("shy",)) == (1, ON)


async def test_who_has_nothing_to_do_is_not_asked(move):
    """As before the game goes on by somebody else's command."""
    assert await move((ON,), (), waits=(0,), bots=("bold",)) is None
