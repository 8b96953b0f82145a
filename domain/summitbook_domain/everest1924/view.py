"""The sheet as anyone may see it; nothing on it is ever hidden but the dice to come."""

from __future__ import annotations

import msgspec

from ..message import View
from .dice import best_straight, worth
from .events import PartyPerished, PerishCause
from .state import Expedition, Phase


class SheetRow(msgspec.Struct, frozen=True):
    """A row of the sheet, from the bottom up; `target` is 0 for base camp."""

    first: int
    squares: int
    target: int
    extra_die: bool


class Mark(msgspec.Struct, frozen=True):
    """A marked square; the lines of the route join neighbours in the list."""

    row: int
    column: int
    camp: bool


class DieShown(msgspec.Struct, frozen=True):
    """A die on the table; a discarded one is not live."""

    value: int
    live: bool


class ExpeditionView(View, frozen=True, kw_only=True):
    """Everything on the table, with what follows from it by the rules."""

    phase: Phase
    turn: int
    row: int
    column: int
    target: int
    """The target of the row above, 0 on the top row."""
    dice_owned: int
    dice: tuple[DieShown, ...]
    rerolled: bool
    straight: tuple[int, ...]
    straight_value: int
    camps_left: int
    highest_row: int
    squares_marked: int
    rows: tuple[SheetRow, ...]
    route: tuple[Mark, ...]
    ending: str
    """The event that ended the climb, empty while it goes on."""
    cause: PerishCause | None
    """Why the party perished; absent unless it did."""
    score: int | None
    """The final score; absent until the game is scored."""
    legend: str


def view(state: Expedition) -> ExpeditionView:
    """What the table shows."""
    straight = best_straight(state.live_values())
    row, column = state.position
    return ExpeditionView(
        phase=state.phase,
        turn=state.turn,
        row=row,
        column=column,
        target=state.target,
        dice_owned=state.dice,
        dice=tuple(DieShown(value, live) for value, live in zip(state.values, state.live, strict=True)),
        rerolled=state.rerolled,
        straight=straight,
        straight_value=worth(straight),
        camps_left=state.camps,
        highest_row=state.highest,
        squares_marked=len(state.route),
        rows=tuple(
            SheetRow(each.first, each.squares, each.target, each.extra_die) for each in state.sheet.rows
        ),
        route=tuple(Mark(*square, square in state.camped) for square in state.route),
        ending=type(state.ending).__name__ if state.ending else "",
        cause=state.ending.cause if isinstance(state.ending, PartyPerished) else None,
        score=state.score.score if state.score else None,
        legend=state.score.legend if state.score else "",
    )
