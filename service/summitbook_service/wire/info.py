"""What a client is told of a game before one is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

from summitbook.v1 import game_service_pb2
from summitbook_domain.content import Edition
from summitbook_domain.tournament.rules import kinds_of

from .codec import Unmapped
from .family import AnyGame
from .shape import fields_of


def pack_game_info(
    game: AnyGame, editions: Iterable[Edition[Any]], bots: Iterable[str] = ()
) -> game_service_pb2.GameInfo:
    """The game under one edition of its rules, with these contents, its options, and policies of bots."""
    return game_service_pb2.GameInfo(
        name=game.name,
        title=game.title,
        help=game.help,
        rules=game.rules,
        editions=[_pack_edition(each) for each in editions],
        options=[_pack_option(each) for each in fields_of(game.options)],
        bots=bots,
        tournament_kinds=kinds_of(game),
    )


def _pack_edition(edition: Edition[Any]) -> game_service_pb2.Edition:
    content = edition.content
    return game_service_pb2.Edition(
        name=content.edition,
        min_seats=content.min_seats,
        max_seats=content.max_seats,
        sha256=bytes.fromhex(edition.sha256),
    )


def _pack_option(option: inspect.Field) -> game_service_pb2.Option:
    told = option.type
    if not isinstance(told, inspect.Metadata) or not told.extra_json_schema:
        raise Unmapped(f"the option {option.name} has no description")
    return game_service_pb2.Option(
        name=option.name,
        default_value=msgspec.json.encode(option.default).decode(),
        help=told.extra_json_schema["description"],
        **_pack_kind(told.type),
    )


def _pack_kind(kind: inspect.Type) -> dict[str, Any]:
    match kind:
        case inspect.BoolType():
            return {"type": game_service_pb2.OPTION_TYPE_FLAG}
        case inspect.IntType():
            return {"type": game_service_pb2.OPTION_TYPE_INTEGER, "minimum": kind.ge, "maximum": kind.le}
        case inspect.LiteralType():
            return {"type": game_service_pb2.OPTION_TYPE_WORD, "words": kind.values}
    raise Unmapped(f"an option is a number, a flag or a word, not a {type(kind).__name__}")
