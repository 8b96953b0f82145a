"""Mountaineering, rules edition 1: one to six seats, one team, cards. See docs/rules/mountaineering.md."""

from __future__ import annotations

from pathlib import Path

from ..content import load
from ..game import Game
from ..message import Command
from .commands import CODES, COMMANDS, BlowWhistle
from .events import EVENTS
from .greedy import greedy
from .helping import helps, undoes
from .legal import describe, legal
from .mountain import Mountain
from .piles import redraw
from .rules import begin, decide, retire, time_out
from .samples import samples
from .state import Climb, ClimbOptions, evolve, setup
from .view import ClimbView, view

HELP = """\
You are one team with one marker: bring it from base camp exactly to the summit, and in the advanced \
course exactly down again. All hands are open, so talk.
Draw the first cards in turn, each a mover or equipment. A mover takes the marker as many spots ahead \
as it shows, and the turn passes to the left; at a fork you choose the way. Where it is allowed, others may \
play a mover out of turn, and the turn then stays where it is.
On a supply spot three cards are drawn, the first by whoever moved there. On a trouble spot the team \
stays until it has overcome the trouble: lay cards that together hold every item it needs. All laid cards \
are then spent, whole, and some spots merely send you back the way you came.
With a trouble unsolved, or when no mover fits ahead, you may go back along your own trail, to supplies \
perhaps. A team that can neither move nor find what it needs is stuck: abandon a piece of equipment for \
three new cards, or blow the whistle, to climb on without the trouble or to be brought home. A seat \
without cards may be given one at any time.
You are stranded when no mover can be played and no equipment is left."""


def _any_will_do(options: ClimbOptions, seats: int) -> str | None:
    return None


def _waits_for(state: Climb) -> tuple[int, ...]:
    if state.outcome:
        return ()
    return (state.drawer,) if state.draws else (state.turn,)


def _gives_up(command: Command) -> bool:
    return isinstance(command, BlowWhistle) and command.choice == "go_home"


def _outcome(state: Climb) -> str | None:
    return state.outcome


def _ending(state: Climb) -> str:
    return state.ending or ""


_POINTS = {"summit": 2, "returned": 2, "rescued": 1, "stranded": 0}


def _results(state: Climb) -> tuple[int, ...]:
    """The rules page knows won, brought home and lost; a tournament counts them 2, 1 and 0."""
    return (_POINTS[state.ending],) * len(state.hands) if state.ending else ()


_RECONSTRUCTED = load(Path(__file__).parent / "content" / "reconstructed.toml", Mountain)

GAME = Game(
    name="mountaineering",
    rules=1,
    title="Mountaineering",
    help=HELP,
    content=Mountain,
    options=ClimbOptions,
    commands=COMMANDS,
    events=EVENTS,
    codes=CODES,
    view_type=ClimbView,
    editions={_RECONSTRUCTED.content.edition: _RECONSTRUCTED},
    check_options=_any_will_do,
    setup=setup,
    begin=begin,
    decide=decide,
    evolve=evolve,
    legal=legal,
    waits_for=_waits_for,
    time_out=time_out,
    retire=retire,
    outcome=_outcome,
    rivals=False,
    results=_results,
    ending=_ending,
    view=view,
    describe=describe,
    gives_up=_gives_up,
    undoes=undoes,
    helps=helps,
    greedy=greedy,
    redraw=redraw,
    samples=samples,
)
