"""`summitbook play`."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook.v1.game_service_pb2 import GameInfo, GetGameResponse
from summitbook_client import Client, Seat
from summitbook_client.guests import Guests
from summitbook_client.guests import fill as filled
from summitbook_client.terminal.frame import Frame, frame
from summitbook_client.terminal.page import console
from summitbook_client.terminal.play import Left, Play

from .kept import bots_play, forget, keep, keep_bots, kept_bots, kept_host, kept_numbers, kept_seats, prepare
from .options import FLAG, INT32, LOCAL, Chosen, Edition, KeptReceipts, Server, text
from .output import command, dossier_name, for_others, note
from .reach import connected, game_info
from .replay.record import PolicyName
from .seating import Asked, fresh, seat_of

GameName = Annotated[str | None, Parameter(validator=text, help="The game to play, as everest1924.")]
GoOn = Annotated[
    str | None,
    Parameter(
        name="--game",
        validator=text,
        help="The id of a game to go on with or to join, or its first 8 characters.",
    ),
]
Name = Annotated[
    str, Parameter(validator=text, help="Your name at the table. It is public and recorded for good.")
]
SeatNumber = Annotated[
    int | None,
    Parameter(
        name="--seat",
        validator=Number(gte=0, lte=INT32),
        help="The seat to take, from 0, or to go on with of several that are kept here; left out, the first "
        "that is free, or that the game waits for.",
    ),
]
Seats = Annotated[
    int | None,
    Parameter(
        validator=Number(gte=1, lte=INT32),
        help="How many the new game is for, as few as can be if left out; it starts when all have sat down.",
    ),
]
Private = Annotated[
    bool, FLAG, Parameter(help="Show the new game to those alone who sit there or have its code.")
]
Code = Annotated[
    str | None,
    Parameter(validator=text, help="The join code of a private game, three words."),
]
Fill = Annotated[
    PolicyName | None,
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
    seat: SeatNumber = None,
    seats: Seats = None,
    fill: Fill = None,
    edition: Edition = None,
    private: Private = False,
    code: Code = None,
    options: Chosen = (),
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
) -> None:
    """Play a game in the terminal, a new one or one to go on with. `q` pauses; only turn clocks go on."""
    prepare()
    await sit_down(
        Asked(game, game_id, name, seat, seats, edition, private, code, options, fill, server), receipts
    )


async def sit_down(asked: Asked, receipts: Path | None, tournament_id: str = "") -> None:
    """Play the seat that is asked for until it pauses or the game is over, which may be a tournament's."""
    server = asked.server
    async with connected(server, receipts) as client:
        own = await seat_of(client, asked)
        keep(own)
        shown = await own.look()
        timed = _timed(shown)
        info = await game_info(client, shown.game.game)
        said = await _fill(own) if asked.fill else ""
        shown_in = frame()
        try:
            async with _bots(client, own.game_id):
                left = await _sit(client, shown_in, own, info, server, note=said)
                while left.to is not None:
                    own, shown_in = await _other(client, own.game_id, left.to), shown_in.again()
                    left = await _sit(client, shown_in, own, info, server)
        except BaseException:
            _come_back(own, server, timed=timed)
            raise
    _farewell(own, left, server, receipts, timed=timed)
    if left.closed and tournament_id:
        _dossier(tournament_id, server, receipts)


async def _sit(
    client: Client, shown_in: Frame, seat: Seat, info: GameInfo, server: Server, *, note: str = ""
) -> Left:
    """One sitting at one seat."""
    sitting = Play(
        shown_in,
        seat,
        info,
        host=kept_host(client, seat.game_id),
        invite=_invitation(server),
        note=note,
        beside=[number for number in kept_numbers(seat.game_id) if number != seat.seat],
    )
    return await shown_in.hold(sitting.play)


async def _other(client: Client, game_id: str, number: int) -> Seat:
    """Another seat of the game that is kept here."""
    return await fresh(next(each for each in kept_seats(client, game_id) if each.seat == number))


async def _fill(seat: Seat) -> str:
    """Seat bots at the free places, unless the service plays some; what there is to say where none sit."""
    if any(each.bot for each in (await seat.look()).game.seats):
        return ""
    bots = await filled(seat)
    keep_bots(bots)
    if bots or bots_play(seat.game_id):
        return ""
    return "No place is free for a bot: every seat of this game is taken."


@asynccontextmanager
async def _bots(client: Client, game_id: str) -> AsyncIterator[None]:
    """
    The bots that play this game from here act meanwhile; they come and go with the player.

    What stops them stops the player too, who would otherwise wait for them for ever.
    """
    seats = [await fresh(seat) for seat in kept_bots(client, game_id)]
    if not seats:
        yield
        return
    pace = BOT_PACE if console().is_terminal else 0.0
    guests = Guests(seats, luck=Random(), pace=pace)  # noqa: S311
    try:
        async with asyncio.TaskGroup() as table:
            acting = table.create_task(guests.play())
            yield
            acting.cancel()
    except BaseExceptionGroup as failed:
        raise failed.exceptions[0] from None


def _invitation(server: Server) -> Callable[[GetGameResponse], str]:
    """The command by which somebody else sits down in the game that is shown."""

    def invite(shown: GetGameResponse) -> str:
        by_code = f"--code {shown.join_code}"
        return for_others(f"play {by_code if shown.join_code else f'--game {shown.game.game_id}'}", server)

    return invite


def _timed(shown: GetGameResponse) -> bool:
    """Whether a clock runs for whoever the game waits for: docs/rules/README.md, "Clocks and time-outs"."""
    options = shown.game.options
    kind = options.WhichOneof("game")
    return bool(kind and getattr(options, kind).turn_seconds)


def _come_back(seat: Seat, server: Server, *, timed: bool) -> None:
    which = f" --seat {seat.seat}" if len(kept_numbers(seat.game_id)) > 1 else ""
    back = command(f"play --game {seat.game_id}{which}", server)
    bots = bots_play(seat.game_id)
    if timed:
        clock = "the turn clock goes on: the second time-out running retires a seat."
        waits = f"Your bots pause with you, but {clock}" if bots else f"Your seat is kept, but {clock}"
    else:
        waits = "Your bots pause with you, and the others wait." if bots else "The game waits for you."
    note(f"\n{waits} Come back with:\n\n  {back}")


def _farewell(seat: Seat, left: Left, server: Server, receipts: Path | None, *, timed: bool) -> None:
    if left.gone:
        forget(seat)
        note("\nYou have left the table; your seat is free again.")
        return
    if not left.closed:
        _come_back(seat, server, timed=timed)
        return
    file = f"{seat.game_id[:8]}.replay.jsonl"
    head = f"{left.version}:{left.record_hash.hex()}"
    by = f"--receipts {shlex.quote(str(receipts))}" if receipts else f"--head {head}"
    note(f"\nYour receipt, by which the replay can be checked:\n  {head}")
    note(f"  {command(f'replay export {seat.game_id} --out {file}', server)}")
    note(f"  {command(f'replay audit {file} {by}')}")
    note(f"What each choice cost, and how much was luck:\n  {command(f'replay review {file}')}")


def _dossier(tournament_id: str, server: Server, receipts: Path | None) -> None:
    """A tournament's game is checked with all the others, by receipts that were kept in a file."""
    file = dossier_name(tournament_id)
    by = f" --receipts {shlex.quote(str(receipts))}" if receipts else ""
    note("\nWhen the tournament is closed, its dossier has all games, their dice and the standings:")
    note(f"  {command(f'tournament export {tournament_id} --out {file}', server)}")
    note(f"  {command(f'tournament audit {file}{by}')}")
