"""The messages of the common protos that carry a game's own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from summitbook.v1 import games_pb2, record_pb2
from summitbook_domain.message import Command, Event, Options, View
from summitbook_domain.record import Cause, Record
from summitbook_domain.table.rules import legal
from summitbook_domain.table.state import Table, command_of

from ..latest import Latest
from .family import AnyGame
from .vocabulary import CAUSES, COMMANDS, EVENTS, OPTIONS, VIEWS

Sent = tuple[str, int, bytes]
"""A game, its edition of the rules, and a command as it was sent."""
COMMANDS_KEPT = 4_096
SHORT = 128
"""Bytes of a command; a caller may send longer ones than anyone wants to keep."""
_known: Latest[Sent, Command] = Latest(COMMANDS_KEPT)


def pack_command(command: Command) -> games_pb2.Command:
    """A command of a game's own."""
    return COMMANDS.pack(command)


def unpack_command(game: AnyGame, command: games_pb2.Command, at: str = "command") -> Command:
    """
    A command of this game's own; raises Refused with BAD_ARGS.

    Games take a few short ones again and again, so what the latest of these say is kept at hand.
    """
    sent = game.name, game.rules, command.SerializeToString()
    known = _known.get(sent)
    if known is None:
        known = COMMANDS.unpack(game, command, at)
        if len(sent[2]) <= SHORT:
            _known.keep(sent, known)
    return known


def pack_event(event: Event) -> record_pb2.Event:
    """An event, common or a game's own."""
    return EVENTS.pack(event)


def plain_event(event: Event) -> dict[str, Any]:
    """What the message of an event is made of, for a message that holds it: so it is not made and copied."""
    return EVENTS.plain(event)


def unpack_event(game: AnyGame, event: record_pb2.Event, at: str = "event") -> Event:
    """An event of a game of this kind; raises Refused with BAD_ARGS."""
    return EVENTS.unpack(game, event, at)


def pack_options(options: Options) -> games_pb2.Options:
    """The options of a game, written out."""
    return OPTIONS.pack(options)


def unpack_options(game: AnyGame, options: games_pb2.Options, at: str = "options") -> Options:
    """The options of this game, each one left out at its default; raises Refused with BAD_ARGS."""
    return OPTIONS.unpack(game, options, at)


def pack_view(view: View) -> games_pb2.View:
    """What anyone may see of a game in play."""
    return VIEWS.pack(view)


def unpack_view(game: AnyGame, view: games_pb2.View, at: str = "view") -> View:
    """What was to be seen; raises Refused with BAD_ARGS."""
    return VIEWS.unpack(game, view, at)


def pack_legal_actions(table: Table, seat: int) -> list[games_pb2.LegalAction]:
    """Every command that the seat may send now, in the order that its game pins."""
    game, listed = table.game, legal(table, seat)
    held_back = listed and seat not in game.waits_for(table.play)
    helping = game.helps(table.play, listed) if held_back else ()
    return [
        games_pb2.LegalAction(
            command=_packed(command),
            label=game.describe(table.play, command),
            gives_up=game.gives_up(command),
            undoes=game.undoes(command),
            helps=command in helping,
        )
        for command in listed
    ]


def pack_record(game: AnyGame, record: Record, event: Event, line: bytes) -> record_pb2.Record:
    """A record of this game, its event typed, and its line exactly as stored."""
    return record_pb2.Record(
        n=record.n,
        at=record.at,
        event=pack_event(event),
        cause=_pack_cause(game, record.cause) if isinstance(record.cause, Cause) else None,
        line=line,
        record_hash=bytes.fromhex(record.hash),
    )


_packed = lru_cache(maxsize=4096)(COMMANDS.pack)
"""The same few commands are legal again and again; what is remembered is copied, never changed."""


def _pack_cause(game: AnyGame, cause: Cause) -> record_pb2.Cause:
    command: dict[str, Any] = CAUSES.plain(command_of(game, cause.command, cause.args))
    return record_pb2.Cause(command_id=cause.id, seat=cause.seat, by=cause.by, **command)
