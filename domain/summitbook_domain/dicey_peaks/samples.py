"""What chance gave on the mountain, to be counted."""

from __future__ import annotations

from ..game import Sample
from ..message import Event
from . import events as e
from .mountain import Mountain


def samples(mountain: Mountain, seats: int, event: Event, first: Event) -> tuple[Sample, ...]:
    """Each die of a roll, a tile out of its level's pile, and the seat that begins."""
    match event:
        case e.DiceRolled(dice, faces):
            each = zip(dice, faces, strict=False)
            return tuple(
                Sample(f"{colour} die", mountain.dice.of(colour).faces, face) for colour, face in each
            )
        case e.TileTurned(position, tile, _, place) if mountain.has_tile(position):
            level = mountain.levels[mountain.spot(position)[0]]
            return (Sample(f"tile of level {level.level}", level.tiles, tile, place),)
        case e.SummitTileTurned(_, flag, _, place):
            tile = "flag" if flag else "false_summit"
            return (Sample("summit tile", mountain.summit.tiles, tile, place),)
        case e.MountainBuilt(first_seat):
            every = tuple(f"seat {seat}" for seat in range(seats))
            return (Sample(f"first of {seats} seats", every, f"seat {first_seat}"),)
        case _:
            return ()
