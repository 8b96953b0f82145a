"""Turning tiles over, and what they do: docs/rules/dicey_peaks.md, "What tiles do"."""

from __future__ import annotations

from ..chance import Chance
from ..game import Story
from . import events as e
from .mountain import FOOT, TURN_OVER, Mountain
from .state import Race
from .turn import close


def tile_at(mountain: Mountain, position: int, label: str, chance: Chance) -> e.TileTurned:
    """The tile that the shuffle of this label lays at a position; raises LookupError."""
    row, place = mountain.spot(position)
    tile = chance.shuffle(label, mountain.levels[row].tiles)[place]
    return e.TileTurned(position=position, tile=tile, draw=label, place=place)


def summit_tile(mountain: Mountain, tile: int, label: str, chance: Chance) -> e.SummitTileTurned:
    """The tile that the shuffle of this label lays on the summit, counted from 0."""
    flag = chance.shuffle(label, mountain.summit.tiles)[tile] == "flag"
    return e.SummitTileTurned(tile=tile, flag=flag, draw=label, place=tile)


def land(story: Story[Race], chance: Chance) -> None:
    """Turn over the tile climbed onto, unless it is face up, and let it act; that ends most turns."""
    position = story.state.climber.position
    if position in story.state.face_down():
        _reveal(story, position, chance)
    kind = story.state.tiles[position - 1]
    _act(story, kind)
    if kind != TURN_OVER or not story.state.tiles_due:
        close(story)


def turn_over(story: Story[Race], positions: tuple[int, ...], chance: Chance) -> None:
    """Turn over the tiles chosen, which do not act, and end the turn."""
    for position in positions:
        _reveal(story, position, chance)
    close(story)


def search(story: Story[Race], tile: int, chance: Chance) -> None:
    """Turn over a summit tile: the flag wins at once, a false summit ends the turn."""
    turned = summit_tile(story.state.mountain, tile, "summit", chance)
    story.tell(turned)
    if turned.flag:
        story.tell(e.GameWon(seat=story.state.seat))
    else:
        close(story)


def _reveal(story: Story[Race], position: int, chance: Chance) -> None:
    mountain = story.state.mountain
    row, _ = mountain.spot(position)
    label = f"level/{mountain.levels[row].level}"
    story.tell(tile_at(mountain, position, label, chance))


def _act(story: Story[Race], kind: str) -> None:
    mountain, position = story.state.mountain, story.state.climber.position
    match kind.rpartition("_"):
        case "forward", _, steps:
            _move(story, min(position + int(steps), mountain.top), kind)
        case "back", _, steps:
            _move(story, max(position - int(steps), FOOT), kind)
        case "down", _, side:
            row, place = mountain.spot(position)
            _move(story, mountain.position(row - 1, place + (side == "right")), kind)
        case "oxygen_plus", _, gain:
            _breathe(story, int(gain), kind)
        case "oxygen_minus", _, loss:
            _breathe(story, -int(loss), kind)


def _move(story: Story[Race], end: int, kind: str) -> None:
    story.tell(e.ClimberMoved(start=story.state.climber.position, end=end, tile=kind))


def _breathe(story: Story[Race], change: int, kind: str) -> None:
    before = story.state.climber.oxygen
    oxygen = min(max(before + change, 0), story.state.mountain.oxygen_max)
    story.tell(e.OxygenChanged(change=oxygen - before, oxygen=oxygen, tile=kind))
