"""One game with its seats, whichever game it is, and how each record changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ..chance import Chance, Seed
from ..content import BadContent, Content, Edition, check
from ..game import Game
from ..message import Command, Event, Options, from_args
from ..record import Cause
from ..refusal import BAD_ARGS, Refused
from . import commands as c
from . import events as e

Phase = Literal["open", "playing", "closed"]

_EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in e.EVENTS}
_COMMANDS: dict[str, type[Command]] = {kind.__name__: kind for kind in c.COMMANDS}


class Seat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    A taken seat.

    `since` is the record that seated its holder, `missed` the time-outs running,
    `clock` the record from which its time runs, None while nobody waits for it.
    """

    name: str
    salt: str
    since: int
    missed: int = 0
    retired: bool = False
    clock: int | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """
    What a log says so far; `n` is the number of its last record.

    `salts` are those of the seats, in their order, empty where nobody sits.
    """

    game: Game[Any, Any, Any]
    n: int = 0
    phase: Phase = "open"
    created: e.GameCreated | None = None
    content: Content | None = None
    options: Options | None = None
    seats: tuple[Seat | None, ...] = ()
    salts: tuple[str, ...] = ()
    play: Any = None
    outcome: str | None = None
    actor: int | None = None

    @property
    def birth(self) -> e.GameCreated:
        """The first event; a table without one is not yet a game."""
        if self.created is None:
            raise AssertionError("the log has no first record yet")
        return self.created

    @property
    def started(self) -> bool:
        """Whether the game itself ever began."""
        return self.play is not None

    def holder(self, seat: int) -> Seat | None:
        """Who holds the seat; None where nobody does or there is none."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else None

    def chance(self, seed: Seed) -> Chance:
        """The chance of this game, its salts being settled."""
        return seed.chance(self.birth.deal, self.salts)


class UnknownContent(ValueError):
    """A log names content that neither ships nor is written out whole with the right hash."""


def command_type(game: Game[Any, Any, Any], name: str) -> type[Command]:
    """The command type of this name; an unknown one is refused with BAD_ARGS."""
    kind = _COMMANDS.get(name) or game.command_types.get(name)
    if kind is None:
        raise Refused(BAD_ARGS, f"{game.name} has no command {name!r}", field="command")
    return kind


def command_of(game: Game[Any, Any, Any], name: str, args: Any) -> Command:
    """The command of this name; an unknown one is refused with BAD_ARGS."""
    return from_args(command_type(game, name), args)


def event_type(game: Game[Any, Any, Any], name: str) -> type[Event] | None:
    """The event type of this name, common or the game's own."""
    return _EVENTS.get(name) or game.event_types.get(name)


def edition_of(game: Game[Any, Any, Any], named: e.ContentRef) -> Edition[Any]:
    """The content a log names, shipped or written out; raises UnknownContent."""
    shipped = game.editions.get(named.edition)
    if shipped and shipped.sha256 == named.sha256 and named.data is UNSET:
        return shipped
    if named.data is UNSET:
        raise UnknownContent(f"no edition {named.edition!r} with this hash ships, nor does the log carry it")
    try:
        carried: Edition[Any] = check(named.data, game.content, "content.data")
    except BadContent as error:
        raise UnknownContent(str(error)) from None
    if (carried.sha256, carried.content.edition) != (named.sha256, named.edition):
        raise UnknownContent("content.data is not what its edition and hash name")
    return carried


def evolve(table: Table, event: Event, cause: Cause | None = None) -> Table:
    """Fold the next record: its event, and the cause on a command's first event."""
    n, actor, seats, play = table.n + 1, table.actor, table.seats, table.play
    if cause is not None:
        actor = _actor(cause)
        seats = _not_missed(seats, actor)
    fold = _FOLDS.get(type(event))
    if fold is None and play is not None:
        table = replace(table, n=n, actor=actor, seats=seats, play=table.game.evolve(play, event))
    else:
        table = replace(table, n=n, actor=actor, seats=seats)
        table = fold(table, event) if fold else table
        if table.play is not None:
            table = replace(table, play=table.game.evolve(table.play, event))
    clocked = table.play is not None and table.options is not None and table.options.turn_seconds
    return _run_clocks(table, event) if clocked else table


def _actor(cause: Cause) -> int | None:
    """The seat whose clock a command restarts; a hint does not count as a command."""
    return None if cause.command == "TakeHint" else cause.seat


def _not_missed(seats: tuple[Seat | None, ...], actor: int | None) -> tuple[Seat | None, ...]:
    """Whoever sent a command has missed no turn since."""
    if actor is None or not 0 <= actor < len(seats):
        return seats
    holder = seats[actor]
    if holder is None or not holder.missed:
        return seats
    return (*seats[:actor], replace(holder, missed=0), *seats[actor + 1 :])


def _with_seat(table: Table, seat: int, **changes: Any) -> Table:
    holder = table.holder(seat)
    return _seated(table, seat, replace(holder, **changes)) if holder else table


def _seated(table: Table, seat: int, holder: Seat | None) -> Table:
    return replace(table, seats=(*table.seats[:seat], holder, *table.seats[seat + 1 :]))


def _run_clocks(table: Table, event: Event) -> Table:
    """
    A clock runs from the record after which the game waits for the seat.

    Only the seat's own accepted command restarts it, or a time-out, which ends that wait.
    """
    waits = table.game.waits_for(table.play) if table.phase == "playing" else ()
    timed_out = event.seat if isinstance(event, e.TurnTimedOut) else None
    for seat, holder in enumerate(table.seats):
        if holder is None:
            continue
        restart = holder.clock is None or seat in (table.actor, timed_out)
        clock = (table.n if restart else holder.clock) if seat in waits else None
        if clock != holder.clock:
            table = _with_seat(table, seat, clock=clock)
    return table


def _created(table: Table, event: e.GameCreated) -> Table:
    return replace(
        table,
        created=event,
        content=edition_of(table.game, event.content).content,
        options=from_args(table.game.options, event.options),
        seats=(None,) * event.seats,
        salts=("",) * event.seats,
    )


def _taken(table: Table, event: e.SeatTaken) -> Table:
    holder = Seat(name=event.name, salt=event.salt, since=table.n)
    return _salted(_seated(table, event.seat, holder), event.seat, event.salt)


def _left(table: Table, event: e.SeatLeft) -> Table:
    return _salted(_seated(table, event.seat, None), event.seat, "")


def _salted(table: Table, seat: int, salt: str) -> Table:
    return replace(table, salts=(*table.salts[:seat], salt, *table.salts[seat + 1 :]))


def _started(table: Table, event: e.GameStarted) -> Table:
    play = table.game.setup(table.content, table.options, len(table.seats))
    return replace(table, phase="playing", play=play)


def _timed_out(table: Table, event: e.TurnTimedOut) -> Table:
    holder = table.holder(event.seat)
    return _with_seat(table, event.seat, missed=holder.missed + 1) if holder else table


def _retired(table: Table, event: e.SeatRetired) -> Table:
    return _with_seat(table, event.seat, retired=True)


def _closed(table: Table, event: e.GameClosed) -> Table:
    return replace(table, phase="closed", outcome=event.outcome)


_FOLDS: dict[type[Event], Callable[[Table, Any], Table]] = {
    e.GameCreated: _created,
    e.SeatTaken: _taken,
    e.SeatLeft: _left,
    e.GameStarted: _started,
    e.TurnTimedOut: _timed_out,
    e.SeatRetired: _retired,
    e.GameClosed: _closed,
}
