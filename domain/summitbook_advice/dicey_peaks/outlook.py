"""What the turn that is under way can bring, as a chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
import numpy as np

from summitbook_domain.dicey_peaks.events import Intent
from summitbook_domain.dicey_peaks.mountain import FOOT, Mountain
from summitbook_domain.dicey_peaks.view import ClimberShown, LevelShown, RaceView

from .alone import alone_on
from .arrays import Reals
from .race import chance
from .turns import Purpose, Turns, turns_on
from .ways import Landing, Standing, Ways, climbed, landing, most_tents, rested


class Outlook(msgspec.Struct, frozen=True):
    """
    A climber whose turn is under way: where it stands, and the others that still climb.

    `began` is the position where its turn began: who stands lower can be chased by yetis.
    """

    mountain: Mountain
    start: Standing
    began: int
    others: tuple[ClimberShown, ...]

    def later(self, end: Standing, yeti: int) -> float:
        """The chance to win if the turn ends there, with a yeti set aside or without."""
        alone = alone_on(self.mountain)
        others = [self._standing(each, end.hidden, yeti) for each in self.others]
        return chance(alone, alone.number(end), map(alone.number, others))

    def _standing(self, other: ClimberShown, hidden: int, yeti: int) -> Standing:
        chased = bool(yeti) and other.position < self.began
        return Standing(other.position + chased, other.oxygen, hidden)


def outlook_of(mountain: Mountain, view: RaceView) -> Outlook:
    """
    The outlook of the seat that has the turn.

    Where it has climbed already, its turn began at least as many positions lower as it has pickaxes.
    """
    me = view.climbers[view.seat]
    hidden = sum(not tile.face_up for tile in view.summit)
    others = tuple(each for each in view.climbers if each is not me and not (each.stranded or each.retired))
    began = me.position
    if view.phase in {"to_turn_over", "to_choose"}:
        began = max(FOOT, began - sum(die.face == "pickaxe" for die in view.set_aside))
    return Outlook(mountain, Standing(me.position, me.oxygen, hidden), began, others)


class Rolling(msgspec.Struct, frozen=True):
    """What each state of the turn is worth, for either intent, and how many good faces are no bust."""

    turns: Turns
    stopping: Mapping[Intent, Reals]
    best: Mapping[Intent, Reals]
    most: Mapping[Intent, int]


@lru_cache(maxsize=256)
def rolling(outlook: Outlook, levels: tuple[LevelShown, ...]) -> Rolling:
    """What rolling on is worth, with these tiles face up; kept, since it is the same all through the turn."""
    mountain, start = outlook.mountain, outlook.start
    turns, at_top = turns_on(mountain), start.position == mountain.top
    bust = np.array([[outlook.later(start, yeti)] for yeti in (0, 1)])
    most: dict[Intent, int] = {"climb": start.oxygen, "rest": most_tents(mountain, start)}
    stop: dict[Intent, Reals] = {
        "climb": _climbing(outlook, ways_shown(mountain, levels)),
        "rest": _resting(outlook, turns.rest.most, most["rest"]),
    }
    allowed: dict[Intent, bool] = {"climb": at_top or start.oxygen > 0, "rest": not at_top}
    worth = {
        intent: turns.worth(
            intent, Purpose(stop[intent], bust, np.array([most[intent]]), np.array([allowed[intent]]))
        )
        for intent in stop
    }
    return Rolling(
        turns,
        {intent: each.stopping[:, 0] for intent, each in worth.items()},
        {intent: each.best[:, 0] for intent, each in worth.items()},
        most,
    )


def _climbing(outlook: Outlook, ways: Ways) -> Reals:
    """What it is worth to stop with so many pickaxes."""
    mountain, start = outlook.mountain, outlook.start
    stop = np.zeros((mountain.oxygen_max + 1, 2, 1))
    for pickaxes, yeti in np.ndindex(start.oxygen + 1, 2):
        ends = climbed(mountain, ways, start, pickaxes)
        stop[pickaxes, yeti] = sum(odds * outlook.later(end, yeti) for odds, end in ends)
    return stop


def _resting(outlook: Outlook, every: int, most: int) -> Reals:
    """What it is worth to stop with so many tents."""
    stop = np.zeros((every + 1, 2, 1))
    for tents, yeti in np.ndindex(min(every, most) + 1, 2):
        stop[tents, yeti] = outlook.later(rested(outlook.mountain, outlook.start, tents), yeti)
    return stop


def ways_shown(mountain: Mountain, levels: tuple[LevelShown, ...]) -> Ways:
    """What can come of landing anywhere: what lies face up is known, and is nowhere else on its level."""
    ways: list[tuple[Landing, ...]] = [()]
    for shown, level in zip(levels, mountain.levels, strict=True):
        hidden = list(level.tiles)
        for tile in shown.tiles:
            if tile.face_up:
                hidden.remove(tile.kind)
        for tile in shown.tiles:
            kinds = (tile.kind,) if tile.face_up else hidden
            ways.append(tuple(landing(mountain, tile.position, kind) for kind in kinds))
    return ways
