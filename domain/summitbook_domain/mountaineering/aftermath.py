"""What follows from a command by itself: landing, solving, the turn, the end."""

from __future__ import annotations

from ..game import Story
from . import events as e
from .state import Climb
from .team import covered, ending
from .ways import can_move, route_back


def land(story: Story[Climb]) -> None:
    """The spot under the marker acts; where it sends the team back, so does the spot they come to."""
    state = story.state
    spot = state.mountain.path[state.marker]
    if spot.kind == "supply":
        story.tell(e.SuppliesReached(spot=spot.id))
    elif spot.kind == "summit" and state.course == "advanced" and not state.descending:
        story.tell(e.DescentBegun())
    elif spot.trouble:
        _meet(story, spot.id, spot.trouble)


def _meet(story: Story[Climb], spot: str, number: int) -> None:
    trouble = story.state.mountain.trouble_at(spot)
    if trouble.back:
        route = route_back(story.state, trouble.back)
        story.tell(e.SentBack(start=spot, end=route[-1], route=route))
        land(story)
    else:
        story.tell(e.TroubleMet(spot=spot, trouble=number, name=trouble.name, needs=trouble.needs))


def follow(story: Story[Climb], *, turn_is_over: bool) -> None:
    """All that is due after a command, in the order in which it is recorded."""
    if not (story.state.begun or story.state.draws):
        story.tell(e.ClimbBegun())
    _solve(story)
    _pass_turn(story, turn_is_over)
    if outcome := ending(story.state):
        story.tell(e.ExpeditionEnded(outcome=outcome))


def _solve(story: Story[Climb]) -> None:
    spot = covered(story.state)
    if spot is not None:
        number = story.state.mountain.path[spot].trouble
        cards = tuple(each.card for each in story.state.laid)
        story.tell(e.TroubleOvercome(spot=spot, trouble=number, cards=cards))


def _pass_turn(story: Story[Climb], turn_is_over: bool) -> None:
    """To the left; without `out_of_turn` also over the heads of those who can play no mover."""
    state = story.state
    if state.out_of_turn and not turn_is_over:
        return
    seat = state.left_of(state.turn) if turn_is_over else state.turn
    if not (state.out_of_turn or state.draws or can_move(state, seat)):
        seat = next((each for each in state.seats_from(seat) if can_move(state, each)), seat)
    if turn_is_over or seat != state.turn:
        story.tell(e.TurnPassed(seat=seat))
