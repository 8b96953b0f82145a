"""The seat that `summitbook play` plays: in a new game, in one to go on with, or in one of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from summitbook.v1.game_pb2 import GAME_STATUS_OPEN
from summitbook.v1.game_service_pb2 import GameInfo
from summitbook.v1.games_pb2 import Options
from summitbook_client import Client, Refused, Seat
from summitbook_client.choosing import options_of

from .ids import game_id_of
from .kept import keep_host, kept_seats
from .options import Server
from .output import command
from .problem import Problem, usage
from .reach import edition_info, game_info

FROM_HERE = "random"
"""The policy of bots that this command plays itself, where the service does not seat them."""


class Asked(NamedTuple):
    """Which seat in which game; what is not asked for is None, or empty."""

    game: str | None
    game_id: str | None
    name: str
    seat: int | None
    seats: int | None
    edition: str | None
    private: bool
    code: str | None
    options: Sequence[str]
    fill: str | None
    server: Server


def kept_one(game_id: str, seat: int | None, server: Server) -> Asked:
    """A seat of this game that is kept here already, and so needs no name."""
    return Asked(None, game_id, "", seat, None, None, False, None, (), None, server)


async def seat_of(client: Client, asked: Asked) -> Seat:
    """The seat that was asked for, taken if it was not; raises Problem where the words do not go together."""
    for_new = {
        "--edition": asked.edition,
        "--private": asked.private,
        "--seats": asked.seats,
        "--option": asked.options,
    }
    for option in (option for option, value in for_new.items() if value and asked.game is None):
        raise usage(f"{option} is for a new game; a game to go on with or to join has its own")
    if asked.game is None and asked.fill not in {None, FROM_HERE}:
        raise usage(
            f"--fill {asked.fill} is for a new game; in this one bots play from here: --fill {FROM_HERE}"
        )
    match asked.game, asked.game_id, asked.code:
        case str(game), None, None:
            return await _new(client, game, asked)
        case None, str(game_id), None:
            return await _again(client, await game_id_of(client, game_id), asked)
        case None, None, str() if asked.seat is not None:
            raise usage(f"with a code one sits down on the first free seat: leave --seat {asked.seat} out")
        case None, None, str(code):
            return await client.join(code, asked.name)
    examples = "summitbook play everest1924, summitbook play --game GAME_ID or summitbook play --code CODE"
    raise usage(f"name a game to begin, a game to go on with, or a code to join with: {examples}")


async def _new(client: Client, game: str, asked: Asked) -> Seat:
    info = await game_info(client, game)
    options = chosen_options(info, asked.options)
    edition = edition_info(info, asked.edition)
    seats = asked.seats or edition.min_seats
    host = await client.create_game(
        game,
        seats,
        edition=asked.edition,
        options=options,
        private=asked.private,
        bots=_bots_beside(info, asked, min(seats, edition.max_seats)),
    )
    keep_host(host)
    return await host.take_seat(asked.name, seat=asked.seat)


def _bots_beside(info: GameInfo, asked: Asked, seats: int) -> tuple[str, ...]:
    """The policies of the service's bots, which leave the first seat; those from here leave any."""
    if asked.seat and asked.fill == FROM_HERE:
        return ()
    bots = bots_by_service(info, asked.fill, seats)
    if asked.seat and bots:
        raise usage(f"with --fill {asked.fill} the first seat is yours: --seat 0, or leave it out")
    return bots


def bots_by_service(info: GameInfo, fill: str | None, seats: int) -> tuple[str, ...]:
    """The policies by which the service is to play all seats but one; raises Problem where it cannot."""
    if fill is not None and fill in info.bots:
        return (fill,) * (seats - 1)
    if fill not in {None, FROM_HERE}:
        here = f"--fill {FROM_HERE} plays bots from here"
        raise Problem("NO_BOTS", f"this service has no bots that play {info.title} by {fill}; {here}")
    return ()


def chosen_options(info: GameInfo, typed: Sequence[str]) -> Options | None:
    """The options as `name=value`, None where there are none."""
    pairs = [each.partition("=") for each in typed]
    if odd := next((name for name, sign, _ in pairs if not sign), None):
        raise usage(f"--option takes name=value, as in {odd}=…. See: {command(f'info {info.name}')}")
    try:
        return options_of(info, {name.strip(): value.strip() for name, _, value in pairs}) if pairs else None
    except ValueError as error:
        raise usage(f"{error}. See: {command(f'info {info.name}')}") from None


async def _again(client: Client, game_id: str, asked: Asked) -> Seat:
    """A seat kept on this machine, with a fresh token if need be, or a free one."""
    seats = kept_seats(client, game_id)
    if own := [each for each in seats if asked.seat in {None, each.seat}]:
        return await _waited_for([await fresh(each) for each in own])
    table = client.table(game_id)
    shown = await table.look()
    if shown.game.status == GAME_STATUS_OPEN:
        return await table.take_seat(asked.name, seat=asked.seat)
    if seats:
        there_are = ", ".join(str(each.seat) for each in seats)
        raise Problem("NO_SEAT", f"seat {asked.seat} of this game is not kept here; what is: {there_are}")
    watching = command(f"watch {game_id}", asked.server)
    raise Problem("NO_SEAT", f"no seat of this game is kept here; look on with: {watching}")


async def _waited_for(seats: Sequence[Seat]) -> Seat:
    """Of several the first that the game waits for, else the first."""
    if len(seats) == 1:
        return seats[0]
    waits_for = (await seats[0].look()).game.waits_for
    return next((each for each in seats if each.seat in waits_for), seats[0])


async def fresh(seat: Seat) -> Seat:
    """The seat with a token that is good."""
    try:
        await seat.look()
    except Refused as refused:
        if not refused.token_ended:
            raise
        return await seat.renewed()
    return seat
