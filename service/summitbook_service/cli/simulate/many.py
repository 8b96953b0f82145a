"""Many games, in processes of their own, and the same ones however many processes there are."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec

from summitbook_advice.policies import POLICIES
from summitbook_domain.content import Edition
from summitbook_domain.games import GAMES
from summitbook_domain.simulate import Setting, Simulated, secret_of, setting, simulate

from ..processes import in_order, workers

CHUNK = 100
"""So many games at most are handed over together, so that handing over costs nothing to speak of."""
SHARES = 16
"""So many times at least each process is handed some, so that none waits long for the others."""

_asked: list[tuple[Setting, bytes]] = []
"""In a process that plays for another: what it was asked."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """
    What is simulated: a game by name and rules edition, a policy's name for each seat, the seed of all.

    `options` are plain; one that is left out is at its default.
    """

    game: str
    rules: int
    policies: tuple[str, ...]
    edition: Edition[Any]
    options: dict[str, Any]
    seed: bytes

    @property
    def chosen(self) -> dict[str, Any]:
        """The options that are not at their default."""
        usual = msgspec.to_builtins(GAMES[self.game, self.rules].options())
        return {name: value for name, value in self.options.items() if value != usual[name]}

    def setting(self) -> Setting:
        """The game itself; raises Refused where policies or options do not fit it."""
        game, policies = GAMES[self.game, self.rules], [POLICIES[name] for name in self.policies]
        return setting(game, policies, self.options, edition=self.edition)


def simulated(asked: Asked, games: int, jobs: int) -> Generator[Simulated, None, None]:
    """
    So many games in the order of their numbers, from 0, played by `jobs` processes (from 1).

    Whoever stops taking them ends the processes at once. Raises Problem where a process is
    ended from outside.
    """
    chunk = max(1, min(CHUNK, games // (jobs * SHARES)))
    chunks = [range(first, min(first + chunk, games)) for first in range(0, games, chunk)]
    if jobs == 1 or len(chunks) == 1:
        having = asked.setting()
        for number in range(games):
            yield simulate(having, secret_of(asked.seed, number))
        return
    with workers(jobs, _begin, asked) as pool:
        for played in in_order((pool.submit(_there, numbers) for numbers in chunks), jobs):
            yield from played


def _begin(asked: Asked) -> None:
    _asked.append((asked.setting(), asked.seed))


def _there(numbers: range) -> list[Simulated]:
    having, seed = _asked[0]
    return [simulate(having, secret_of(seed, number)) for number in numbers]
