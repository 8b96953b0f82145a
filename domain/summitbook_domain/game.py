"""
The shape that every game fills, and nothing else does.

A game is a value with a fold: `decide` refuses or answers events, `evolve` folds
one event. The same two serve the live game, the audit, the tests and every tool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import Any, Generic, TypeVar

import msgspec

from .chance import Chance
from .content import Content, Edition
from .message import Command, Event, Events, Options, View

A = TypeVar("A")
S = TypeVar("S")
K = TypeVar("K", bound=Content)
P = TypeVar("P", bound=Options)


class Sample(msgspec.Struct, frozen=True):
    """
    One thing that a draw gave: what it is called, what could have come, and what came.

    Of the items that it is `among` each is as likely as any other, and one that stands
    there twice twice as likely. With a `place`, from 0, they are a shuffled pile, in which
    no place is seen twice.
    """

    kind: str
    among: tuple[str, ...]
    shown: str
    place: int | None = None


class Game(msgspec.Struct, Generic[S, K, P], frozen=True, kw_only=True, dict=True):
    """
    One game under one edition of its rules.

    States are frozen values. Every function is pure; what needs luck is handed the
    game's chance and may only draw labels that its rules page names.
    """

    name: str
    """The recorded name, as in `everest1924`."""
    rules: int
    """The rules edition, from 1; a changed rule is a new edition beside the old one."""
    title: str
    """What people call it."""
    help: str
    """How to play, in a few sentences."""
    content: type[K]
    options: type[P]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    codes: tuple[str, ...]
    """The refusal codes of the rules page beyond the common ones."""
    view_type: type[View]
    editions: Mapping[str, Edition[K]]
    """The content that ships, by edition."""

    check_options: Callable[[P, int], str | None]
    """What is wrong with these options for so many seats, beginning with the option's name, or None."""
    setup: Callable[[K, P, int], S]
    """The state before the game's first event: content, options, number of seats."""
    begin: Callable[[S, Chance], Events]
    """The game's own first events."""
    decide: Callable[[S, int, Command, Chance], Events]
    """What a seat's command leads to; raises Refused, in the order of the rules page."""
    evolve: Callable[[S, Event], S]
    """Fold one event: the game's own, `TurnTimedOut`, `SeatRetired`, `GameClosed`; others change nothing."""
    legal: Callable[[S, int], tuple[Command, ...]]
    """Every legal command of a seat, computed from what the seat may know, in a pinned order."""
    waits_for: Callable[[S], tuple[int, ...]]
    """The seats whose clock runs."""
    time_out: Callable[[S, int, Chance], Events]
    """What follows `TurnTimedOut` of a seat."""
    retire: Callable[[S, int, Chance], Events]
    """What follows `SeatRetired` of a seat; the state has folded that event already."""
    outcome: Callable[[S], str | None]
    """The outcome that closes the game, or None while it goes on."""
    rivals: bool
    """Whether the seats play against each other; else they win or lose together, or there is only one."""
    results: Callable[[S], tuple[int, ...]]
    """
    What a game that came to its end by its own rules gave each seat.

    Places among rivals, 1 being best and equals sharing one; else points, the same for
    all seats and the more the better.
    """
    ending: Callable[[S], str]
    """In a word of the rules page how a game ended that came to its end by its own rules."""
    view: Callable[[S], View]
    """What anyone may see."""
    describe: Callable[[S, Command], str]
    """A legal command in a few words for a person."""
    gives_up: Callable[[Command], bool]
    """Whether a command gives the game up; a sensible player seldom does."""
    undoes: Callable[[Command], bool]
    """Whether a command can undo what another did, so that those two could go on for ever."""
    helps: Callable[[S, tuple[Command, ...]], tuple[Command, ...]]
    """Which of the legal commands of a seat that the game does not wait for it may well send all the same."""
    greedy: Callable[[Any, tuple[Command, ...]], Command | None]
    """
    What a simple player who takes the nearest gain does, told the view and what is legal.

    None leaves it to the other seats; in every state some seat acts.
    """
    redraw: Callable[[K, int, Event, Chance, Event], Event | None]
    """
    The event as its draw says it must be: content, number of seats, the event, the
    chance of its game, and the first event of this log that named the label. None where
    no draw could ever show what the event says, such as a tile off the board.
    """
    samples: Callable[[K, int, Event, Event], tuple[Sample, ...]]
    """
    What chance gave in an event with a draw, to be counted: content, number of seats, the
    event, and the first event of this log that named its label. Nothing where an event only
    says what is shuffled. Of an event that no draw gives, whatever it says.
    """

    def __repr__(self) -> str:
        return f"Game({self.name!r}, rules={self.rules})"

    @cached_property
    def command_types(self) -> dict[str, type[Command]]:
        """The game's own commands by recorded name."""
        return {kind.__name__: kind for kind in self.commands}

    @cached_property
    def event_types(self) -> dict[str, type[Event]]:
        """The game's own events by recorded name."""
        return {kind.__name__: kind for kind in self.events}


def asked_again(ask: Callable[[S], A]) -> Callable[[S], A]:
    """
    What is asked of one state many times over, such as once for every seat, and worked out once.

    States never change, so for the very same object the latest answer is kept at hand.
    """
    kept: tuple[S, A] | None = None

    @wraps(ask)
    def answer(state: S) -> A:
        nonlocal kept
        known = kept
        if known is None or known[0] is not state:
            known = kept = state, ask(state)
        return known[1]

    return answer


FOLDS_KEPT = 64
"""Of each game: more than one command leads to, and a power of two."""


def fold_by(folds: Mapping[type[Event], Callable[[S, Any], S]]) -> Callable[[S, Event], S]:
    """
    The fold that does with each type of event what is listed for it; others change nothing.

    What `decide` folds to see what follows, the table folds to see whether the game is
    over, and again once the event has happened. States and events never change, so for
    the very same two objects the answer is kept at hand: a fold stays a fold.
    """
    kept: list[tuple[Event, S, S] | None] = [None] * FOLDS_KEPT

    def evolve(state: S, event: Event) -> S:
        place = id(event) >> 4 & FOLDS_KEPT - 1
        known = kept[place]
        if known is not None and known[0] is event and known[1] is state:
            return known[2]
        fold = folds.get(type(event))
        if fold is None:
            return state
        after = fold(state, event)
        kept[place] = event, state, after
        return after

    return evolve


class Story(Generic[S]):
    """Events told one after another, and the state they have led to so far."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: Events = ()
        self._evolve = evolve

    def tell(self, *events: Event) -> None:
        """Let these happen next."""
        for event in events:
            self.state = self._evolve(self.state, event)
        self.events += events
