"""Sorting a roll, going bust, and the close of a turn: docs/rules/dicey_peaks.md, "A turn" and "Yetis"."""

from __future__ import annotations

from ..game import Story
from . import events as e
from .mountain import Face
from .state import Race

KEPT: dict[e.Intent, tuple[Face, ...]] = {
    "climb": ("pickaxe", "avalanche", "yeti"),
    "rest": ("tent", "yeti"),
}
"""What the sorting sets aside; all other dice go back to the pool."""


def sort(story: Story[Race]) -> None:
    """Sort the roll on the table by what the turn is for; a bust ends the turn there."""
    state = story.state
    aside = [die for die in state.rolled if state.intent and die.face in KEPT[state.intent]]
    colours, faces = tuple(die.colour for die in aside), tuple(die.face for die in aside)
    story.tell(e.DiceSetAside(dice=colours, faces=faces))
    if cause := _bust(story.state):
        story.tell(e.Busted(cause=cause))
        close(story)


def gain(state: Race) -> int:
    """The oxygen that a rest with the tents set aside brings."""
    return min(state.count("tent"), state.mountain.level_at(state.climber.position))


def _bust(state: Race) -> e.BustCause | None:
    mountain, oxygen = state.mountain, state.climber.oxygen
    if state.intent == "climb":
        if state.count("pickaxe") > oxygen:
            return "hyperventilate"
        return "avalanche" if state.count("avalanche") >= mountain.bust_avalanches else None
    if oxygen + gain(state) > mountain.oxygen_max:
        return "overfill"
    return "yeti_attack" if state.count("yeti") >= mountain.bust_yetis else None


def close(story: Story[Race]) -> None:
    """End the turn: the yetis frighten, who is out of breath on the summit is out, the next seat rolls."""
    if seats := _frightened(story.state):
        story.tell(e.ClimbersFrightened(seats=seats))
    story.tell(*(e.ClimberStranded(seat=seat) for seat in _breathless(story.state)))
    story.tell(e.TurnEnded(seat=story.state.seat))
    state = story.state
    following = _next_seat(state)
    if following is None:
        story.tell(e.GameDrawn())
    else:
        story.tell(e.TurnStarted(seat=following, turn=state.turn + 1))


def _frightened(state: Race) -> tuple[int, ...]:
    if not state.count("yeti"):
        return ()
    return tuple(seat for seat in state.behind if not state.climbers[seat].out)


def _breathless(state: Race) -> tuple[int, ...]:
    return tuple(
        seat
        for seat, climber in enumerate(state.climbers)
        if climber.position == state.mountain.top and climber.oxygen == 0 and not climber.out
    )


def _next_seat(state: Race) -> int | None:
    """The next seat to the left that still climbs, at last the same one again; None where nobody does."""
    seats = range(len(state.climbers))
    to_the_left = (*seats[state.seat + 1 :], *seats[: state.seat + 1])
    return next((seat for seat in to_the_left if not state.climbers[seat].out), None)
