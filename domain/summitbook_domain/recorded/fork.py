"""A practice game that goes on from a finished one: docs/replay-format.md, "Forks"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from ..book import Book, Entry, opening
from ..chance import Seed
from ..games import GAMES
from ..table import events as e
from ..table.commands import TimeOutTurn
from ..table.rules import Terms
from ..table.state import command_of
from .log import Log, commands
from .retell import AnyGame, Asked, Games, cause_behind, create_of, game_of, seed_of, terms_of
from .scrub import SERVICE


class NotForkable(ValueError):
    """No fork goes on from there; `what` is wrong with it, the log or the number."""

    def __init__(self, what: Literal["log", "n"], message: str) -> None:
        super().__init__(message)
        self.what = what


class Fork(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be told again into a new game."""

    game: AnyGame
    seed: Seed
    created: e.GameCreated
    """The old game, as it was made."""
    terms: Terms
    """Those of the new game, but for its id, which is still the old one's."""
    commands: tuple[Asked, ...]
    """The old commands up to the record that the fork goes on from."""

    @property
    def origin(self) -> e.Fork:
        """The record that it goes on from."""
        return e.Fork(self.created.game_id, self.n, self.commands[-1][-1].hash)

    @property
    def n(self) -> int:
        """The number of that record, and so of the last that is told again."""
        return self.commands[-1][-1].n


def forked(log: Log, n: int, *, games: Games = GAMES) -> Fork:
    """
    The fork of a log that holds at level rules, at record n; raises NotForkable where there can be none.

    The game must be over and its seed shown, and n the last record of a command after the start.
    """
    if not log.closed or log.seed is None:
        raise NotForkable("log", "only a finished game whose seed is shown can be forked")
    asked = tuple(each for each in commands(log.records) if each[-1].n <= n)
    if not asked or asked[-1][-1].n != n or n == len(log.records):
        raise NotForkable("n", _advice(log, n))
    if all(record.type != e.GameStarted.__name__ for record in log.records[:n]):
        raise NotForkable("n", f"the game has not begun at record {n}; name one after GameStarted")
    game, created = game_of(log, games), log.created
    terms = msgspec.structs.replace(terms_of(game, created), seed_source="given")
    return Fork(game=game, seed=seed_of(log), created=created, terms=terms, commands=asked)


def entries(fork: Fork, *, game_id: str, by: str, ids: Callable[[], str], at: str) -> Iterator[Entry]:
    """What each command adds to the new game, asked by `by`, with new ids, all at one time."""
    first, *rest = map(cause_behind, fork.commands)
    terms = msgspec.structs.replace(fork.terms, game_id=game_id, forked_from=fork.origin)
    entry = opening(fork.game, create_of(fork.game, first), terms, by=by, id=ids(), at=at)
    book = Book(entry, fork.seed)
    yield entry
    for cause in rest:
        command = command_of(fork.game, cause.command, cause.args)
        asks = SERVICE if isinstance(command, TimeOutTurn) else by
        yield book.ask(cause.seat, command, by=asks, id=ids(), at=at)


def _advice(log: Log, n: int) -> str:
    """Why n will not do, and which records near it will."""
    *ends, last = (each[-1].n for each in commands(log.records))
    if not 0 < n < last:
        return f"a fork goes on from a record before the last, which is {last}"
    near = [end for end in ends if end < n][-1:] + [end for end in ends if end > n][:1]
    return f"record {n} is not the last of its command; go on from {' or '.join(map(str, near))}"
