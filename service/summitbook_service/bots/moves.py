"""Which of a game's bots acts, and what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from summitbook_domain.message import Command
from summitbook_domain.table import rules
from summitbook_domain.table.state import Table

from ..hints import Advice, Seen, seen_by
from .adviser import Adviser
from .choosing import POLICIES, alone, anything, going_on


class Move(NamedTuple):
    """What a seat is to do."""

    seat: int
    command: Command


class Moves:
    """Asks the bots of a game in turn, those that it waits for first."""

    def __init__(self, advice: Advice) -> None:
        self._adviser = Adviser(advice)

    async def next(self, table: Table, bots: Mapping[int, str]) -> Move | None:
        """
        What one of these bots does, given by seat and policy; None where it is for others to act.

        Who is not waited for holds back where people are, but for what helps them.
        """
        asked = _asked(table, bots)
        for seat, seen in asked.items():
            command = await POLICIES[bots[seat]](seen, self._adviser)
            if command is not None:
                return Move(seat, command)
        return await self._all_wait(table, bots, asked)

    async def _all_wait(
        self, table: Table, bots: Mapping[int, str], waiting: Mapping[int, Seen]
    ) -> Move | None:
        """
        What is done where each leaves it to another.

        People who could act are left alone where it is their turn, or where all that is left is to undo.
        """
        others = [seat for seat in range(len(table.seats)) if seat not in bots]
        people_can = any(rules.legal(table, seat) for seat in others)
        if bots.keys() >= set(table.game.waits_for(table.play)) or not people_can:
            for seat, seen in waiting.items():
                if going := going_on(seen):
                    return Move(seat, await alone(seen._replace(legal=going), self._adviser))
        if people_can:
            return None
        return next((Move(seat, anything(seen)) for seat, seen in waiting.items()), None)


def _asked(table: Table, bots: Mapping[int, str]) -> dict[int, Seen]:
    """The bots that may act now, with what each of them may do, those first that the game waits for."""
    game, waits = table.game, set(table.game.waits_for(table.play))
    found = {}
    for seat in sorted(bots, key=lambda seat: seat not in waits):
        legal = rules.legal(table, seat)
        if legal and seat not in waits and not waits <= bots.keys():
            legal = game.helps(table.play, legal)
        if legal:
            found[seat] = seen_by(table, legal)
    return found
