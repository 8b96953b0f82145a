"""What bots may ask, and for how long: docs/advice.md, "Bots of the service"."""

import asyncio
from itertools import chain, repeat
from types import SimpleNamespace

import pytest

from summitbook_service.bots import adviser
from summitbook_service.bots.adviser import Adviser
from summitbook_service.errors import CannotGoOn, LimitReached, Unavailable

SEEN = SimpleNamespace(game=SimpleNamespace(name="everest1924"))
ADVISED = object()
FULL = LimitReached("TOO_MANY_HINTS", "too many")


class Advice:
    """Answers so, question by question, and for ever as at last; None is no answer at all."""

    def __init__(self, *answers):
        self._answers = chain(answers, repeat(answers[-1]))
        self.asked = 0

    async def on(self, seen):
        """See `hints.Advice`."""
        self.asked += 1
        answer = next(self._answers)
        if answer is None:
            await asyncio.Event().wait()
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.mark.parametrize(
    "answer",
    [
        CannotGoOn("NO_ADVICE", "none"),
        Unavailable("ADVICE_LOST", "lost"),
        RuntimeError("a fault"),
        FULL,
        None,
    ],
    ids=["nothing advises", "lost", "a fault", "full", "silent"],
)
async def test_a_bot_that_is_not_advised_goes_on_without(answer, monkeypatch):
    """Whatever the reason is: somebody sits there and waits for it."""
    monkeypatch.setattr(adviser, "PATIENCE", 0.01)

    assert await Adviser(Advice(answer)).on(SEEN) is None


async def test_where_people_ask_for_too_many_hints_a_bot_asks_again(monkeypatch):
    """They come first, but only for so long."""
    monkeypatch.setattr(adviser, "AGAIN_SECONDS", 0.0)

    assert await Adviser(Advice(FULL, FULL, ADVISED)).on(SEEN) is ADVISED


async def test_bots_are_advised_in_so_many_games_at_once_and_no_more(monkeypatch):
    """The rest is left to hints of people."""
    monkeypatch.setattr(adviser, "PATIENCE", 0.01)
    advice = Advice(None)
    asked = Adviser(advice)

    await asyncio.gather(*(asked.on(SEEN) for _ in range(adviser.AT_ONCE + 5)))

    assert advice.asked == adviser.AT_ONCE
