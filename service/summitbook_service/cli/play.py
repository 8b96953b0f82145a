"""`summitbook play`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Annotated, Literal, NamedTuple

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook.v1.game_pb2 import GAME_STATUS_OPEN
from summitbook_client import Connection, Refused, Seat
from summitbook_client.guests import Guests, fill
from summitbook_client.policy import POLICIES
from summitbook_client.terminal.lines import Lines
from summitbook_client.terminal.page import console
from summitbook_client.terminal.play import Left, Play

from .kept import keep, keep_bots, kept, kept_bots, prepare
from .options import INT32, LOCAL, Edition, Server, text
from .output import command, for_others, note
from .problem import Problem, usage
from .reach import connected, edition_info, game_info

GameName = Annotated[str | None, Parameter(validator=text, help="The game to play, as everest1924.")]
GoOn = Annotated[
    str | None, Parameter(name="--game", validator=text, help="The id of a game to go on with or to join.")
]
Name = Annotated[
    str, Parameter(validator=text, help="Your name at the table. It is public and recorded for good.")
]
Seats = Annotated[
    int | None,
    Parameter(
        validator=Number(gte=1, lte=INT32),
        help="How many the new game is for, as few as can be if left out; it starts when all have sat down.",
    ),
]
Private = Annotated[
    bool,
    Parameter(
        negative="",
        show_default=False,
        help="Show the new game to those alone who sit there or have its code.",
    ),
]
Code = Annotated[
    str | None,
    Parameter(validator=text, help="The join code of a private game, three words."),
]
Fill = Annotated[
    Literal["random"] | None,
    Parameter(name="--fill", help="Bots, and how they choose, for all places that are still free."),
]

BOT_PACE = 0.6
"""Seconds that a bot takes over a command where a person looks on."""


async def play(
    game: GameName = None,
    /,
    *,
    game_id: GoOn = None,
    name: Name = "Climber",
    seats: Seats = None,
    bots: Fill = None,
    edition: Edition = None,
    private: Private = False,
    code: Code = None,
    server: Server = LOCAL,
) -> None:
    """Play a game in the terminal, a new one or one to go on with. `q` leaves and the game waits."""
    prepare()
    asked = _Asked(game, game_id, name, seats, edition, private, code, server)
    async with connected(server) as connection:
        seat = await _seat(connection, asked)
        keep(seat)
        shown = await connection.game(seat.game_id, seat)
        info = await game_info(connection, shown.game.game)
        if bots:
            keep_bots(await fill(connection, seat))
        try:
            async with _bots(connection, seat.game_id, bots or "random"):
                left = await Play(console(), Lines(), connection, seat, info).play()
        except BaseException:
            _come_back(seat, server)
            raise
    _farewell(seat, left, server)


@asynccontextmanager
async def _bots(connection: Connection, game_id: str, policy: str) -> AsyncIterator[None]:
    """
    The bots that play this game from here act meanwhile; they come and go with the player.

    What stops them stops the player too, who would otherwise wait for them for ever.
    """
    seats = [await _fresh(connection, seat) for seat in kept_bots(game_id)]
    if not seats:
        yield
        return
    pace = BOT_PACE if console().is_terminal else 0.0
    guests = Guests(connection, seats, policy=POLICIES[policy], luck=Random(), pace=pace)  # noqa: S311
    try:
        async with asyncio.TaskGroup() as table:
            acting = table.create_task(guests.play())
            yield
            acting.cancel()
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None


class _Asked(NamedTuple):
    """Which seat in which game."""

    game: str | None
    game_id: str | None
    name: str
    seats: int | None
    edition: str | None
    private: bool
    code: str | None
    server: Server


async def _seat(connection: Connection, asked: _Asked) -> Seat:
    for_new = {"--edition": asked.edition, "--private": asked.private, "--seats": asked.seats}
    for option in (option for option, value in for_new.items() if value and asked.game is None):
        raise usage(f"{option} is for a new game; a game to go on with or to join has its own")
    match asked.game, asked.game_id, asked.code:
        case str(game), None, None:
            return await _new(connection, game, asked)
        case None, str(game_id), None:
            return await _again(connection, game_id, asked)
        case None, None, str(code):
            return await connection.take_seat("", asked.name, code=code)
    examples = "summitbook play everest1924, summitbook play --game GAME_ID or summitbook play --code CODE"
    raise usage(f"name a game to begin, a game to go on with, or a code to join with: {examples}")


async def _new(connection: Connection, game: str, asked: _Asked) -> Seat:
    info = edition_info(await game_info(connection, game), asked.edition)
    seats = asked.seats or info.min_seats
    if not asked.private:
        made = await connection.create_game(game, seats, edition=asked.edition)
        return await connection.take_seat(made.game_id, asked.name)
    code = await connection.create_private_game(game, seats, edition=asked.edition)
    if seats > 1:
        note(f"Others join with:\n\n  {for_others(f'play --code {code}', asked.server)}\n")
    return await connection.take_seat("", asked.name, code=code)


async def _again(connection: Connection, game_id: str, asked: _Asked) -> Seat:
    """The seat kept on this machine, with a fresh token if need be, or a free one."""
    if seat := kept(game_id):
        return await _fresh(connection, seat)
    shown = await connection.game(game_id)
    if shown.game.status != GAME_STATUS_OPEN:
        watching = command(f"watch {game_id}", asked.server)
        raise Problem("NO_SEAT", f"no seat of this game is kept here; look on with: {watching}")
    return await connection.take_seat(game_id, asked.name)


async def _fresh(connection: Connection, seat: Seat) -> Seat:
    try:
        await connection.game(seat.game_id, seat)
    except Refused as refused:
        if refused.code != "TOKEN_EXPIRED":
            raise
        return await connection.token_again(seat)
    return seat


def _come_back(seat: Seat, server: Server) -> None:
    back = command(f"play --game {seat.game_id}", server)
    note(f"\nThe game waits for you. Come back with:\n\n  {back}")


def _farewell(seat: Seat, left: Left, server: Server) -> None:
    if not left.closed:
        _come_back(seat, server)
        return
    file = f"{seat.game_id[:8]}.replay.jsonl"
    note(f"\nYour receipt, by which the replay can be checked:\n  {left.version}:{left.record_hash.hex()}")
    note(f"  {command(f'replay export {seat.game_id} --out {file}', server)}")
    note(f"  {command(f'replay audit {file} --head {left.version}:{left.record_hash.hex()}')}")
