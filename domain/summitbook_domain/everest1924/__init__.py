"""Everest 1924, rules edition 1: solo, dice. See docs/rules/everest1924.md."""

from __future__ import annotations

from pathlib import Path

from ..content import load
from ..game import Game
from ..message import Command
from .commands import CODES, COMMANDS, Abandon
from .events import EVENTS, ExpeditionAbandoned, PartyPerished
from .greedy import greedy
from .legal import describe, legal
from .rules import begin, decide, nothing_follows, redraw
from .samples import samples
from .sheet import Sheet
from .state import Expedition, ExpeditionOptions, evolve, setup
from .view import ExpeditionView, view

HELP = """\
Climb from base camp to the top row of the sheet. Each turn you roll your dice and look for a \
straight: two or more dice of consecutive values. It is worth its highest die times the number of \
its dice. If that reaches the target of the row above, you climb, up and right by one square; if \
not, you traverse one square right.
Two live dice can be combined, and one of them is then discarded: of a pair, the other goes up or \
down by one; any two can be added or subtracted. Once a turn you may reroll any dice, discarded ones \
too, but if the target is still missed you fall a row.
The first time you enter a row you may make camp instead: up, but three squares to the left, for one \
of your tents. Rows marked with a die give you one more, for good.
You never enter a marked square or cross your own line: a move you must make but cannot ends the \
climb. You may also turn back before a roll.
You score twice the highest target reached, less one for each marked square, and five for each tent \
left if you stood on the top."""


def _no_options_of_its_own(options: ExpeditionOptions, seats: int) -> str | None:
    return None


def _waits_for(state: Expedition) -> tuple[int, ...]:
    return () if state.phase == "over" else (0,)


def _gives_up(command: Command) -> bool:
    return isinstance(command, Abandon)


def _never(*_: object) -> bool:
    return False


def _results(state: Expedition) -> tuple[int, ...]:
    """The score of the rules page, which every end by the rules has."""
    return (state.score.score,) if state.score else ()


def _ending(state: Expedition) -> str:
    match state.ending:
        case PartyPerished(cause):
            return f"perished_{cause}"
        case ExpeditionAbandoned():
            return "abandoned"
        case _:
            return "summit"


def _outcome(state: Expedition) -> str | None:
    return state.outcome


_RECONSTRUCTED = load(Path(__file__).parent / "content" / "reconstructed.toml", Sheet)

GAME = Game(
    name="everest1924",
    rules=1,
    title="Everest 1924",
    help=HELP,
    content=Sheet,
    options=ExpeditionOptions,
    commands=COMMANDS,
    events=EVENTS,
    codes=CODES,
    view_type=ExpeditionView,
    editions={_RECONSTRUCTED.content.edition: _RECONSTRUCTED},
    check_options=_no_options_of_its_own,
    setup=setup,
    begin=begin,
    decide=decide,
    evolve=evolve,
    legal=legal,
    waits_for=_waits_for,
    time_out=nothing_follows,
    retire=nothing_follows,
    outcome=_outcome,
    rivals=False,
    results=_results,
    ending=_ending,
    view=view,
    describe=describe,
    gives_up=_gives_up,
    undoes=_never,
    helps=lambda *_: (),
    greedy=greedy,
    redraw=redraw,
    samples=samples,
)
