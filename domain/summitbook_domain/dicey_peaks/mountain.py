"""Dice and tiles: the content of one edition, and the shape of the mountain they make."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise
from typing import Literal, get_args

import msgspec

from ..content import Content

Colour = Literal["white", "light_blue", "dark_blue"]
Face = Literal["pickaxe", "avalanche", "tent", "yeti"]
SummitTile = Literal["flag", "false_summit"]

COLOURS: tuple[Colour, ...] = get_args(Colour)
FOOT = 0
TURN_OVER = "turn_over_2"
TILES_TO_TURN_OVER = 2

MOST = 99
"""The largest number that an edition may name."""
_KIND = re.compile(
    rf"(forward|back|oxygen_plus|oxygen_minus)_[1-9][0-9]?|down_left|down_right|{TURN_OVER}|nothing"
)


class ColourDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All dice of one colour, and the faces that each of them has."""

    count: int
    faces: tuple[Face, ...]


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice, by colour."""

    white: ColourDice
    light_blue: ColourDice
    dark_blue: ColourDice

    def of(self, colour: Colour) -> ColourDice:
        """The dice of this colour."""
        dice: ColourDice = getattr(self, colour)
        return dice


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the mountain: so many tiles laid from the shuffled pile; the rest stay in the box."""

    level: int
    laid: int
    tiles: tuple[str, ...]


class Summit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pile of the summit, all of it laid."""

    tiles: tuple[SummitTile, ...]


class Mountain(Content, frozen=True, kw_only=True, dict=True):
    """
    The content of one edition: docs/rules/dicey_peaks.md, "Content" and "The mountain".

    Positions count from 0, the foot; the tiles follow, level after level from the left.
    """

    game: Literal["dicey_peaks"]
    oxygen_start: int
    oxygen_max: int
    first_roll: int
    next_roll: int
    bust_avalanches: int
    bust_yetis: int
    dice: Dice
    levels: tuple[Level, ...]
    summit: Summit

    @cached_property
    def top(self) -> int:
        """The position of the summit."""
        return 1 + sum(level.laid for level in self.levels)

    def has_tile(self, position: int) -> bool:
        """Whether a tile lies at this position: neither the foot nor the summit, nor off the mountain."""
        return FOOT < position < self.top

    def spot(self, position: int) -> tuple[int, int]:
        """The row of a tile, from the bottom, and its place there, from the left; raises LookupError."""
        place = position - 1
        for row, level in enumerate(self.levels):
            if 0 <= place < level.laid:
                return row, place
            place -= level.laid
        raise LookupError(f"there is no tile at position {position}")

    def position(self, row: int, place: int) -> int:
        """The position of a tile, given its row from the bottom and its place from the left."""
        return 1 + sum(level.laid for level in self.levels[:row]) + place

    def level_at(self, position: int) -> int:
        """The most oxygen that a rest there brings: the number of the level, 0 on the summit."""
        if position == self.top:
            return 0
        row = self.spot(position)[0] if position != FOOT else 0
        return self.levels[row].level

    def problems(self) -> list[str]:
        """What is wrong with these dice and tiles, each as `key: reason`."""
        return [
            *super().problems(),
            *_numbers_wrong(self),
            *_dice_wrong(self.dice, self.first_roll),
            *_levels_wrong(self.levels),
            *_tiles_wrong(self.levels),
            *_summit_wrong(self.summit),
        ]


def _numbers_wrong(mountain: Mountain) -> list[str]:
    found = []
    if mountain.min_seats < 2 or mountain.max_seats > 6:
        found.append("max_seats: the game is for 2 to 6 seats")
    numbers = {
        name: getattr(mountain, name)
        for name in ("oxygen_max", "first_roll", "next_roll", "bust_avalanches", "bust_yetis")
    }
    found += [f"{name}: must be from 1 to {MOST}" for name, n in numbers.items() if not 1 <= n <= MOST]
    if not 0 <= mountain.oxygen_start <= mountain.oxygen_max:
        found.append("oxygen_start: must be from 0 to oxygen_max")
    return found


def _dice_wrong(dice: Dice, first_roll: int) -> list[str]:
    found = []
    for colour in COLOURS:
        if not 0 <= dice.of(colour).count <= MOST:
            found.append(f"dice.{colour}.count: must be from 0 to {MOST}")
        if not dice.of(colour).faces:
            found.append(f"dice.{colour}.faces: a die has at least one")
    if sum(dice.of(colour).count for colour in COLOURS) < first_roll:
        found.append("first_roll: there are not so many dice")
    shown = {face for colour in COLOURS if dice.of(colour).count for face in dice.of(colour).faces}
    return found + [f"dice: no die shows a {face}" for face in ("pickaxe", "tent") if face not in shown]


def _levels_wrong(levels: tuple[Level, ...]) -> list[str]:
    found = [] if levels else ["levels: a mountain needs at least one"]
    for row, level in enumerate(levels):
        if not 1 <= level.level <= MOST:
            found.append(f"levels[{row}].level: must be from 1 to {MOST}")
        if not 1 <= level.laid <= len(level.tiles):
            found.append(f"levels[{row}].laid: must be from 1 to the number of its tiles")
        if len(level.tiles) > MOST:
            found.append(f"levels[{row}].tiles: at most {MOST}")
    if len({level.level for level in levels}) < len(levels):
        found.append("levels: two have the same number")
    if any(above.laid >= below.laid for below, above in pairwise(levels)):
        found.append("levels: each must be shorter than the one it stands on")
    return found


def _tiles_wrong(levels: tuple[Level, ...]) -> list[str]:
    found = []
    for row, level in enumerate(levels):
        for place, kind in enumerate(level.tiles):
            if not _KIND.fullmatch(kind):
                found.append(f"levels[{row}].tiles[{place}]: there is no such kind of tile")
            if row == 0 and kind.startswith("down_"):
                found.append(f"levels[{row}].tiles[{place}]: there is no level below")
    return found


def _summit_wrong(summit: Summit) -> list[str]:
    found = [] if "flag" in summit.tiles else ["summit.tiles: the flag is missing"]
    return found if len(summit.tiles) <= MOST else [*found, f"summit.tiles: at most {MOST}"]
