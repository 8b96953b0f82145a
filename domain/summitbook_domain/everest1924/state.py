"""An expedition under way, and how each event changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from ..game import fold_by
from ..message import Event, Options
from ..table.events import GameClosed, SeatRetired, TurnTimedOut
from . import events as e
from .sheet import Sheet, Square

Phase = Literal["to_roll", "rolled", "over"]


class ExpeditionOptions(Options, frozen=True):
    """Everest has no options of its own."""


class Expedition(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    All that the rules need to know of one game.

    `route` lists the squares in the order they were marked, so that its neighbours
    are the lines drawn. `live` tells which of the rolled `values` are not discarded.
    """

    sheet: Sheet
    route: tuple[Square, ...] = ()
    camps: int = 0
    dice: int = 0
    highest: int = 0
    turn: int = 1
    phase: Phase = "to_roll"
    values: tuple[int, ...] = ()
    live: tuple[bool, ...] = ()
    rerolled: bool = False
    camped: tuple[Square, ...] = ()
    ending: Event | None = None
    score: e.ExpeditionScored | None = None
    outcome: str | None = None

    @property
    def position(self) -> Square:
        """Where the climber stands: the square marked last."""
        return self.route[-1]

    @property
    def target(self) -> int:
        """The target of the row above; 0 on the top row."""
        above = self.position[0] + 1
        return self.sheet.rows[above].target if above <= self.sheet.top else 0

    def live_values(self) -> tuple[int, ...]:
        """The values of the dice not discarded, in index order."""
        return tuple(value for value, live in zip(self.values, self.live, strict=True) if live)

    def is_live(self, die: int) -> bool:
        """Whether there is such a die and it is not discarded."""
        return 0 <= die < len(self.live) and self.live[die]


def setup(sheet: Sheet, options: ExpeditionOptions, seats: int) -> Expedition:
    """An empty sheet: docs/rules/everest1924.md, "State"."""
    return Expedition(sheet=sheet)


def _started(state: Expedition, event: e.ExpeditionStarted) -> Expedition:
    return replace(state, route=((event.row, event.column),), dice=event.dice, camps=event.camps)


def _rolled(state: Expedition, event: e.DiceRolled) -> Expedition:
    live = (True,) * len(event.values)
    return replace(state, phase="rolled", turn=event.turn, values=event.values, live=live, rerolled=False)


def _combined(state: Expedition, event: e.DiceCombined) -> Expedition:
    values, live = list(state.values), list(state.live)
    values[event.keep] = event.value
    live[event.discard] = False
    return replace(state, values=tuple(values), live=tuple(live))


def _rerolled(state: Expedition, event: e.DiceRerolled) -> Expedition:
    values, live = list(state.values), list(state.live)
    for die, value in zip(event.dice, event.values, strict=True):
        values[die] = value
        live[die] = True
    return replace(state, values=tuple(values), live=tuple(live), rerolled=True)


def _moved(state: Expedition, event: e.Ascended | e.Traversed | e.Fell, **changes: Any) -> Expedition:
    route = (*state.route, (event.row, event.column))
    return replace(
        state,
        route=route,
        phase="to_roll",
        turn=state.turn + 1,
        values=(),
        live=(),
        rerolled=False,
        **changes,
    )


def _ascended(state: Expedition, event: e.Ascended) -> Expedition:
    highest = max(state.highest, event.row)
    if not event.camp:
        return _moved(state, event, highest=highest)
    camped = (*state.camped, (event.row, event.column))
    return _moved(state, event, highest=highest, camps=state.camps - 1, camped=camped)


def _unlocked(state: Expedition, event: e.DieUnlocked) -> Expedition:
    return replace(state, dice=event.dice)


def _ended(state: Expedition, event: Event) -> Expedition:
    return replace(state, phase="over", ending=event)


def _scored(state: Expedition, event: e.ExpeditionScored) -> Expedition:
    return replace(state, phase="over", score=event, outcome="finished")


def _timed_out(state: Expedition, event: TurnTimedOut) -> Expedition:
    return replace(state, phase="over", outcome="expired")


def _retired(state: Expedition, event: SeatRetired) -> Expedition:
    return replace(state, phase="over", outcome="retired")


def _closed(state: Expedition, event: GameClosed) -> Expedition:
    """Whatever closes the game, nothing is waited for any more."""
    return replace(state, phase="over")


_FOLDS: dict[type[Event], Callable[[Expedition, Any], Expedition]] = {
    e.ExpeditionStarted: _started,
    e.DiceRolled: _rolled,
    e.DiceCombined: _combined,
    e.DiceRerolled: _rerolled,
    e.Ascended: _ascended,
    e.DieUnlocked: _unlocked,
    e.Traversed: _moved,
    e.Fell: _moved,
    e.SummitReached: _ended,
    e.PartyPerished: _ended,
    e.ExpeditionAbandoned: _ended,
    e.ExpeditionScored: _scored,
    TurnTimedOut: _timed_out,
    SeatRetired: _retired,
    GameClosed: _closed,
}

evolve = fold_by(_FOLDS)
"""Fold one event; events of other aggregates change nothing."""
