"""What the commands common to all games lead to, and the way to a game's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET

from ..chance import Seed
from ..content import Edition
from ..game import Game, Story
from ..message import Command, Events, Options, from_args
from ..record import FORMAT
from ..refusal import (
    BAD_ARGS,
    BAD_SEAT,
    GAME_NOT_STARTED,
    GAME_OVER,
    GAME_STARTED,
    NOT_YOUR_TURN,
    SEAT_TAKEN,
    Refused,
)
from . import commands as c
from . import events as e
from .state import Seat, Table

TIME_OUTS_TO_RETIRE = 2


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a new game is given beside its command: identity, deal and content, no rule's business."""

    game_id: str
    deal: str
    commitment: str
    seed_source: e.SeedSource
    edition: Edition[Any]
    forked_from: e.Fork | None = None


def create(game: Game[Any, Any, Any], command: c.CreateGame, terms: Terms) -> e.GameCreated:
    """The first event of a game, or Refused with BAD_ARGS."""
    content = terms.edition.content
    asked = (command.game, command.rules, command.edition)
    if asked != (game.name, game.rules, content.edition):
        raise Refused(BAD_ARGS, "game, rules and edition do not go together", field="game")
    if not content.min_seats <= command.seats <= content.max_seats:
        span = f"from {content.min_seats} to {content.max_seats}"
        raise Refused(BAD_ARGS, f"the number of seats of {game.title} is {span}", field="seats")
    if terms.forked_from and terms.seed_source != "given":
        raise Refused(BAD_ARGS, "a fork is played on a given seed", field="forked_from")
    options = check_options(game, command.options, command.seats)
    shipped = game.editions.get(content.edition) == terms.edition
    return e.GameCreated(
        format=FORMAT,
        game_id=terms.game_id,
        game=game.name,
        rules=game.rules,
        content=e.ContentRef(content.edition, terms.edition.sha256, UNSET if shipped else terms.edition.data),
        options=msgspec.to_builtins(options),
        seats=command.seats,
        deal=terms.deal,
        commitment=terms.commitment,
        seed_source=terms.seed_source,
        forked_from=terms.forked_from or UNSET,
    )


def check_options(game: Game[Any, Any, Any], plain: Any, seats: int) -> Options:
    """The options of a game with their defaults, or Refused with BAD_ARGS."""
    try:
        options: Options = from_args(game.options, plain)
    except Refused as refused:
        raise Refused(BAD_ARGS, refused.message, field=_option(game, refused.detail["field"])) from None
    if problem := game.check_options(options, seats):
        raise Refused(BAD_ARGS, problem, field=_option(game, problem.partition(" ")[0]))
    return options


def _option(game: Game[Any, Any, Any], name: str) -> str:
    """Where an option stands in a request."""
    return f"options.{game.name}.{name}".rstrip(".")


def decide(table: Table, seat: int | None, command: Command, seed: Seed) -> Events:
    """
    Refuse the command of a seat (None: the host or the service) or say what happens.

    The same for every game; a game's own commands are handed to its `decide`.
    """
    rule = _RULES.get(type(command))
    if rule is None:
        return _act(table, seat, command, seed)
    if isinstance(command, c.TakeSeat) and command.salt and table.birth.seed_source == "deal":
        raise Refused(BAD_ARGS, "a game of a shared deal takes no salts", field="salt")
    if table.phase == "closed":
        raise Refused(GAME_OVER, "the game is closed", outcome=table.outcome)
    if (seat is None) == isinstance(command, c.SEAT_COMMANDS):
        raise Refused(BAD_SEAT, f"{type(command).__name__} is asked {'by' if seat is None else 'for'} a seat")
    return rule(table, seat, command, seed)


def legal(table: Table, seat: int) -> tuple[Command, ...]:
    """Every legal command of the game's own that the seat may send now, in a pinned order."""
    holder = table.holder(seat)
    if table.phase != "playing" or holder is None or holder.retired:
        return ()
    return table.game.legal(table.play, seat)


def _act(table: Table, seat: int | None, command: Command, seed: Seed) -> Events:
    if type(command) not in table.game.commands:
        asked = type(command).__name__
        raise Refused(BAD_ARGS, f"{asked} is no command of {table.game.title}", field="command")
    if not table.started:
        raise Refused(GAME_NOT_STARTED, "the game starts when every seat is taken", status=table.phase)
    if table.phase == "closed":
        raise Refused(GAME_OVER, "the game is closed", outcome=table.outcome)
    if seat is None or table.holder(seat) is None:
        raise Refused(NOT_YOUR_TURN, "only a seat of this game may act", seat=seat)
    state, evolve = table.play, table.game.evolve
    events = table.game.decide(state, seat, command, table.chance(seed))
    for event in events:
        state = evolve(state, event)
    return _closed_if_over(table, events, state, seed)


def _closed_if_over(table: Table, events: Events, state: Any, seed: Seed) -> Events:
    """The game's last event and the closing one belong to the command that ended it."""
    outcome = table.game.outcome(state)
    return (*events, _close(table, outcome, seed)) if outcome else events


def _close(table: Table, outcome: str, seed: Seed) -> e.GameClosed:
    """The closing event; a shared deal's seed stays hidden, since others may still play it."""
    return e.GameClosed(outcome, None if table.birth.seed_source == "deal" else seed.reveal())


def _take_seat(table: Table, seat: int, command: c.TakeSeat, seed: Seed) -> Events:
    if seat != command.seat or not 0 <= seat < len(table.seats):
        raise Refused(BAD_SEAT, f"seats are 0 to {len(table.seats) - 1}", seat=command.seat)
    holder = table.seats[seat]
    if holder and holder.retired:
        raise Refused(BAD_SEAT, "whoever held this seat has retired from it", seat=seat)
    if table.started:
        raise Refused(GAME_STARTED, "every seat is taken and the game has begun")
    if holder:
        raise Refused(SEAT_TAKEN, "choose another seat", seat=seat)
    taken = e.SeatTaken(seat, command.name, command.salt)
    others = (holder for i, holder in enumerate(table.seats) if i != seat)
    return (taken, *_start(table, seat, command, seed)) if all(others) else (taken,)


def _start(table: Table, seat: int, last: c.TakeSeat, seed: Seed) -> Events:
    game = table.game
    salts = [holder.salt if holder else last.salt for holder in table.seats]
    play = game.evolve(game.setup(table.content, table.options, len(table.seats)), e.GameStarted())
    return e.GameStarted(), *game.begin(play, seed.chance(table.birth.deal, salts))


def _leave_seat(table: Table, seat: int, command: c.LeaveSeat, seed: Seed) -> Events:
    _held(table, seat)
    if table.started:
        raise Refused(GAME_STARTED, "a seat cannot be left after the start; retire instead")
    return (e.SeatLeft(seat),)


def _retire_seat(table: Table, seat: int, command: c.RetireSeat, seed: Seed) -> Events:
    _in_play(table, seat)
    story = _retiring(table, Story(table.play, table.game.evolve), seat, seed)
    return _closed_if_over(table, story.events, story.state, seed)


def _take_hint(table: Table, seat: int, command: c.TakeHint, seed: Seed) -> Events:
    _in_play(table, seat)
    return (e.HintTaken(seat),)


def _time_out(table: Table, seat: None, command: c.TimeOutTurn, seed: Seed) -> Events:
    late = command.seat
    holder = _in_play(table, late)
    if late not in table.game.waits_for(table.play):
        raise Refused(NOT_YOUR_TURN, "nobody waits for this seat", seat=late)
    story = Story(table.play, table.game.evolve)
    story.tell(e.TurnTimedOut(late))
    if table.game.outcome(story.state) is None and holder.missed + 1 >= TIME_OUTS_TO_RETIRE:
        story = _retiring(table, story, late, seed)
    else:
        story.tell(*table.game.time_out(story.state, late, table.chance(seed)))
    return _closed_if_over(table, story.events, story.state, seed)


def _retiring(table: Table, story: Story[Any], seat: int, seed: Seed) -> Story[Any]:
    story.tell(e.SeatRetired(seat))
    story.tell(*table.game.retire(story.state, seat, table.chance(seed)))
    return story


def _cancel(table: Table, seat: None, command: c.CancelGame, seed: Seed) -> Events:
    return (_close(table, "cancelled", seed),)


def _expire(table: Table, seat: None, command: c.ExpireGame, seed: Seed) -> Events:
    return (_close(table, "expired", seed),)


def _create_again(table: Table, seat: None, command: c.CreateGame, seed: Seed) -> Events:
    raise Refused(BAD_ARGS, "the game is already made", field="command")


def _held(table: Table, seat: int) -> Seat:
    """Whoever holds the seat and has not retired."""
    holder = table.holder(seat)
    if holder is None or holder.retired:
        raise Refused(BAD_SEAT, "there is no such seat, or nobody holds it any more", seat=seat)
    return holder


def _in_play(table: Table, seat: int) -> Seat:
    holder = _held(table, seat)
    if not table.started:
        raise Refused(GAME_NOT_STARTED, "the game starts when every seat is taken", status=table.phase)
    return holder


_RULES: dict[type[Command], Callable[[Table, Any, Any, Seed], Events]] = {
    c.CreateGame: _create_again,
    c.TakeSeat: _take_seat,
    c.LeaveSeat: _leave_seat,
    c.RetireSeat: _retire_seat,
    c.TakeHint: _take_hint,
    c.TimeOutTurn: _time_out,
    c.CancelGame: _cancel,
    c.ExpireGame: _expire,
}
