"""The mountain as anyone may see it; what lies face down is told to nobody."""

from __future__ import annotations

import msgspec

from ..message import View
from .events import Intent
from .mountain import COLOURS, Colour, Face
from .state import Die, Phase, Race


class TileShown(msgspec.Struct, frozen=True):
    """A tile below the summit; its `kind` is empty while it lies face down."""

    position: int
    face_up: bool
    kind: str


class LevelShown(msgspec.Struct, frozen=True):
    """A level with its tiles from the left; each stands on two of the level below, as in a wall."""

    level: int
    tiles: tuple[TileShown, ...]


class SummitTileShown(msgspec.Struct, frozen=True):
    """A tile of the summit; `flag` is false while it lies face down."""

    tile: int
    face_up: bool
    flag: bool


class ClimberShown(msgspec.Struct, frozen=True):
    """A climber; a rest there brings at most `level` oxygen, which is 0 on the summit."""

    seat: int
    position: int
    level: int
    oxygen: int
    stranded: bool
    retired: bool


class ColourShown(msgspec.Struct, frozen=True):
    """The dice of a colour that lie in the pool, and the faces that each of them has."""

    colour: Colour
    count: int
    faces: tuple[Face, ...]


class DieShown(msgspec.Struct, frozen=True):
    """A die on the table."""

    colour: Colour
    face: Face


class RaceView(View, frozen=True, kw_only=True):
    """Everything on the table, with what follows from it by the rules."""

    phase: Phase
    """What the turn waits for."""
    turn: int
    seat: int
    """Whose turn it is."""
    intent: Intent | None
    dice_due: int
    """How many dice a roll now has; 0 where none can be made."""
    tiles_due: int
    """How many tiles are to be turned over now, else 0."""
    pool: tuple[ColourShown, ...]
    rolled: tuple[DieShown, ...]
    """This roll, not yet sorted."""
    set_aside: tuple[DieShown, ...]
    climbers: tuple[ClimberShown, ...]
    levels: tuple[LevelShown, ...]
    """From the bottom up."""
    top: int
    """The position of the summit."""
    summit: tuple[SummitTileShown, ...]
    oxygen_max: int
    bust_avalanches: int
    bust_yetis: int
    winner: int | None
    """The seat that has won; absent while the game goes on and where nobody did."""


def view(state: Race) -> RaceView:
    """What the table shows."""
    mountain = state.mountain
    return RaceView(
        phase=state.phase,
        turn=state.turn,
        seat=state.seat,
        intent=state.intent,
        dice_due=_dice_due(state),
        tiles_due=state.tiles_due if state.phase == "to_turn_over" else 0,
        pool=tuple(_colour(state, colour) for colour in COLOURS),
        rolled=_shown(state.rolled),
        set_aside=_shown(state.aside),
        climbers=_climbers(state),
        levels=tuple(_level(state, row) for row in range(len(mountain.levels))),
        top=mountain.top,
        summit=tuple(SummitTileShown(i, flag is not None, bool(flag)) for i, flag in enumerate(state.summit)),
        oxygen_max=mountain.oxygen_max,
        bust_avalanches=mountain.bust_avalanches,
        bust_yetis=mountain.bust_yetis,
        winner=state.winner,
    )


def _dice_due(state: Race) -> int:
    enough = sum(state.pool(colour) for colour in COLOURS) >= state.dice_due
    return state.dice_due if enough and state.phase in {"to_roll", "to_go_on"} else 0


def _colour(state: Race, colour: Colour) -> ColourShown:
    on_the_table = sum(die.colour == colour for die in state.rolled)
    return ColourShown(colour, state.pool(colour) - on_the_table, state.mountain.dice.of(colour).faces)


def _shown(dice: tuple[Die, ...]) -> tuple[DieShown, ...]:
    return tuple(DieShown(die.colour, die.face) for die in dice)


def _climbers(state: Race) -> tuple[ClimberShown, ...]:
    return tuple(
        ClimberShown(
            seat,
            climber.position,
            state.mountain.level_at(climber.position),
            climber.oxygen,
            climber.stranded,
            climber.retired,
        )
        for seat, climber in enumerate(state.climbers)
    )


def _level(state: Race, row: int) -> LevelShown:
    level = state.mountain.levels[row]
    first = state.mountain.position(row, 0)
    kinds = state.tiles[first - 1 : first - 1 + level.laid]
    tiles = (TileShown(position, bool(kind), kind) for position, kind in enumerate(kinds, first))
    return LevelShown(level.level, tuple(tiles))
