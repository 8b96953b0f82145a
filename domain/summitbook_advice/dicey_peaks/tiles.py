"""What a choice of tiles is worth, as a chance to win: all that lie face down are alike."""

from __future__ import annotations

from summitbook_domain.dicey_peaks.mountain import Mountain
from summitbook_domain.dicey_peaks.view import RaceView

from .outlook import outlook_of
from .ways import searched


def search(mountain: Mountain, view: RaceView) -> tuple[float, str]:
    """Looking for the flag under a summit tile."""
    outlook = outlook_of(mountain, view)
    ends = list(searched(mountain, outlook.start))
    worth = sum(chance * outlook.later(end, _yeti(view)) for chance, end in ends)
    return worth, f"the flag lies here in {ends[0][0]:.0%}"


def turn_over(mountain: Mountain, view: RaceView) -> tuple[float, str]:
    """Turning tiles over, which do not act."""
    outlook = outlook_of(mountain, view)
    return outlook.later(outlook.start, _yeti(view)), "only shows what lies there"


def _yeti(view: RaceView) -> int:
    return int(any(die.face == "yeti" for die in view.set_aside))
