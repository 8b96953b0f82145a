"""
What the team does next, as one player with all hands would.

It is the greedy plan but for what is abandoned: there the card of which the team still needs
something is kept longest, then the last card of any item, since a trouble that needs what is
gone can never be overcome; of the others the lightest goes first. So hands fill with movers
in the end, and with movers of every length hardly any trouble has to be met.
"""

from __future__ import annotations

from collections import Counter

from summitbook_domain.message import Command
from summitbook_domain.mountaineering import commands as c
from summitbook_domain.mountaineering.cards import Card
from summitbook_domain.mountaineering.greedy import plan as greedy_plan
from summitbook_domain.mountaineering.mountain import Mountain
from summitbook_domain.mountaineering.view import ClimbView

from .team import copies, held, is_whistle

Dearness = tuple[int, bool, int, str]
"""How ill the team can spare a card: what is spared best comes first."""


def planned(mountain: Mountain, view: ClimbView) -> Command:
    """The command that some seat should give next."""
    plan = greedy_plan(view)
    return _abandon(mountain, view) if isinstance(plan, c.Abandon) else plan


def _abandon(mountain: Mountain, view: ClimbView) -> Command:
    left = copies(mountain, view)
    spare = [card for card in held(view, "equipment") if not is_whistle(card)]
    return c.Abandon(card=min(spare, key=lambda card: dearness(view, card, left)).id)


def dearness(view: ClimbView, card: Card, left: Counter[str]) -> Dearness:
    """What unsolved troubles need of it; whether it is the last card of an item; how many items; its id."""
    needed = {item for each in view.unsolved for item in each.trouble.needs}
    return (
        len(needed & set(card.items)),
        any(left[item] == 1 for item in card.items),
        len(card.items),
        card.id,
    )
