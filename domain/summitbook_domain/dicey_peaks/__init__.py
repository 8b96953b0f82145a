"""Dicey Peaks, rules edition 1: two to six seats, dice and tiles. See docs/rules/dicey_peaks.md."""

from __future__ import annotations

from pathlib import Path

from ..content import load
from ..game import Game
from .commands import CODES, COMMANDS
from .events import EVENTS
from .greedy import greedy
from .leaving import retire, time_out
from .legal import describe, legal
from .mountain import Mountain
from .rules import begin, decide, redraw
from .samples import samples
from .state import Race, RaceOptions, evolve, setup
from .view import RaceView, view

HELP = """\
Be the first to turn over the flag, which lies under one of the three tiles of the summit. In your \
turn you roll five dice of the colours you like: white ones favour climbing, dark blue ones resting, \
light blue ones neither. Then you say whether you climb or rest, and the dice that count are set \
aside: pickaxes and avalanches for a climb, tents for a rest, yetis in any case. You may go on with \
three more dice at a time, or stop.
A climb takes you one tile up for each pickaxe, and each costs one oxygen. The tile you land on is \
turned over and does something to you: forward, back, down, oxygen more or less, or two tiles turned \
over. A rest gives you one oxygen for each tent, but no more than the number of the level you stand on.
Your turn comes to nothing if you climb with more pickaxes than oxygen or with three avalanches, or \
if you rest past the most oxygen you can hold or with three yetis. Whatever comes of it, yetis you set \
aside chase everyone behind you one tile up.
On the summit you cannot rest: every turn with a pickaxe turns over one tile of your choice, and \
without oxygen you are stranded there."""


def _options_wrong(options: RaceOptions, seats: int) -> str | None:
    if options.draw_first_seat or 0 <= options.first_seat < seats:
        return None
    return f"first_seat must be one of the seats 0 to {seats - 1}"


def _waits_for(state: Race) -> tuple[int, ...]:
    nobody = state.turn == 0 or state.phase == "over"
    return () if nobody else (state.seat,)


def _never(*_: object) -> bool:
    return False


def _outcome(state: Race) -> str | None:
    return "finished" if state.phase == "over" else None


def _ending(state: Race) -> str:
    return "drawn" if state.winner is None else "won"


def _results(state: Race) -> tuple[int, ...]:
    """First the winner, then the others, then who retired; of a draw those who have not are first."""
    ranks = [(seat != state.winner, climber.retired) for seat, climber in enumerate(state.climbers)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


_RECONSTRUCTED = load(Path(__file__).parent / "content" / "reconstructed.toml", Mountain)

GAME = Game(
    name="dicey_peaks",
    rules=1,
    title="Dicey Peaks",
    help=HELP,
    content=Mountain,
    options=RaceOptions,
    commands=COMMANDS,
    events=EVENTS,
    codes=CODES,
    view_type=RaceView,
    editions={_RECONSTRUCTED.content.edition: _RECONSTRUCTED},
    check_options=_options_wrong,
    setup=setup,
    begin=begin,
    decide=decide,
    evolve=evolve,
    legal=legal,
    waits_for=_waits_for,
    time_out=time_out,
    retire=retire,
    outcome=_outcome,
    rivals=True,
    results=_results,
    ending=_ending,
    view=view,
    describe=describe,
    gives_up=_never,
    undoes=_never,
    helps=lambda *_: (),
    greedy=greedy,
    redraw=redraw,
    samples=samples,
)
