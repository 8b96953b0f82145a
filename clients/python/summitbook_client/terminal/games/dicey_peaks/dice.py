"""Dice by letter and face: W white, L light blue, D dark blue, so that nobody needs the colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text

from summitbook.dicey_peaks.v1 import dicey_peaks_pb2 as pb

from .words import FACES, colour

STYLES = {
    pb.COLOUR_WHITE: "bold",
    pb.COLOUR_LIGHT_BLUE: "bold bright_cyan",
    pb.COLOUR_DARK_BLUE: "bold blue",
}
LIMITS = {
    (pb.INTENT_CLIMB, pb.FACE_AVALANCHE): "bust_avalanches",
    (pb.INTENT_REST, pb.FACE_YETI): "bust_yetis",
}
"""Which number of the view says how many of a face end such a turn."""
SHORT = {pb.FACE_PICKAXE: "P", pb.FACE_AVALANCHE: "A", pb.FACE_TENT: "T", pb.FACE_YETI: "Y"}


def pool(view: pb.View) -> list[Text]:
    """A line for each colour: how many dice lie in the pool, and the faces of each."""
    lines = [_colour(each) for each in view.pool]
    return [*lines, Text("Pick Avalanche Tent Yeti", "dim")]


def _colour(each: pb.ColourShown) -> Text:
    faces = Counter(each.faces)
    shown = "".join(SHORT.get(face, "?") * faces[face] for face in sorted(faces))
    name = f"{colour(each.colour)[0].upper()} {colour(each.colour):<10}"
    return Text.assemble((name, STYLES.get(each.colour, "")), (f" {each.count:>2}", "bold"), f"  {shown}")


def table(view: pb.View) -> list[Text]:
    """The roll, and what is set aside with how near it is to a bust."""
    return [_roll(view.rolled), _set_aside(view)]


def _roll(dice: Sequence[pb.DieShown]) -> Text:
    shown = [(f"[{_letter(die)} {FACES.get(die.face, '?')}]", STYLES.get(die.colour, "")) for die in dice]
    return Text.assemble("Rolled     ", *(shown or [("nothing", "dim")]))


def _set_aside(view: pb.View) -> Text:
    """Faces by how many there are: `2 pickaxe WL   1 of 3 avalanche D`."""
    kept = {face: [die for die in view.set_aside if die.face == face] for face in FACES}
    shown = [part for face, dice in kept.items() if dice for part in _kept(view, face, dice)]
    return Text.assemble("Set aside  ", *(shown or [("nothing", "dim")]))


def _kept(view: pb.View, face: pb.Face, dice: Sequence[pb.DieShown]) -> Iterable[tuple[str, str]]:
    """A face, its dice by letter, and how many of it make a bust."""
    limits = LIMITS.get((view.intent, face))
    limit = f" of {getattr(view, limits)}" if limits else ""
    yield f"{len(dice)}{limit} {FACES[face]} ", "bold"
    for die in dice:
        yield _letter(die), STYLES.get(die.colour, "")
    yield "   ", ""


def _letter(die: pb.DieShown) -> str:
    return colour(die.colour)[0].upper()
