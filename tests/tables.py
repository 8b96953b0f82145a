"""Whole tables for tests: made, seated, asked, refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from summitbook_domain.book import Book, opening
from summitbook_domain.chance import Seed
from summitbook_domain.content import Edition
from summitbook_domain.game import Game
from summitbook_domain.message import Command, Events
from summitbook_domain.refusal import Refused
from summitbook_domain.table.commands import CreateGame, TakeSeat
from summitbook_domain.table.rules import Terms

SECRET = bytes(range(32))
GAME_ID = "0f0e0d0c-0b0a-4908-8706-050403020100"
DEAL = "00112233-4455-4677-8899-aabbccddeeff"
AT = "2026-11-29T20:00:00.000000Z"


def edition_of(game: Game[Any, Any, Any]) -> Edition[Any]:
    """The content that the game ships first."""
    return next(iter(game.editions.values()))


def create(game: Game[Any, Any, Any], seats: int, **options: Any) -> CreateGame:
    edition = edition_of(game).content.edition
    return CreateGame(game=game.name, rules=game.rules, edition=edition, options=options, seats=seats)


def terms(game: Game[Any, Any, Any], secret: bytes = SECRET, **changes: Any) -> Terms:
    usual = {
        "game_id": GAME_ID,
        "deal": DEAL,
        "commitment": Seed(secret).commitment,
        "seed_source": "given",
        "edition": edition_of(game),
    }
    return Terms(**{**usual, **changes})


def opened(
    game: Game[Any, Any, Any], seats: int = 1, secret: bytes = SECRET, source: str = "given", **options: Any
) -> Book:
    """A game that waits for its seats to be taken."""
    first = opening(
        game,
        create(game, seats, **options),
        terms(game, secret, seed_source=source),
        by="host",
        id="0",
        at=AT,
    )
    return Book(first, Seed(secret))


def started(game: Game[Any, Any, Any], seats: int = 1, secret: bytes = SECRET, **options: Any) -> Book:
    """A game whose seats are all taken."""
    book = opened(game, seats, secret, **options)
    for seat in range(seats):
        ask(book, TakeSeat(seat, f"player {seat}"), seat)
    return book


def ask(book: Book, command: Command, seat: int | None = 0) -> Events:
    """What the command of a seat (None: the host or the service) leads to."""
    return book.ask(seat, command, by="somebody", id=str(len(book.lines)), at=AT).events


def code_of(book: Book, command: Command, seat: int | None = 0) -> str:
    """The code that refuses the command, which changes nothing."""
    before = book.table, book.head, list(book.lines), book.events
    code = refused(ask, book, command, seat)
    assert (book.table, book.head, book.lines, book.events) == before
    return code


def refused(call: Callable[..., object], *args: Any) -> str:
    """The code with which the call is refused."""
    with pytest.raises(Refused) as refusal:
        call(*args)
    return refusal.value.code
