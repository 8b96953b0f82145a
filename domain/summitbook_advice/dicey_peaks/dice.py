"""What it is worth to roll, announce or stop, as a chance to win, with what speaks for it."""

from __future__ import annotations

from summitbook_domain.dicey_peaks.events import Intent
from summitbook_domain.dicey_peaks.mountain import COLOURS, Mountain
from summitbook_domain.dicey_peaks.view import DieShown, RaceView

from .aside import Aside, aside_of, comes_to
from .outlook import Rolling, outlook_of, rolling
from .rolls import FACES, Counts, Shown
from .ways import rested

Advice = tuple[float, str]
"""A chance to win, and words."""


def begin(mountain: Mountain, view: RaceView, wanted: Counts) -> Advice:
    """The first roll of a turn."""
    known = _rolling(mountain, view)
    worth, climbs = known.turns.first.ahead(wanted, known.best["climb"], known.best["rest"])
    return worth, f"after {climbs:.0%} of such rolls it is better to climb than to rest"


def announce(mountain: Mountain, view: RaceView, intent: Intent) -> Advice:
    """Climbing or resting with what was rolled."""
    known, aside = _rolling(mountain, view), aside_of(_shown(view.rolled), intent)
    push, most = known.turns.push(intent), known.most[intent]
    words = "a bust at once" if push.is_bust(aside, most) else _told(intent, aside)
    return float(known.best[intent][push.state(aside)]), words


def go_on(mountain: Mountain, view: RaceView, wanted: Counts) -> Advice:
    """A later roll; one that sets nothing aside is taken to be made again."""
    known, intent, aside = _going(mountain, view)
    push, best = known.turns.push(intent), known.best[intent]
    ends = comes_to(mountain, wanted, intent) or {Aside((0,) * len(COLOURS), 0, 0): 1.0}
    worth = sum(chance * best[push.state(aside.plus(more))] for more, chance in ends.items())
    odds = push.odds(aside, wanted, known.most[intent])
    return float(worth), f"bust {odds.bust:.0%}, nothing set aside {odds.nothing:.0%}"


def stop(mountain: Mountain, view: RaceView) -> Advice:
    """Stopping with what is set aside."""
    known, intent, aside = _going(mountain, view)
    worth = known.stopping[intent][known.turns.push(intent).state(aside)]
    start = outlook_of(mountain, view).start
    if intent == "rest":
        words = f"{rested(mountain, start, aside.good).oxygen} oxygen"
    else:
        words = f"{start.oxygen - aside.good} oxygen left" if aside.good else "nothing moves"
    return float(worth), words


def _rolling(mountain: Mountain, view: RaceView) -> Rolling:
    return rolling(outlook_of(mountain, view), view.levels)


def _going(mountain: Mountain, view: RaceView) -> tuple[Rolling, Intent, Aside]:
    intent = view.intent or "climb"
    return _rolling(mountain, view), intent, aside_of(_shown(view.set_aside), intent)


def _shown(dice: tuple[DieShown, ...]) -> Shown:
    """How often each colour shows each face."""
    seen = [(die.colour, die.face) for die in dice]
    return tuple(tuple(seen.count((colour, face)) for face in FACES) for colour in COLOURS)


def _told(intent: Intent, aside: Aside) -> str:
    good, bad = ("pickaxe", "avalanche") if intent == "climb" else ("tent", "yeti")
    return f"{_many(aside.good, good)} and {_many(aside.bad, bad)} so far"


def _many(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
