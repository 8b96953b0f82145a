"""
What the team does next, as one player with all hands would.

It is the greedy plan but for two things. Out of turn a team that can always abandon one card
more hardly ever fails: it fills its hands with movers, and with movers of every length hardly
any trouble has to be met. So it is never left with a single card of equipment while another
can be drawn. In turn troubles have to be met, and one that needs what is gone can never be
overcome: there the last card of an item is abandoned last.
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

RESERVE = 2
"""So many cards of equipment, and of movers, a team that moves out of turn wants first of all."""


def planned(mountain: Mountain, view: ClimbView) -> Command:
    """The command that some seat should give next."""
    plan = greedy_plan(view)
    if view.out_of_turn:
        return _with_reserve(view, plan)
    return _abandon(mountain, view) if isinstance(plan, c.Abandon) else plan


def _with_reserve(view: ClimbView, plan: Command) -> Command:
    short = len(held(view, "equipment")) < RESERVE <= len(held(view, "movers"))
    there = any(pile.kind == "equipment" and (pile.face_down or pile.face_up) for pile in view.piles)
    return c.DrawCard(kind="equipment") if isinstance(plan, c.DrawCard) and short and there else plan


def _abandon(mountain: Mountain, view: ClimbView) -> Command:
    left = copies(mountain, view)
    spare = [card for card in held(view, "equipment") if not is_whistle(card)]
    return c.Abandon(card=min(spare, key=lambda card: _dearness(view, card, left)).id)


def _dearness(view: ClimbView, card: Card, left: Counter[str]) -> tuple[int, bool, int, str]:
    """What unsolved troubles need of it; whether it is the last card of an item; how many items; its id."""
    needed = {item for each in view.unsolved for item in each.trouble.needs}
    last = any(left[item] == 1 for item in card.items)
    return len(needed & set(card.items)), last, len(card.items), card.id
