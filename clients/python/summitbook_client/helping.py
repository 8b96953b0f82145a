"""What a bot does for others where all are one team: the view says what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from summitbook.mountaineering.v1 import mountaineering_pb2 as mountaineering
from summitbook.v1.games_pb2 import LegalAction, View


def helpful(view: View, actions: Sequence[LegalAction]) -> Sequence[LegalAction]:
    """The actions that lay equipment which is missing, and with which the trouble can be overcome."""
    if not view.HasField("mountaineering"):
        return ()
    missing = _missing(view.mountaineering)
    having = {
        card.id for hand in view.mountaineering.hands for card in hand.cards if missing & set(card.items)
    }
    return [action for action in actions if action.command.mountaineering.play_equipment.card in having]


def helpless(view: View, seat: int) -> bool:
    """Whether the seat's hand has nothing to go on with, so that others must."""
    if not view.HasField("mountaineering"):
        return False
    table = view.mountaineering
    cards = next((hand.cards for hand in table.hands if hand.seat == seat), ())
    useful = [card for card in cards if card.kind == mountaineering.KIND_EQUIPMENT or not table.stuck]
    return not useful and not table.due


def _missing(table: mountaineering.View) -> set[str]:
    return {need for each in table.unsolved if not each.lacking for need in each.missing}
