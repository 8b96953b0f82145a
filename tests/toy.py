"""
A game of several seats for the tests of what all games share: throw a die in turn, first to the goal.

With the option `together` every seat may throw at any time, so that the game waits for several.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace
from tables import DEAL, SECRET

from summitbook_domain.chance import Chance, Seed
from summitbook_domain.content import Content, check
from summitbook_domain.game import Game, Sample
from summitbook_domain.message import Command, Event, Events, Options, View
from summitbook_domain.refusal import Refused
from summitbook_domain.table.events import SeatRetired


class Race(Options, frozen=True):
    """The options."""

    goal: Annotated[int, Meta(ge=1, description="The sum that wins.")] = 6
    together: Annotated[bool, Meta(description="Whether everybody throws at once.")] = False


class Throw(Command, frozen=True):
    """Throw the die."""


class GiveIn(Command, frozen=True):
    """Let the others have it."""


class RaceBegan(Event, frozen=True):
    """Chance says who throws first."""

    first: int
    draw: str


class Thrown(Event, frozen=True):
    """A seat threw."""

    seat: int
    value: int
    draw: str


class TurnMissed(Event, frozen=True):
    """A seat was too slow."""

    seat: int


class Won(Event, frozen=True):
    """A seat reached the goal, or the one before it gave in."""

    seat: int


class RaceView(View, frozen=True, kw_only=True):
    """What each has thrown in all."""

    sums: tuple[int, ...]


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """A race under way; `gone` are the seats that retired."""

    options: Race
    sums: tuple[int, ...]
    turn: int | None = None
    throws: int = 0
    gone: tuple[int, ...] = ()
    winner: int | None = None
    outcome: str | None = None

    def racing(self) -> tuple[int, ...]:
        """The seats still in the race."""
        return tuple(seat for seat in range(len(self.sums)) if seat not in self.gone)

    def after(self, seat: int) -> int:
        """The next of them after this seat."""
        racing = self.racing() or (0,)
        return next((other for other in racing if other > seat), racing[0])


def setup(content: Content, options: Race, seats: int) -> Play:
    return Play(options=options, sums=(0,) * seats)


def begin(state: Play, chance: Chance) -> Events:
    draw = chance.draw("start")
    return (RaceBegan(first=draw.uniform(len(state.sums)), draw=draw.label),)


def waits_for(state: Play) -> tuple[int, ...]:
    if state.outcome or state.turn is None:
        return ()
    return state.racing() if state.options.together else (state.turn,)


def decide(state: Play, seat: int, command: Command, chance: Chance) -> Events:
    if seat not in waits_for(state):
        raise Refused("NOT_YOUR_TURN", "wait for it")
    if isinstance(command, GiveIn):
        return (Won(state.after(seat)),)
    draw = chance.draw(f"throw/{state.throws + 1}")
    thrown = Thrown(seat, draw.die(), draw.label)
    won = state.sums[seat] + thrown.value >= state.options.goal
    return (thrown, Won(seat)) if won else (thrown,)


def evolve(state: Play, event: Event) -> Play:
    match event:
        case RaceBegan(first):
            return replace(state, turn=first)
        case Thrown(seat, value):
            sums = tuple(each + value * (i == seat) for i, each in enumerate(state.sums))
            return replace(state, sums=sums, throws=state.throws + 1, turn=state.after(seat))
        case TurnMissed(seat) | SeatRetired(seat):
            gone = (*state.gone, seat) if isinstance(event, SeatRetired) else state.gone
            state = replace(state, gone=gone)
            turn = state.after(seat) if state.turn == seat else state.turn
            return replace(state, turn=turn, outcome=None if state.racing() else "retired")
        case Won(seat):
            return replace(state, winner=seat, outcome="finished")
        case _:
            return state


def time_out(state: Play, seat: int, chance: Chance) -> Events:
    return (TurnMissed(seat),)


def retire(state: Play, seat: int, chance: Chance) -> Events:
    return ()


def redraw(content: Content, seats: int, event: Event, chance: Chance, first: Event) -> Event:
    if isinstance(event, RaceBegan):
        return RaceBegan(chance.draw(event.draw).uniform(seats), event.draw)
    return replace(event, value=chance.draw(event.draw).die())


def samples(content: Content, seats: int, event: Event, first: Event) -> tuple[Sample, ...]:
    if isinstance(event, RaceBegan):
        return (Sample("first", tuple(map(str, range(seats))), str(event.first)),)
    return (Sample("die", tuple("123456"), str(event.value)),) if isinstance(event, Thrown) else ()


def describe(state: Play, command: Command) -> str:
    return type(command).__name__


def greedy(view: RaceView, legal: tuple[Command, ...]) -> Command:
    return legal[0]


EDITION = check({"game": "race", "edition": "plain", "min_seats": 2, "max_seats": 3}, Content, "toy.py")

RACE: Game[Any, Any, Any] = Game(
    name="race",
    rules=1,
    title="Race",
    help="Throw.",
    content=Content,
    options=Race,
    commands=(Throw, GiveIn),
    events=(RaceBegan, Thrown, TurnMissed, Won),
    codes=(),
    view_type=RaceView,
    editions={"plain": EDITION},
    check_options=lambda options, seats: "goal: too far for so many" if options.goal > 100 * seats else None,
    setup=setup,
    begin=begin,
    decide=decide,
    evolve=evolve,
    legal=lambda state, seat: (Throw(), GiveIn()) if seat in waits_for(state) else (),
    waits_for=waits_for,
    time_out=time_out,
    retire=retire,
    outcome=lambda state: state.outcome,
    rivals=True,
    results=lambda state: tuple(2 - (seat == state.winner) for seat in range(len(state.sums))),
    ending=lambda state: state.outcome,
    view=lambda state: RaceView(sums=state.sums),
    describe=describe,
    gives_up=lambda command: isinstance(command, GiveIn),
    undoes=lambda _: False,
    helps=lambda *_: (),
    greedy=greedy,
    redraw=redraw,
    samples=samples,
)

FIRST = Seed(SECRET).chance(DEAL, ("", "")).draw("start").uniform(2)
"""Who throws first in a race of two at the tests' usual table."""
OTHER = 1 - FIRST
