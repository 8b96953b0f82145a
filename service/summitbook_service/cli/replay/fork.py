"""`summitbook replay fork`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook_client import Forked

from ..kept import keep, keep_bots, keep_host, prepare
from ..options import FLAG, INT32, LOCAL, Server
from ..output import command, note
from ..problem import usage
from ..reach import connected
from .files import read

Recorded = Annotated[Path, Parameter(help="A recorded game that is over.")]
At = Annotated[
    int,
    Parameter(
        validator=Number(gte=1, lte=INT32),
        help="The record to go on from: the last of a command, as `replay show` numbers them.",
    ),
]
SeatNumber = Annotated[
    int | None,
    Parameter(
        validator=Number(gte=0, lte=INT32),
        help="Your seat; left out, the one whose turn it is. Bots take the others.",
    ),
]
Private = Annotated[bool, FLAG, Parameter(help="Show the game to nobody but whoever forked it.")]


async def fork(
    file: Recorded,
    /,
    *,
    at: At,
    seat: SeatNumber = None,
    private: Private = False,
    server: Server = LOCAL,
) -> None:
    """Start a practice game on the service that goes on from a record of a finished one; print its id."""
    lines = b"".join(read(file))
    prepare()
    async with connected(server) as client:
        made = await client.fork(lines, at, private=private)
    _keep(made, _chosen(made, seat))
    print(made.game.game_id)
    note(f"It stands as after record {at}, and its dice are those of the old game. Play on with:")
    note(f"  {command(f'play --game {made.game.game_id}', server)}")


def _chosen(made: Forked, wanted: int | None) -> int:
    """The seat to play; raises Problem where nobody can play it any more."""
    there_are = [seat.seat for seat in made.seats]
    if wanted is None:
        return next((seat for seat in made.game.waits_for if seat in there_are), there_are[0])
    if wanted not in there_are:
        listed = ", ".join(map(str, there_are))
        raise usage(f"--seat {wanted} cannot be played in this game; those that can are {listed}")
    return wanted


def _keep(made: Forked, chosen: int) -> None:
    """Keep the seats as `play` looks for them: one is the player's, the others are played by bots."""
    keep_host(made.host)
    keep(next(seat for seat in made.seats if seat.seat == chosen))
    keep_bots(seat for seat in made.seats if seat.seat != chosen)
