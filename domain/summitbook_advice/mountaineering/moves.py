"""What a move is worth to the team, in cards, and what it leads to, in words."""

from __future__ import annotations

from summitbook_domain.mountaineering import commands as c
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.view import ClimbView, SpotShown

from .team import items

STEP = 0.7
"""What a step ahead is worth: about the part of a mover that it takes."""
ITEM = 0.7
"""What an item that a trouble needs costs: about the part of a card that is spent for it."""
LACKED = 2.0
"""What an item costs besides that nobody has: about the cards it takes to find it."""

Judged = tuple[float, str]
"""Cards, and words."""


def wins(view: ClimbView, command: c.PlayMover) -> bool:
    """Whether the climb is won where this move ends."""
    if view.descending:
        return _spot(view, command.route[-1]).kind == "base"
    return view.course == "beginner" and _spot(view, command.route[-1]).kind == "summit"


def move(mountain: Mountain, view: ClimbView, command: c.PlayMover) -> Judged:
    """What a move brings, ahead or back."""
    back = command.route == view.trail[-2::-1][: len(command.route)]
    gain, words = _landing(mountain, view, _spot(view, command.route[-1]))
    return gain + (-STEP if back else STEP) * len(command.route), words


def _landing(mountain: Mountain, view: ClimbView, spot: SpotShown) -> Judged:
    if spot.kind == "supply":
        drawn = min(mountain.supply_draw, sum(pile.face_down + len(pile.face_up) for pile in view.piles))
        return drawn, "supplies"
    if spot.trouble is None:
        return 0.0, "nothing happens there"
    if spot.trouble.back:
        return -STEP * spot.trouble.back, f"sends you back {spot.trouble.back}"
    lacked = [item for item in spot.trouble.needs if item not in items(view)]
    cost = ITEM * len(spot.trouble.needs) + LACKED * len(lacked)
    return -cost, f"lacks {', '.join(lacked)}" if lacked else "a trouble that you can overcome"


def _spot(view: ClimbView, spot: str) -> SpotShown:
    return next(each for each in view.spots if each.id == spot)
