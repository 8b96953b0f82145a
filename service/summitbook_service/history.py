"""
Logs read back from the store: lines into typed events, events into whole commands.

The store is trusted to hold what was written, so lines are not proved canonical again; a
game whose log does not hold it any more cannot go on, and harms no other game.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from summitbook_domain.game import Game
from summitbook_domain.games import GAMES
from summitbook_domain.message import Event
from summitbook_domain.record import Cause, Head, Record
from summitbook_domain.table.state import Table, event_type, evolve

from .errors import CannotGoOn
from .store import Row, Store

AnyGame = Game[Any, Any, Any]

PAGE = 256
"""How many rows are read and folded before others get their turn."""


class Told(NamedTuple):
    """A stored record, its typed event, and its line."""

    record: Record
    event: Event
    line: bytes

    @property
    def n(self) -> int:
        """The number of the record."""
        return self.record.n

    @property
    def cause(self) -> Cause | None:
        """The command behind it, on a command's first record."""
        return None if self.record.cause is UNSET else self.record.cause

    @property
    def head(self) -> Head:
        """The head of the log after this record."""
        return Head(self.record.n, self.record.hash)


class Chosen(msgspec.Struct):
    """What of a game's options concerns the service."""

    turn_seconds: int = 0


class Birth(msgspec.Struct):
    """Which game a log is of, and what was chosen for it."""

    game: str
    rules: int
    options: Chosen


class _First(msgspec.Struct):
    data: Birth
    type: Literal["GameCreated"]


class _Caused(msgspec.Struct):
    cause: msgspec.Raw | UnsetType = UNSET


T = TypeVar("T")
_read = msgspec.json.Decoder(Record).decode
_read_caused = msgspec.json.Decoder(_Caused).decode
_read_first = msgspec.json.Decoder(_First).decode


def tell(game: AnyGame, row: Row) -> Told:
    """The typed record of a row; raises CannotGoOn, with UNKNOWN_RULES for an event of a later release."""
    record = record_in(row)
    kind = event_type(game, record.type)
    if kind is None:
        raise CannotGoOn("UNKNOWN_RULES", f"this release does not know the event {record.type}")
    return Told(record, readable(lambda _: msgspec.convert(record.data, kind), row), row.line)


def record_in(row: Row) -> Record:
    """The record of a row, whatever event it is of; raises CannotGoOn."""
    return readable(_read, row)


def begins_command(row: Row) -> bool:
    """Whether a row is the first of a command; one that cannot be read stands alone."""
    try:
        return _read_caused(row.line).cause is not UNSET
    except (ValueError, RecursionError):
        return True


def readable(read: Callable[[bytes], T], row: Row) -> T:
    """What is read from a row's line; raises CannotGoOn where it cannot be read."""
    try:
        return read(row.line)
    except (ValueError, RecursionError):
        raise broken(row.n, "cannot be read") from None


def broken(n: int, how: str) -> CannotGoOn:
    """What to raise of a log that is not as it was written."""
    return CannotGoOn("BROKEN_LOG", f"record {n} {how}; bring the store back from a backup")


def command_id_of(first: Row) -> str:
    """The id of the command that made a log's first row; raises CannotGoOn."""
    cause = readable(_read, first).cause
    return "" if cause is UNSET else cause.id


def birth_of(first: Row) -> Birth:
    """Which game a log's first row makes; raises CannotGoOn."""
    return readable(_read_first, first).data


def game_of(first: Row) -> AnyGame:
    """The game that a log's first row makes; raises CannotGoOn, with UNKNOWN_RULES for a later release's."""
    birth = birth_of(first)
    if (birth.game, birth.rules) not in GAMES:
        raise CannotGoOn(
            "UNKNOWN_RULES", f"this release does not know {birth.game} under rules {birth.rules}"
        )
    return GAMES[birth.game, birth.rules]


async def pages(store: Store, stream: UUID, after: int = 0) -> AsyncGenerator[list[Row], None]:
    """The rows of a stream after a number, a page at a time, letting others go between."""
    while rows := await store.read(stream, after, PAGE):
        yield rows
        after = rows[-1].n
        await asyncio.sleep(0)


class Page(NamedTuple):
    """Some whole commands of a log in a row, each with all its records; `last` where there are no more."""

    groups: list[tuple[Told, ...]]
    last: bool


async def page(store: Store, game: AnyGame, game_id: UUID, after: int, limit: int = PAGE) -> Page:
    """
    The next commands after a number, of so many records in all if one command has no more.

    A command is stored whole or not at all, but a page may end in its midst: then it
    is left to the next one, unless it fills the page.
    """
    return await page_of(store, lambda row: tell(game, row), game_id, after, limit)


async def page_of(
    store: Store, tell: Callable[[Row], Told], stream: UUID, after: int, limit: int = PAGE
) -> Page:
    """As above, of any log whose rows are told so."""
    while True:
        rows = await store.read(stream, after, limit)
        groups = _grouped(tell(row) for row in rows)
        if len(rows) < limit:
            return Page(groups, last=True)
        if len(groups) > 1:
            return Page(groups[:-1], last=False)
        limit *= 2


async def commands(store: Store, game: AnyGame, game_id: UUID, after: int) -> list[tuple[Told, ...]]:
    """The next records after a number, those of one command together; none where there are no more."""
    return (await page(store, game, game_id, after, PAGE)).groups


def _grouped(records: Iterable[Told]) -> list[tuple[Told, ...]]:
    groups: list[list[Told]] = []
    for told in records:
        if told.cause or not groups:
            groups.append([])
        groups[-1].append(told)
    return [tuple(group) for group in groups]


async def table_at(store: Store, game_id: UUID, n: int, since: tuple[int, Table]) -> Table:
    """The game as it was after this record, `since` being an earlier one and the game then."""
    after, table = since
    async for rows in pages(store, game_id, after):
        for told in (tell(table.game, row) for row in rows if row.n <= n):
            table = evolve(table, told.event, told.cause)
        if rows[-1].n >= n:
            break
    return table
