"""Whole games of any kind for the laws: played, walked through again, and asked all sorts of things."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from summitbook_advice.policies import POLICIES
from summitbook_domain import record
from summitbook_domain.book import Book
from summitbook_domain.chance import Seed
from summitbook_domain.game import Game
from summitbook_domain.games import GAMES
from summitbook_domain.message import Command, Events, from_args
from summitbook_domain.policies import play
from summitbook_domain.record import Cause
from summitbook_domain.table.rules import Terms
from summitbook_domain.table.state import Table, command_of, event_type, evolve

AnyGame = Game[Any, Any, Any]
ALL = tuple(GAMES.values())
REPLAYS = Path(__file__).parent.parent / "replays"
SOME = {"random": 6, "greedy": 6, "strong": 3}
"""So many games of each policy for the laws, which take the longer the better it plays."""
NUMBERS = range(-1, 7)
"""Small numbers: indices in and out of range."""


def name_of(game: AnyGame) -> str:
    """How a game and its rules edition are called in a test's name and a file's."""
    return f"{game.name}-{game.rules}"


def secret_of(number: int) -> bytes:
    return hashlib.sha256(f"law {number}".encode()).digest()


def whole_game(game: AnyGame, policy: str, number: int) -> Book:
    """A game of as many seats as its number makes it, between what the content allows."""
    content = next(iter(game.editions.values())).content
    seats = content.min_seats + number % (content.max_seats - content.min_seats + 1)
    return play(
        game, POLICIES[policy], secret_of(number), salts=tuple(f"{seat:02x}" for seat in range(seats))
    )


def some_games(game: AnyGame) -> tuple[Book, ...]:
    """Some games of every policy, played once for all tests."""
    return _some_games(game.name, game.rules)


@cache
def _some_games(name: str, rules: int) -> tuple[Book, ...]:
    game = GAMES[name, rules]
    return tuple(whole_game(game, policy, number) for policy in POLICIES for number in range(SOME[policy]))


class Moment(msgspec.Struct, frozen=True):
    """A table just before a command, the command and its cause, and what it led to."""

    table: Table
    cause: Cause
    events: Events

    @property
    def command(self) -> Command:
        """What was asked."""
        return command_of(self.table.game, self.cause.command, self.cause.args)

    def after(self) -> Table:
        """The table once its events are folded."""
        table = evolve(self.table, self.events[0], self.cause)
        return reduce(evolve, self.events[1:], table)


def moments(book: Book) -> Iterator[Moment]:
    """Every moment of a game, told from its lines alone."""
    return told_by(book.table.game, book.lines)


def told_by(game: AnyGame, lines: Iterable[bytes]) -> Iterator[Moment]:
    """Every moment of a game, from the lines of its records."""
    table = Table(game=game)
    before, cause, events = table, None, ()
    for line in lines:
        read = record.read(line)
        if read.cause and cause:
            yield Moment(before, cause, events)
        if read.cause:
            before, cause, events = table, read.cause, ()
        event = from_args(event_type(table.game, read.type), read.data)
        table, events = evolve(table, event, read.cause or None), (*events, event)
    yield Moment(before, cause, events)


def tables_after(game: AnyGame, lines: Iterable[bytes]) -> Iterator[Table]:
    """The table after each of these records."""
    table = Table(game=game)
    for line in lines:
        read = record.read(line)
        event = from_args(event_type(game, read.type), read.data)
        table = evolve(table, event, read.cause or None)
        yield table


def seed_of(book: Book) -> Seed:
    """The seed that a closed game has revealed."""
    return Seed(bytes.fromhex(book.events[-1].seed))


def terms_of(book: Book) -> Terms:
    """The terms on which a game was made, on content that ships."""
    birth = book.table.birth
    return Terms(
        game_id=birth.game_id,
        deal=birth.deal,
        commitment=birth.commitment,
        seed_source=birth.seed_source,
        edition=book.table.game.editions[birth.content.edition],
    )


def in_play(book: Book) -> list[Moment]:
    """The moments at which the game itself was under way."""
    return [each for each in moments(book) if each.table.started]


def golden_lines(game: AnyGame) -> dict[str, list[bytes]]:
    """The records of every golden replay of a game under its rules edition, by file name."""
    files = [(path.name, path.read_bytes().splitlines()) for path in sorted(REPLAYS.rglob("*.replay.jsonl"))]
    born = f'"rules":{game.rules},"seats"'.encode(), f'"game":"{game.name}"'.encode()
    return {
        name: [line for line in lines if line.startswith(b'{"at":')]
        for name, lines in files
        if all(each in lines[0] for each in born)
    }


def commands_like(kind: type[Command], texts: Sequence[str]) -> list[Command]:
    """Every command of this type that small numbers, short lists, all listed words and these texts make."""
    choices = [_choices(field.type, texts) for field in inspect.type_info(kind).fields]
    return [kind(*values) for values in product(*choices)]


def some_commands(game: AnyGame, rng: Random, each: int) -> list[Command]:
    """So many commands of every type of the game, sensible or not."""
    texts = rng.sample(_texts(game.name, game.rules), 4)
    every = {kind: commands_like(kind, texts) for kind in game.commands}
    return [command for listed in every.values() for command in rng.sample(listed, min(each, len(listed)))]


@cache
def _texts(name: str, rules: int) -> list[str]:
    """Every text that the game's own events hold, ids of cards and spots say, and a few that none does."""
    game = GAMES[name, rules]
    told = [event for book in some_games(game) for event in book.events if type(event) in game.events]
    return sorted({"", "nothing", "\N{SNOWFLAKE}", "m", *_texts_in(msgspec.to_builtins(told))})


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(each)


def _choices(kind: inspect.Type, texts: Sequence[str]) -> list[Any]:
    match kind:
        case inspect.Metadata():
            return _choices(kind.type, texts)
        case inspect.StrType():
            return list(texts)
        case inspect.BoolType():
            return [False, True]
        case inspect.IntType():
            return list(NUMBERS)
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.NoneType():
            return [None]
        case inspect.UnionType():
            return [value for each in kind.types for value in _choices(each, texts)]
        case inspect.VarTupleType():
            one = _choices(kind.item_type, texts)
            return [few for size in range(4) for few in product(one, repeat=size)]
    raise TypeError(f"say here which values of {kind} to try")
