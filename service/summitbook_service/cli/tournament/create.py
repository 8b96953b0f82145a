"""`summitbook tournament create`."""

from __future__ import annotations

from typing import Annotated, get_args

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook.v1.game_service_pb2 import GameInfo
from summitbook_client.tournaments import Kind

from ..kept import prepare
from ..options import INT32, LOCAL, AsJson, Chosen, Edition, GameName, KeptReceipts, Server, text
from ..output import command, emit, note
from ..problem import usage
from ..reach import connected, edition_info, game_info
from ..seating import chosen_options
from .keys import FOLDER, keep_organiser

Called = Annotated[str, Parameter(validator=text, help="What to call it, in public and for good.")]
Met = Annotated[
    Kind | None,
    Parameter(
        help="duplicate: everyone plays the same deals. tables: rounds of games against each other. "
        "ladder: matches at any time, and a rating. Left out, the usual one of the game."
    ),
]
Rounds = Annotated[
    int | None,
    Parameter(validator=Number(gte=1, lte=INT32), help="How many rounds; a ladder has none."),
]
Seats = Annotated[
    int | None,
    Parameter(
        validator=Number(gte=1, lte=INT32),
        help="How many sit at a game, at tables and on a ladder at most; left out, as few as can be.",
    ),
]


async def create(
    game: GameName,
    /,
    *,
    name: Called,
    kind: Met = None,
    rounds: Rounds = None,
    seats: Seats = None,
    edition: Edition = None,
    options: Chosen = (),
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Announce a tournament. The keys to run it are kept on this machine."""
    prepare(FOLDER)
    async with connected(server, receipts) as client:
        info = await game_info(client, game)
        fewest = edition_info(info, edition).min_seats
        chosen = _kind(info, kind)
        made = await client.create_tournament(
            name,
            kind=chosen,
            game=game,
            seats=seats or fewest,
            rounds=_rounds(chosen, rounds),
            edition=edition,
            options=chosen_options(info, options),
        )
        keep_organiser(made)
    if as_json:
        emit({"tournament_id": made.tournament_id})
        return
    print(made.tournament_id)
    note(f"Enter with:  {command(f'tournament enter {made.tournament_id} --name NAME', server)}")
    note(f"Begin with:  {command(f'tournament start {made.tournament_id}', server)}")


def _kind(info: GameInfo, kind: Kind | None) -> Kind:
    """The one that was asked for, or the usual one; raises Problem where the game is not played so."""
    played: list[Kind] = [each for each in get_args(Kind) if each in info.tournament_kinds]
    usual = next((each for each in played if each == info.tournament_kinds[0]), None)
    if usual is None or (kind and kind not in played):
        raise usage(f"{info.title} is played in tournaments of kind {' or '.join(played)}: --kind {usual}")
    return kind or usual


def _rounds(kind: Kind, rounds: int | None) -> int:
    """How many the service is asked for; raises Problem where they are missing, or too much."""
    if kind == "ladder" and rounds:
        raise usage("a ladder has no rounds: leave --rounds out")
    if kind != "ladder" and not rounds:
        raise usage("say how many rounds there are to be, as in --rounds 3; a ladder alone has none")
    return rounds or 0
