"""Pasts of Everest 1924, as its tests tell them."""

from __future__ import annotations

from msgspec.structs import replace

from summitbook_domain import everest1924
from summitbook_domain.everest1924.events import (
    Ascended,
    DiceRerolled,
    DiceRolled,
    DieUnlocked,
    ExpeditionStarted,
    Fell,
    Traversed,
)
from summitbook_domain.everest1924.sheet import Row, Sheet
from summitbook_domain.message import Event

EVEREST = everest1924.GAME
SHEET: Sheet = EVEREST.editions["reconstructed"].content
SET_OUT = ExpeditionStarted(row=0, column=0, dice=3, camps=4)

NO_STRAIGHT = (1, 3, 6)
"""Dice that reach no target."""


def up(row: int, column: int) -> Ascended:
    return Ascended(row=row, column=column, straight=(5, 6), value=12, camp=False)


def camp(row: int, column: int) -> Ascended:
    return Ascended(row=row, column=column, straight=(5, 6), value=12, camp=True)


def aside(row: int, column: int) -> Traversed:
    return Traversed(row=row, column=column)


def down(row: int, column: int) -> Fell:
    return Fell(row=row, column=column)


def straight_up(row: int) -> tuple[Event, ...]:
    """The shortest way to a row of the reconstructed sheet, with the dice it unlocks."""
    extra = {4: 4, 6: 5, 9: 6}
    way: list[Event] = []
    for each in range(1, row + 1):
        way += [up(each, each), *([DieUnlocked(dice=extra[each])] if each in extra else [])]
    return tuple(way)


def expedition(
    *way: Event, dice: tuple[int, ...] = (), rerolled: tuple[int, ...] = (), camps: int = 4
) -> tuple[Event, ...]:
    """An expedition that went this way and, where told, has these dice on the table after a reroll."""
    turn = 1 + sum(isinstance(event, (Ascended, Traversed, Fell)) for event in way)
    past: list[Event] = [replace(SET_OUT, camps=camps), *way]
    if dice:
        past.append(DiceRolled(turn=turn, values=dice, draw=f"turn/{turn}/roll"))
    if rerolled:
        values = tuple(dice[die] for die in rerolled)
        past.append(DiceRerolled(dice=rerolled, values=values, draw=f"turn/{turn}/reroll"))
    return tuple(past)


def sheet(*rows: Row, **changes: int) -> Sheet:
    """Another sheet, its legends and tents those of the reconstructed one."""
    return replace(SHEET, edition="another", rows=rows, **changes)
