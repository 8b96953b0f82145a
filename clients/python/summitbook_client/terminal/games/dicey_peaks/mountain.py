"""
The mountain as a drawing: tiles on tiles, the summit on top, the foot below.

            ▒▒▒▒▒▒  ▒▒▒▒▒▒      Face down a tile is grey. Turned over it says what it does. Below each
        ▒▒▒▒▒▒  go +1   ▒▒▒▒▒▒  stand its position and the letters of the climbers on it.
          4       5 AB    6
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as pb

from ...canvas import Canvas
from .words import climbers_at, tile

LABEL, PITCH, LINES = 4, 8, 2
FACE_DOWN = "▒" * 6
HIDDEN, TURNED, FLAG, CLIMBERS = "dim", "cyan", "bold green", "bold yellow"
STYLES = {"oxygen_plus": "green", "oxygen_minus": "red", "forward": "bold cyan", "back": "magenta"}


class Size(NamedTuple):
    """Characters across, lines down."""

    width: int
    height: int


def mountain(view: pb.View) -> tuple[Canvas, Size]:
    """The summit first, then each level on the one below it, then the foot."""
    canvas = Canvas()
    widest = max((len(level.tiles) for level in view.levels), default=len(view.summit))
    _summit(canvas, view, widest)
    y = LINES
    for level in reversed(view.levels):
        _level(canvas, view, level, _left(widest, len(level.tiles)), y)
        y += LINES
    canvas.block(0, y, [Text.assemble(("foot", "bold"), "  ", (climbers_at(view, 0), CLIMBERS))])
    return canvas, Size(LABEL + PITCH * max(widest, len(view.summit)), y + 1)


def _left(widest: int, tiles: int) -> int:
    """Each level lies in the middle of the mountain, so that a tile rests on two."""
    return LABEL + max(widest - tiles, 0) * PITCH // 2


def _summit(canvas: Canvas, view: pb.View, widest: int) -> None:
    left = _left(widest, len(view.summit))
    canvas.put(0, 0, "top", "bold")
    for place, each in enumerate(view.summit):
        x = left + PITCH * place
        shown, style = _found(each.flag) if each.face_up else (FACE_DOWN, HIDDEN)
        canvas.put(x, 0, shown, style)
        canvas.put(x, 1, f"no. {each.tile + 1}", HIDDEN)
    canvas.block(0, 1, [Text(climbers_at(view, view.top), CLIMBERS)])


def _found(flag: bool) -> tuple[str, str]:
    return ("FLAG", FLAG) if flag else ("no flag", TURNED)


def _level(canvas: Canvas, view: pb.View, level: pb.LevelShown, left: int, y: int) -> None:
    canvas.put(0, y, f"≤{level.level}", "bold")
    for place, each in enumerate(level.tiles):
        x = left + PITCH * place
        canvas.put(x, y, *_face(each))
        canvas.put(x, y + 1, f"{each.position:>2}", "" if each.face_up else HIDDEN)
        here = climbers_at(view, each.position)
        canvas.put(x + (3 if len(here) < PITCH - 3 else 2), y + 1, here, CLIMBERS)


def _face(shown: pb.TileShown) -> tuple[str, str]:
    if not shown.face_up:
        return FACE_DOWN, HIDDEN
    return tile(shown.kind)[: PITCH - 1], STYLES.get(shown.kind.rpartition("_")[0], TURNED)
