"""Telling a recorded game again with some of its commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from ..book import Book, Entry, opening
from ..chance import Seed
from ..game import Game
from ..games import GAMES
from ..record import Cause, Record
from ..refusal import BAD_ARGS, Refused
from ..replay.report import Fault
from ..table import rules
from ..table.commands import CreateGame
from ..table.events import GameCreated
from ..table.state import UnknownContent, command_of, edition_of
from .log import Log

AnyGame = Game[Any, Any, Any]
Games = Mapping[tuple[str, int], AnyGame]
Asked = tuple[Record, ...]
"""The records of one command; the first tells who asked for what, and when."""


def retold(log: Log, commands: Iterable[Asked], *, games: Games = GAMES) -> Book:
    """
    The game of a log, made as it was made, and told with these of its other commands.

    A command that the rules refuse is left out. Raises Fault where there is no telling: rules or content
    that are not known here, a seed that is not revealed, or no way to make the game.
    """
    game, seed = game_of(log, games), seed_of(log)
    book = Book(_opened(log, game), seed)
    for asked in commands:
        with suppress(Refused):
            ask(book, asked)
    return book


def ask(book: Book, asked: Asked) -> None:
    """Ask a book for a recorded command; raises Refused."""
    cause = cause_behind(asked)
    command: Any = command_of(book.table.game, cause.command, cause.args)
    book.ask(cause.seat, command, by=cause.by, id=cause.id, at=asked[0].at)


def seed_of(log: Log) -> Seed:
    """The seed that a log reveals; raises Fault."""
    if log.seed is None:
        raise Fault("BAD_SEED", len(log.records), "the seed is not revealed, so nothing can be told again")
    return log.seed


def game_of(log: Log, games: Games = GAMES) -> AnyGame:
    """The game of a log under the rules that it names; raises Fault."""
    created = log.created
    try:
        return games[created.game, created.rules]
    except KeyError:
        unknown = f"rules {created.rules} of {created.game} are not known here"
        raise Fault("UNKNOWN_RULES", 1, unknown) from None


def terms_of(game: AnyGame, created: GameCreated) -> rules.Terms:
    """What the game was given beside its command; raises Fault for content that is not to be had."""
    try:
        edition = edition_of(game, created.content)
    except UnknownContent as error:
        raise Fault("UNKNOWN_CONTENT", 1, str(error)) from None
    return rules.Terms(
        game_id=created.game_id,
        deal=created.deal,
        commitment=created.commitment,
        seed_source=created.seed_source,
        edition=edition,
        forked_from=created.forked_from or None,
    )


def cause_behind(asked: Asked) -> Cause:
    """The command that led to these records; raises Fault where none is recorded."""
    if not asked[0].cause:
        raise Fault("WRONG_EVENT", asked[0].n, "no command led to this event")
    return asked[0].cause


def create_of(game: AnyGame, cause: Cause) -> CreateGame:
    """The command that a log begins with; raises Refused where it is another one."""
    command = command_of(game, cause.command, cause.args)
    if isinstance(command, CreateGame):
        return command
    raise Refused(BAD_ARGS, "a log begins with CreateGame")


def _opened(log: Log, game: AnyGame) -> Entry:
    cause, at = cause_behind(log.records), log.records[0].at
    terms = terms_of(game, log.created)
    try:
        return opening(game, create_of(game, cause), terms, by=cause.by, id=cause.id, at=at)
    except Refused as refused:
        raise Fault("ILLEGAL_COMMAND", 1, str(refused)) from None
