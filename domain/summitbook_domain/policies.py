"""
Ways to choose a command, and whole games played offline by them.

A policy is told the game, its content, what anyone may see and what is legal, and has luck
of its own, so that it can neither know nor shift the game's. What plays as well as is known
stands outside the domain, in `summitbook_advice.policies`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from .book import Book, opening
from .chance import Chance, Draw, Seed
from .content import Edition
from .game import Game
from .message import Command, View
from .table import rules
from .table.commands import CreateGame, TakeSeat
from .table.state import Table

AnyGame = Game[Any, Any, Any]
Policy = Callable[[AnyGame, Any, View, tuple[Command, ...], Draw], Command | None]
"""What a seat does, told content, what it may see and what is legal; None where it waits for the others."""

UNSEEN = View()
"""What is shown where everyone who is asked chooses without looking: making a view takes its time."""
SELDOM = 50
"""A random player does what leads nowhere one time in so many."""
LONG_AGO = "2026-01-01T00:00:00.000000Z"
"""Offline play knows no clock: all of it happens at one instant."""


def random(game: AnyGame, content: Any, view: View, legal: tuple[Command, ...], draw: Draw) -> Command:
    """Any legal command; giving up, or undoing what was done, 1 time in 50 where one can do anything else."""
    leading_nowhere = tuple([each for each in legal if game.gives_up(each) or game.undoes(each)])
    going_on = tuple([each for each in legal if each not in leading_nowhere]) if leading_nowhere else legal
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
    luck = luck_of(secret)
    asked = len(salts)
    while book.table.phase != "closed":
        asked += 1
        seat, command = choose(book.table, policy, luck.draw(f"choice/{asked}"))
        _ask(book, secret, asked, seat, command)
    return book


def _set_up(
    game: AnyGame, secret: bytes, edition: Edition[Any], options: dict[str, Any], salts: tuple[str, ...]
) -> Book:
    seed, game_id = Seed(secret), deal_of(secret)
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
    """A seat that may act, and what it does by the policy."""
    seats = range(len(table.seats))
    legal = [rules.legal(table, seat) for seat in seats]
    return chosen(table.game, table.content, table.play, legal, policies=[policy for _ in seats], draw=draw)


def chosen(
    game: AnyGame,
    content: Any,
    state: Any,
    legal: Sequence[tuple[Command, ...]],
    *,
    policies: Sequence[Policy],
    draw: Draw,
) -> tuple[int, Command]:
    """
    A seat that may act, and what it does; who would rather wait lets the next one choose.

    `legal` and `policies` have an entry for each seat.
    """
    seats = [seat for seat, commands in enumerate(legal) if commands]
    first = draw.uniform(len(seats))
    view = UNSEEN if all(policies[seat] is random for seat in seats) else game.view(state)
    for seat in seats[first:] + seats[:first]:
        command = policies[seat](game, content, view, legal[seat], draw)
        if command is not None:
            return seat, command
    raise AssertionError("every seat waits for another")


def deal_of(secret: bytes) -> str:
    """The deal of the game that is played offline from this seed."""
    return _id(secret, "game")


def luck_of(secret: bytes) -> Chance:
    """What the policies draw their luck from, which is not the game's."""
    return Seed(_derived(secret, "luck")).chance(deal_of(secret), ())


def _ask(book: Book, secret: bytes, number: int, seat: int, command: Command) -> None:
    book.ask(seat, command, by=f"player-{seat}", id=_id(secret, f"command/{number}"), at=LONG_AGO)


def _derived(secret: bytes, purpose: str) -> bytes:
    return hashlib.sha256(b"summitbook/offline/1\0" + purpose.encode("ascii") + b"\0" + secret).digest()


def _id(secret: bytes, purpose: str) -> str:
    return str(UUID(bytes=_derived(secret, purpose)[:16], version=4))
