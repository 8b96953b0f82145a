"""What absence leads to: docs/rules/dicey_peaks.md, "Leaving"."""

from __future__ import annotations

from ..chance import Chance
from ..game import Story
from ..message import Events
from . import events as e
from .state import Race, evolve
from .tiles import search, turn_over
from .turn import close


def time_out(state: Race, seat: int, chance: Chance) -> Events:
    """The turn ends; a choice that is due is made for the seat, lowest numbers first, and may win."""
    story = Story(state, evolve)
    if state.phase == "to_choose":
        search(story, state.summit_face_down()[0], chance)
    elif state.phase == "to_turn_over":
        turn_over(story, state.face_down()[: state.tiles_due], chance)
    else:
        close(story)
    return story.events


def retire(state: Race, seat: int, chance: Chance) -> Events:
    """The last one left has won, unless stranded; the turn of a seat that goes ends without its choice."""
    left = [each for each, climber in enumerate(state.climbers) if not climber.retired]
    if len(left) == 1 and not state.climbers[left[0]].stranded:
        return (e.GameWon(seat=left[0]),)
    if seat != state.seat:
        return ()
    story = Story(state, evolve)
    close(story)
    return story.events
