"""
A game that is over, reviewed: what each seat chose, what was best, what it cost, and what luck brought.

The log is folded as any other; what advises is told no more than it would have been told then.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from summitbook_domain.games import GAMES
from summitbook_domain.message import Command
from summitbook_domain.policies import AnyGame
from summitbook_domain.record import Record, shaped
from summitbook_domain.recorded import Log, commands, game_of
from summitbook_domain.table import rules
from summitbook_domain.table.commands import RetireSeat, TakeHint
from summitbook_domain.table.state import Table, command_of, event_type, evolve

from .account import Account, Choice, Move
from .advisers import ADVISERS, GOOD_ENDS
from .values import NoAdvice, Unit, Value, best

WAITING = "Leave it to another seat"
LEAVING = "Leave the game"


class NotOver(ValueError):
    """The game goes on, and so there is no telling how it went."""

    code = "GAME_NOT_OVER"


class Position(NamedTuple):
    """Where a seat had to choose: the table, and the commands that are to be valued."""

    table: Table
    legal: tuple[Command, ...]


Games = Mapping[tuple[str, int], AnyGame]
T = TypeVar("T")
Asking = Generator[Position, tuple[Value, ...] | None, T]


class _Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A choice while it is not known what came of it; `chosen` is None where the seat left the game."""

    n: int
    chosen: Choice | None
    best: Choice
    worst: float


def review(
    log: Log,
    *,
    games: Games = GAMES,
    told: Callable[[int], object] = lambda _: None,
) -> tuple[Account, ...]:
    """
    The account of every seat that was ever taken.

    The log holds at level rules: any other may fail in any way. `told` is called with the number of
    each record that has been looked at. Raises NotOver, or NoAdvice where nothing advises in this game
    or on its content.
    """
    game = game_of(log, games)
    adviser = ADVISERS.get((game.name, game.rules))
    if adviser is None:
        raise NoAdvice(f"nothing advises in {game.title} by rules {game.rules}")
    asking = asked_for(log, games=games, told=told)
    values = None
    while True:
        try:
            table, legal = asking.send(values)
        except StopIteration as end:
            accounts: tuple[Account, ...] = end.value
            return accounts
        values = adviser(table.content, game.view(table.play), legal)


def asked_for(
    log: Log, *, games: Games = GAMES, told: Callable[[int], object] = lambda _: None
) -> Asking[tuple[Account, ...]]:
    """
    The same for whoever asks what advises in another way: positions one after another, and the accounts.

    It is sent nothing at first, and after each position the values of what is legal there, as an
    adviser gives them.
    """
    if not log.closed:
        raise NotOver("the game goes on; it can be reviewed when it is over")
    walk = _Walk(game_of(log, games))
    for asked in commands(log.records):
        yield from walk.take(asked)
        told(asked[-1].n)
    return tuple(walk.accounts())


class _Walk:
    """Goes through a log command by command, and notes what each seat had to choose from."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._table = Table(game=game)
        self._decisions: dict[int, list[_Decision]] = {}
        self._hints: dict[int, int] = {}
        self._unit: Unit | None = None

    def take(self, asked: tuple[Record, ...]) -> Asking[None]:
        """The next command, with all that it led to."""
        cause = asked[0].cause
        if cause and cause.seat is not None and self._table.started:
            command = command_of(self._game, cause.command, cause.args)
            yield from self._note(asked[0].n, cause.seat, command)
        for record in asked:
            kind = event_type(self._game, record.type)
            if kind is None:
                raise AssertionError("a log that holds at level rules has no other events")
            self._table = evolve(self._table, shaped(record.data, kind), record.cause or None)

    def _note(self, n: int, seat: int, command: Command) -> Asking[None]:
        """What a seat asked for, against what else it could have asked for."""
        if isinstance(command, TakeHint):
            self._hints[seat] = self._hints.get(seat, 0) + 1
        elif not isinstance(command, RetireSeat):
            values = (yield self._position(seat, command)) or ()
            chosen = next(each for each in values if each.command == command)
            self._add(n, seat, values, chosen)
        elif self._game.rivals and rules.legal(self._table, seat):
            # Who leaves rivals when it is to choose has chosen to; a team goes on, and one alone breaks off.
            values = (yield self._position(seat)) or ()
            self._add(n, seat, values, None)

    def _position(self, seat: int, chosen: Command | None = None) -> Position:
        """
        What the seat could do.

        Now and then one thing can be said in several ways, of which only one is listed as legal.
        """
        legal = rules.legal(self._table, seat)
        if chosen is not None and chosen not in legal:
            legal = (*legal, chosen)
        return Position(self._table, legal)

    def _add(self, n: int, seat: int, values: tuple[Value, ...], chosen: Value | None) -> None:
        self._unit = values[0].unit
        made = self._choice(chosen) if chosen else None
        sensible = [each.value for each in values if not (each.command and self._game.gives_up(each.command))]
        top = best(values)
        least = min([top.value, *sensible, *([chosen.value] if chosen else [])])
        decision = _Decision(n=n, chosen=made, best=self._choice(top), worst=least)
        self._decisions.setdefault(seat, []).append(decision)

    def _choice(self, value: Value) -> Choice:
        label = self._game.describe(self._table.play, value.command) if value.command else WAITING
        return Choice(label, value.value, value.words)

    def accounts(self) -> Iterator[Account]:
        """Of every seat, the log having been told to its end."""
        for seat, holder in enumerate(self._table.seats):
            if holder is None:
                continue
            decisions = self._decisions.get(seat, [])
            result = self._result(seat) if decisions else None
            yield Account(
                seat=seat,
                name=holder.name,
                unit=self._unit if decisions else None,
                moves=_told(decisions, result),
                hints=self._hints.get(seat, 0),
                result=result,
            )

    def _result(self, seat: int) -> float | None:
        """How the game ended for a seat, in the unit of its values; None where it was broken off."""
        # Asked only of seats that had to choose, so that the unit is known.
        table, game = self._table, self._game
        if table.outcome != "finished":
            return None
        results = game.results(table.play)
        if self._unit == "score":
            return float(results[seat])
        good = game.ending(table.play) in GOOD_ENDS[game.name, game.rules]
        return float(good and (not game.rivals or results[seat] == 1))


def _told(decisions: list[_Decision], result: float | None) -> tuple[Move, ...]:
    """The decisions with what came of each, which is told from the end."""
    moves: list[Move] = []
    after = result
    for each in reversed(decisions):
        move = _move(each, after)
        if move:
            moves.append(move)
            after = move.best.value
    return tuple(reversed(moves))


def _move(decision: _Decision, after: float | None) -> Move | None:
    """What it was; who left is left out where the game was broken off, since nothing came of it."""
    chosen, top = decision.chosen, decision.best
    if chosen is None:
        if after is None:
            return None
        # Nothing advises on leaving, but what it led to is known, and sometimes nothing else was as good.
        chosen = Choice(LEAVING, after, "")
        top = max(top, chosen, key=lambda each: each.value)
    worst = min(decision.worst, chosen.value)
    return Move(n=decision.n, chosen=chosen, best=top, worst=worst, after=after)
