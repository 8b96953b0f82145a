"""
Whole games through the rules alone: as `policies.play` plays them, with nothing written down.

Legal commands, chance and events are made as in any game; there is no table, no line and no hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from .chance import Seed
from .content import Content, Edition
from .message import Options
from .policies import AnyGame, Policy, chosen, deal_of, luck_of
from .refusal import BAD_ARGS, Refused
from .table import rules
from .table.events import GameStarted


class Setting(msgspec.Struct, frozen=True):
    """What the games of a simulation have in common; `policies` has one for each seat."""

    game: AnyGame
    content: Content
    options: Options
    policies: tuple[Policy, ...]


class Simulated(msgspec.Struct, frozen=True):
    """How one game went: the word for its end, what it gave each seat, how many commands it took."""

    ending: str
    results: tuple[int, ...]
    commands: int


def setting(
    game: AnyGame,
    policies: Sequence[Policy],
    options: Mapping[str, Any] | None = None,
    *,
    edition: Edition[Any] | None = None,
) -> Setting:
    """
    The game with a seat for each policy, on the content that ships unless another is named.

    Raises Refused with BAD_ARGS where policies or options do not fit the game.
    """
    played_on = edition or next(iter(game.editions.values()))
    content, seats = played_on.content, len(policies)
    if not content.min_seats <= seats <= content.max_seats:
        span = f"from {content.min_seats} to {content.max_seats}"
        raise Refused(BAD_ARGS, f"the number of seats of {game.title} is {span}", field="seats")
    return Setting(game, content, rules.check_options(game, dict(options or {}), seats), tuple(policies))


def secret_of(seed: bytes, number: int) -> bytes:
    """The seed of 32 bytes of one game of a simulation, whichever process plays it."""
    return hashlib.sha256(b"summitbook/simulate/1\0" + number.to_bytes(8, "big") + seed).digest()


def simulate(having: Setting, secret: bytes) -> Simulated:
    """A whole game from a given seed of 32 bytes: that which `play` records from it without salts."""
    game, content, policies = having.game, having.content, having.policies
    seats, luck = range(len(policies)), luck_of(secret)
    chance = Seed(secret).chance(deal_of(secret), [""] * len(seats))
    state = game.evolve(game.setup(content, having.options, len(seats)), GameStarted())
    events, asked = game.begin(state, chance), 0
    while True:
        for event in events:
            state = game.evolve(state, event)
        if game.outcome(state) is not None:
            return Simulated(game.ending(state), game.results(state), asked)
        asked += 1
        # The commands of a recorded game are counted from its creation, and a seat is taken by each.
        draw = luck.draw(f"choice/{len(seats) + asked}")
        legal = [game.legal(state, seat) for seat in seats]
        seat, command = chosen(game, content, state, legal, policies=policies, draw=draw)
        events = game.decide(state, seat, command, chance)
