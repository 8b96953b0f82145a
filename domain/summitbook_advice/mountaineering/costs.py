"""What each command comes to for the team, in cards, and in words; the plan comes to most."""

from __future__ import annotations

from summitbook_domain.message import Command
from summitbook_domain.mountaineering import commands as c
from summitbook_domain.mountaineering.cards import Card
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.view import ClimbView

from .moves import Judged, move
from .team import copies, is_whistle

LEAST = 0.1
"""What everything but the plan costs at least, in cards."""
OTHER_KIND = 0.5
"""What drawing the other kind of card costs."""
LESS_APT = 0.3
"""What it costs to lay a card where another covers as much and holds less besides."""
WASTED = 1.0
"""What it costs to lay a card that no trouble needs: it is spent with the others."""
TO_AND_FRO = 0.5
"""What it costs to take a card back or to give it away: nothing is won by it."""
NEEDED = 1.0
"""What it costs to abandon an item that an unsolved trouble needs."""
THE_LAST = 2.0
"""What it costs to abandon the last card of an item: a trouble ahead may need it."""
HASTE = 1.0
"""What it costs to abandon a card where the team can go on otherwise."""
THE_WHISTLE = 3.0
"""What it costs to give up the Whistle, which is worth most at the very end."""


def cost(mountain: Mountain, view: ClimbView, plan: Command, command: Command) -> Judged:
    """What a command costs as against the plan, which costs nothing."""
    lost, words = _judged(mountain, view, plan, command)
    return (0.0 if command == plan else max(LEAST, lost)), words


def _judged(mountain: Mountain, view: ClimbView, plan: Command, command: Command) -> Judged:
    match command:
        case c.DrawCard():
            return OTHER_KIND, "the card that is due"
        case c.PlayMover():
            gain, words = move(mountain, view, command)
            best = move(mountain, view, plan)[0] if isinstance(plan, c.PlayMover) else 0.0
            return best - gain, words
        case c.PlayEquipment(card):
            return _lay(view, mountain.cards[card])
        case c.Abandon(card):
            return _abandon(mountain, view, plan, mountain.cards[card])
        case c.BlowWhistle():
            return THE_WHISTLE, "frees you of every trouble, once"
        case c.TakeBackEquipment():
            return TO_AND_FRO, "lays nothing towards a trouble"
        case _:
            return TO_AND_FRO, "changes hands, and nothing else"


def _lay(view: ClimbView, card: Card) -> Judged:
    missing = {item for each in view.unsolved for item in each.missing}
    covered = [item for item in card.items if item in missing]
    if not covered:
        return WASTED, "no trouble needs it"
    return LESS_APT, f"covers {', '.join(covered)}"


def _abandon(mountain: Mountain, view: ClimbView, plan: Command, card: Card) -> Judged:
    left, drawn = copies(mountain, view), mountain.abandon_draw
    needed = {item for each in view.unsolved for item in each.trouble.needs}
    last = [item for item in card.items if left[item] == 1]
    lost = (
        NEEDED * len(needed.intersection(card.items))
        + THE_LAST * bool(last)
        + (THE_WHISTLE if is_whistle(card) else 0.0)
        + (0.0 if isinstance(plan, c.Abandon) else HASTE)
    )
    return lost, f"draws {drawn}; the last {', '.join(last)}" if last else f"draws {drawn}"
