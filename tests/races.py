"""Pasts of Dicey Peaks, as its tests tell them, and luck that lays the tiles and dice they want."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from given import Given, Luck, given
from summitbook_domain import dicey_peaks
from summitbook_domain.dicey_peaks.events import (
    Climbed,
    ClimberStranded,
    DiceRolled,
    DiceSetAside,
    IntentAnnounced,
    MountainBuilt,
    SummitTileTurned,
    TileTurned,
    TurnEnded,
    TurnStarted,
)
from summitbook_domain.dicey_peaks.mountain import Mountain
from summitbook_domain.message import Event
from summitbook_domain.table.events import SeatRetired

PEAKS = dicey_peaks.GAME
MOUNTAIN: Mountain = PEAKS.editions["reconstructed"].content
SUMMIT = 19
TURN = 9
"""The turn that the pasts below have come to."""

WHITE, LIGHT_BLUE, DARK_BLUE = "white", "light_blue", "dark_blue"
PICKAXE, AVALANCHE, TENT, YETI = "pickaxe", "avalanche", "tent", "yeti"
FEW = (WHITE, WHITE, WHITE, WHITE, LIGHT_BLUE)
"""The five dice of a first roll, unless a test wants others."""


def at(position: int, oxygen: int = 9) -> tuple[int, int]:
    """A climber: where it stands and what it has to breathe."""
    return position, oxygen


def race(
    *climbers: tuple[int, int],
    seat: int = 0,
    intent: str | None = None,
    aside: Sequence[str] = (),
    rolled: Sequence[str] = (),
    face_up: Mapping[int, str] | None = None,
    searched: Iterable[int] = (),
    stranded: Iterable[int] = (),
    retired: Iterable[int] = (),
) -> tuple[Event, ...]:
    """
    A race in turn 9, which is that of `seat`.

    The faces `aside` are set aside for `intent`, by as many rolls as it takes, or those
    of `rolled` lie on the table; `face_up` are kinds of tile by position, and the summit
    tiles `searched` were false.
    """
    past: list[Event] = [MountainBuilt(first_seat=0, draw=None)]
    for each, (position, oxygen) in enumerate(climbers):
        past += [TurnStarted(seat=each, turn=each + 1), Climbed(start=0, end=position, oxygen=oxygen)]
    past += [turned(position, kind) for position, kind in (face_up or {}).items()]
    past += [SummitTileTurned(tile=tile, flag=False, draw="summit", place=tile) for tile in searched]
    past += [ClimberStranded(seat=each) for each in stranded]
    past += [SeatRetired(seat=each) for each in retired]
    past.append(TurnStarted(seat=seat, turn=TURN))
    if intent:
        past += sorted_rolls(intent, aside)
    elif rolled:
        past.append(roll(1, FEW, rolled))
    return tuple(past)


def sorted_rolls(intent: str, aside: Sequence[str]) -> list[Event]:
    """Rolls of which just these faces were kept: five dice, then three at a time."""
    dice = (WHITE,) * 4 + (LIGHT_BLUE,) * 5 + (DARK_BLUE,) * 4
    rest = TENT if intent == "climb" else PICKAXE
    told: list[Event] = []
    for number, (first, last) in enumerate(((0, 5), (5, 8), (8, 11), (11, 13)), 1):
        kept = tuple(aside[first:last])
        if number > 1 and not kept:
            break
        faces = kept + (rest,) * (last - first - len(kept))
        told.append(roll(number, dice[first:last], faces))
        if number == 1:
            told.append(IntentAnnounced(intent=intent))
        told.append(DiceSetAside(dice=dice[first : first + len(kept)], faces=kept))
    return told


def roll(number: int, dice: Sequence[str], faces: Sequence[str], turn: int = TURN) -> DiceRolled:
    """A turn's roll of this number."""
    return DiceRolled(dice=tuple(dice), faces=tuple(faces), draw=f"turn/{turn}/roll/{number}")


def turned(position: int, kind: str) -> TileTurned:
    """A tile turned face up."""
    level, place = place_of(position)
    return TileTurned(position=position, tile=kind, draw=f"level/{level}", place=place)


def place_of(position: int) -> tuple[int, int]:
    """The level of a tile and its number from the left, counted out on the reconstructed mountain."""
    for level, first, last in ((6, 1, 6), (5, 7, 11), (4, 12, 15), (3, 16, 18)):
        if first <= position <= last:
            return level, position - first
    raise AssertionError(f"there is no tile at {position}")


def luck(
    *rolls: DiceRolled,
    lay: Mapping[int, str] | None = None,
    flag: int | None = None,
    seats: int | None = None,
) -> Luck:
    """Luck by which these rolls fall, these tiles lie at these positions and the flag at this summit tile."""
    words: dict[str | None, list[int]] = {each.draw: _faces(each) for each in rolls}
    for position, kind in (lay or {}).items():
        level, place = place_of(position)
        pile = next(each.tiles for each in MOUNTAIN.levels if each.level == level)
        words.setdefault(f"level/{level}", []).extend(_shuffling(pile, kind, place))
    if flag is not None:
        words["summit"] = _shuffling(MOUNTAIN.summit.tiles, "flag", flag)
    if seats is not None:
        words["first-seat"] = [seats]
    return Luck(words)


def _faces(rolled: DiceRolled) -> list[int]:
    faces = {colour: getattr(MOUNTAIN.dice, colour).faces for colour in (WHITE, LIGHT_BLUE, DARK_BLUE)}
    return [faces[colour].index(face) for colour, face in zip(rolled.dice, rolled.faces, strict=True)]


def _shuffling(pile: Sequence[str], kind: str, place: int) -> list[int]:
    """The words of a shuffle that exchanges one tile of this kind with whatever lies at the place."""
    wanted = list(range(len(pile)))
    other = pile.index(kind)
    wanted[place], wanted[other] = wanted[other], wanted[place]
    left, words = list(range(len(pile))), []
    for last in range(len(pile) - 1, 0, -1):
        words.append(left.index(wanted[last]))
        left[last], left[words[-1]] = left[words[-1]], left[last]
    return words


def peaks(*past: Event, seats: int = 2, content: Mountain | None = None) -> Given:
    """The game after this past."""
    return given(PEAKS, *past, seats=seats, content=content)


def passed(seat: int, to: int) -> tuple[TurnEnded, TurnStarted]:
    """The end of an ordinary turn."""
    return TurnEnded(seat=seat), TurnStarted(seat=to, turn=TURN + 1)
