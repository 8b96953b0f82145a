"""Sheets for Everest 1924 that are small enough to be enumerated, or large enough to be in the way."""

from __future__ import annotations

from expeditions import SHEET
from msgspec.structs import replace

from summitbook_domain.everest1924.sheet import Row, Sheet


def sheet(*rows: Row, dice: int = 2, max_dice: int = 2, camps: int = 2) -> Sheet:
    """A sheet of these rows, from the bottom up."""
    return replace(SHEET, edition="small", rows=rows, dice=dice, max_dice=max_dice, camps=camps)


THREE_ROWS = sheet(Row(0, 5), Row(0, 5, 8), Row(1, 4, 12))
STEEP = sheet(Row(0, 4), Row(0, 4, 6), Row(0, 4, 10))
FOUR_ROWS = sheet(Row(0, 3), Row(0, 5, 6), Row(0, 5, 6), Row(0, 5, 12))
"""Large enough for lines to be crossed: without them it would be worth something else, going up or down."""
ONE_MORE_DIE = sheet(Row(0, 2), Row(0, 1, 6, extra_die=True), Row(0, 2, 15), max_dice=3)
HOPELESS = sheet(Row(0, 3), Row(0, 3, 40), Row(0, 3, 41))
"""No dice reach a target: best is to turn back before the first roll."""
SMALL = {
    "three rows": THREE_ROWS,
    "steep": STEEP,
    "four rows": FOUR_ROWS,
    "one more die": ONE_MORE_DIE,
    "hopeless": HOPELESS,
}

WIDE = replace(SHEET, rows=tuple(replace(row, first=0, squares=14) for row in SHEET.rows), camps=2)
"""As the sheet that ships, but not sloped: a camp leads far back, and much of a route stays in the way."""
