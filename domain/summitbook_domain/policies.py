"""
Ways to choose a command, and whole games played offline by them.

A policy is told the game, its content, what anyone may see and what is legal, and has luck
of its own, so that it can neither know nor shift the game's. What plays as well as is known
stands outside the domain, in `summitbook_advice.policies`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from .book import Book, opening
from .chance import Draw, Seed
from .content import Edition
from .game import Game
from .message import Command, View
from .table import rules
from .table.commands import CreateGame, TakeSeat
from .table.state import Table

AnyGame = Game[Any, Any, Any]
Policy = Callable[[AnyGame, Any, View, tuple[Command, ...], Draw], Command | None]
"""What a seat does, told content, what it may see and what is legal; None where it waits for the others."""

SELDOM = 50
"""A random player does what leads nowhere one time in so many."""
LONG_AGO = "2026-01-01T00:00:00.000000Z"
"""Offline play knows no clock: all of it happens at one instant."""


def random(game: AnyGame, content: Any, view: View, legal: tuple[Command, ...], draw: Draw) -> Command:
    """Any legal command; giving up, or undoing what was done, 1 time in 50 where one can do anything else."""
    leading_nowhere = tuple(each for each in legal if game.gives_up(each) or game.undoes(each))
    going_on = tuple(each for each in legal if each not in leading_nowhere)
    if leading_nowhere and going_on:
        legal = going_on if draw.uniform(SELDOM) else leading_nowhere
    return draw.pick(legal)


def greedy(game: AnyGame, content: Any, view: View, legal: tuple[Command, ...], draw: Draw) -> Command | None:
    """What a player who takes the nearest gain would do, as the game itself says."""
    return game.greedy(view, legal)


POLICIES: Mapping[str, Policy] = {"random": random, "greedy": greedy}
"""The policies that need no more than the game itself, by name."""


def play(
    game: AnyGame,
    policy: Policy,
    secret: bytes,
    *,
    edition: Edition[Any] | None = None,
    options: Mapping[str, Any] | None = None,
    salts: tuple[str, ...] = ("",),
) -> Book:
    """
    A whole game from a given seed of 32 bytes, one seat a salt (hex, maybe empty).

    The same arguments write the same lines, ids included: they are derived from the
    seed. Raises Refused with BAD_ARGS where content, options and seats do not fit.
    """
    book = _set_up(game, secret, edition or next(iter(game.editions.values())), dict(options or {}), salts)
    luck = Seed(_derived(secret, "luck")).chance(book.table.birth.deal, ())
    asked = len(salts)
    while book.table.phase != "closed":
        asked += 1
        seat, command = choose(book.table, policy, luck.draw(f"choice/{asked}"))
        _ask(book, secret, asked, seat, command)
    return book


def _set_up(
    game: AnyGame, secret: bytes, edition: Edition[Any], options: dict[str, Any], salts: tuple[str, ...]
) -> Book:
    seed, game_id = Seed(secret), _id(secret, "game")
    terms = rules.Terms(
        game_id=game_id, deal=game_id, commitment=seed.commitment, seed_source="given", edition=edition
    )
    create = CreateGame(
        game=game.name,
        rules=game.rules,
        edition=edition.content.edition,
        options=options,
        seats=len(salts),
    )
    book = Book(opening(game, create, terms, by="host", id=_id(secret, "command/0"), at=LONG_AGO), seed)
    for seat, salt in enumerate(salts):
        _ask(book, secret, seat + 1, seat, TakeSeat(seat, f"player {seat}", salt))
    return book


def choose(table: Table, policy: Policy, draw: Draw) -> tuple[int, Command]:
    """A seat that may act, and what it does; who would rather wait lets the next one choose."""
    choices = {seat: rules.legal(table, seat) for seat in range(len(table.seats))}
    seats = [seat for seat, commands in choices.items() if commands]
    first, view = draw.uniform(len(seats)), table.game.view(table.play)
    for seat in seats[first:] + seats[:first]:
        command = policy(table.game, table.content, view, choices[seat], draw)
        if command is not None:
            return seat, command
    raise AssertionError("every seat waits for another")


def _ask(book: Book, secret: bytes, number: int, seat: int, command: Command) -> None:
    book.ask(seat, command, by=f"player-{seat}", id=_id(secret, f"command/{number}"), at=LONG_AGO)


def _derived(secret: bytes, purpose: str) -> bytes:
    return hashlib.sha256(b"summitbook/offline/1\0" + purpose.encode("ascii") + b"\0" + secret).digest()


def _id(secret: bytes, purpose: str) -> str:
    return str(UUID(bytes=_derived(secret, purpose)[:16], version=4))
