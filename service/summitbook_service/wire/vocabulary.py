"""
Every type of the table and of each registered game, beside the message that carries it.

A game is found by its name: the common protos have a field called as the game is. A
message is called as its type, but for a game's options and view, which are `Options`
and `View` in the game's package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from summitbook.v1.games_pb2 import Command as CommandMessage
from summitbook.v1.games_pb2 import Options as OptionsMessage
from summitbook.v1.games_pb2 import View as ViewMessage
from summitbook.v1.record_pb2 import Cause as CauseMessage
from summitbook.v1.record_pb2 import Event as EventMessage
from summitbook.v1.tournament_pb2 import TournamentCause, TournamentEvent
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command, Event, Options, View, from_args
from summitbook_domain.refusal import BAD_ARGS, Refused
from summitbook_domain.table import commands, events
from summitbook_domain.tournament import commands as tournament_commands
from summitbook_domain.tournament import events as tournament_events

from .codec import Codec, Unmapped
from .family import AnyGame, Family, Key, Trail
from .shape import Shape, descriptor_of, message_of

Kind = type[msgspec.Struct]
Shapes = dict[Trail, Shape[Any]]


class Made(Shape[Any]):
    """What makes a game or a tournament: its options are those of the game that it names."""

    def plain(self, value: Any) -> dict[str, Any]:
        """What the constructor of the message takes."""
        options = from_args(_game(value.game, value.rules).options, value.options)
        return super().plain(msgspec.structs.replace(value, options=options))

    def read(self, message: Message, at: str) -> dict[str, Any]:
        """The plain fields of a message; raises Refused with BAD_ARGS."""
        found = super().read(message, at)
        game = _game(found["game"], found["rules"], f"{at}game")
        options = OPTIONS.unpack(game, found["options"], f"{at}options")
        return {**found, "options": msgspec.to_builtins(options)}


def _game(name: str, rules: int, at: str = "game") -> AnyGame:
    game = GAMES.get((name, rules))
    if game is None:
        raise Refused(BAD_ARGS, f"there is no game {name!r} under rules {rules}", field=at)
    return game


def _each_game(shapes: Callable[[AnyGame], Shapes]) -> dict[Key, Shapes]:
    return {key: shapes(game) for key, game in GAMES.items()}


def _part(outer: type[Message], game: AnyGame) -> Descriptor:
    """The game's own message in a message of the common protos."""
    fields = descriptor_of(outer).fields_by_name
    if game.name not in fields:
        raise Unmapped(f"{outer.__name__} has no field {game.name}")
    return message_of(fields[game.name])


def _whole(outer: type[Message], game: AnyGame, kind: Kind) -> Shapes:
    """A part that is a type itself: the game's options, its view."""
    return {(game.name,): Shape(kind, _part(outer, game))}


def _own(outer: type[Message], game: AnyGame, kinds: Iterable[Kind]) -> Shapes:
    """A part that is one of many types: the game's commands, its events."""
    called = _called(_part(outer, game), kinds)
    return {(game.name, *trail): shape for trail, shape in called.items()}


def _called(outer: Descriptor, kinds: Iterable[Kind]) -> Shapes:
    """The choices whose messages are called as these types."""
    choices = {message_of(field).name: field for field in outer.oneofs[0].fields}
    if missing := [kind.__name__ for kind in kinds if kind.__name__ not in choices]:
        raise Unmapped(f"{outer.full_name} has no {', '.join(missing)}")
    found = {kind: choices[kind.__name__] for kind in kinds}
    return {(field.name,): _shape(kind, message_of(field)) for kind, field in found.items()}


def _shape(kind: Kind, message: Descriptor) -> Shape[Any]:
    made = kind in (
        events.GameCreated,
        commands.CreateGame,
        tournament_events.TournamentCreated,
        tournament_commands.CreateTournament,
    )
    return Made(kind, message, _MADE) if made else Shape(kind, message)


def _named(outer: type[Message], kinds: Iterable[Kind]) -> dict[Kind, tuple[str, Shape[Any]]]:
    """By each type the field that it has in such a message, and its shape."""
    return {shape.kind: (trail[0], shape) for trail, shape in _called(descriptor_of(outer), kinds).items()}


OPTIONS: Family[OptionsMessage, Options] = Family(
    OptionsMessage, _each_game(lambda game: _whole(OptionsMessage, game, game.options))
)
VIEWS: Family[ViewMessage, View] = Family(
    ViewMessage, _each_game(lambda game: _whole(ViewMessage, game, game.view_type))
)

_MADE = {descriptor_of(OptionsMessage).full_name: Codec(OPTIONS.plain, None)}
_COMMON_EVENTS = _called(descriptor_of(EventMessage), events.EVENTS)
_COMMON_COMMANDS = _called(descriptor_of(CauseMessage), commands.COMMANDS)


def _commands(game: AnyGame) -> Shapes:
    return _own(CommandMessage, game, game.commands)


def _events(game: AnyGame) -> Shapes:
    return _COMMON_EVENTS | _own(EventMessage, game, game.events)


def _causes(game: AnyGame) -> Shapes:
    return _COMMON_COMMANDS | {("act", *trail): shape for trail, shape in _commands(game).items()}


COMMANDS: Family[CommandMessage, Command] = Family(CommandMessage, _each_game(_commands))
EVENTS: Family[EventMessage, Event] = Family(EventMessage, _each_game(_events))
CAUSES: Family[CauseMessage, Command] = Family(CauseMessage, _each_game(_causes))


TOURNAMENT_EVENTS = _named(TournamentEvent, tournament_events.EVENTS)
TOURNAMENT_CAUSES = _named(TournamentCause, tournament_commands.COMMANDS)
