"""How a bot chooses, told what its seat may know and nothing besides."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping

from summitbook_domain.message import Command

from ..hints import Seen, best
from .adviser import Adviser

Choose = Callable[[Seen, Adviser], Awaitable[Command | None]]
"""What a seat does, of the commands it sees; None where it leaves that to others."""


async def random(seen: Seen, adviser: Adviser) -> Command | None:
    """
    Anything that goes on; nothing where all it could do is to give up, or to undo what was done.

    Nobody can foresee what a bot does by chance, and it has nothing to do with a game's seed.
    """
    going = going_on(seen)
    return secrets.choice(going) if going else None


async def greedy(seen: Seen, adviser: Adviser) -> Command | None:
    """The nearest gain, as the game itself says."""
    return seen.game.greedy(seen.view, seen.legal)


async def strong(seen: Seen, adviser: Adviser) -> Command | None:
    """What is worth most, or the greedy choice where nothing advises."""
    advised = await adviser.on(seen)
    if advised is None:
        return seen.game.greedy(seen.view, seen.legal)
    most = best(advised)
    return None if most is advised.waiting else seen.legal[advised.worths.index(most)]


async def alone(seen: Seen, adviser: Adviser) -> Command:
    """The best that a seat can do itself; anything where nothing advises."""
    advised = await adviser.on(seen)
    if advised is None:
        return secrets.choice(seen.legal)
    return max(zip(advised.worths, seen.legal, strict=True), key=lambda each: each[0].value)[1]


def anything(seen: Seen) -> Command:
    """Any command at all."""
    return secrets.choice(seen.legal)


def going_on(seen: Seen) -> tuple[Command, ...]:
    """The commands that neither give up nor undo what was done."""
    game = seen.game
    return tuple([each for each in seen.legal if not (game.gives_up(each) or game.undoes(each))])


POLICIES: Mapping[str, Choose] = {"random": random, "greedy": greedy, "strong": strong}
"""Every policy by the name that CreateGame takes."""
