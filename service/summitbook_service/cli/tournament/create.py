"""`summitbook tournament create`."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook.v1 import tournament_pb2 as pb
from summitbook_client.tournaments import announce

from ..kept import prepare
from ..options import INT32, LOCAL, AsJson, Edition, GameName, Server, text
from ..output import command, emit, note
from ..reach import connected, edition_info, game_info
from ..seating import chosen_options
from .keys import FOLDER, keep_organiser

Kind = Literal["duplicate", "tables", "ladder"]
KINDS: dict[Kind, pb.TournamentKind] = {
    "duplicate": pb.TOURNAMENT_KIND_DUPLICATE,
    "tables": pb.TOURNAMENT_KIND_TABLES,
    "ladder": pb.TOURNAMENT_KIND_LADDER,
}
Called = Annotated[str, Parameter(validator=text, help="What to call it, in public and for good.")]
Met = Annotated[
    Kind,
    Parameter(
        help="duplicate: everyone plays the same deals. tables: rounds of games against each other. "
        "ladder: matches at any time, and a rating."
    ),
]
Rounds = Annotated[
    int, Parameter(validator=Number(gte=0, lte=INT32), help="How many rounds; 0 for a ladder.")
]
Seats = Annotated[
    int | None,
    Parameter(
        validator=Number(gte=1, lte=INT32),
        help="Seats a game, at tables and on a ladder at most; left out, as few as can be.",
    ),
]
Chosen = Annotated[
    tuple[str, ...],
    Parameter(
        name="--option",
        validator=text,
        negative="",
        consume_multiple=False,
        show_default=False,
        help="An option of every game, as name=value; may be repeated. `summitbook info` lists them.",
    ),
]


async def create(
    game: GameName,
    /,
    *,
    name: Called,
    kind: Met,
    rounds: Rounds = 0,
    seats: Seats = None,
    edition: Edition = None,
    options: Chosen = (),
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Announce a tournament. The keys to run it are kept on this machine."""
    prepare(FOLDER)
    async with connected(server) as client:
        info = await game_info(client, game)
        fewest = edition_info(info, edition).min_seats
        made = await announce(
            client,
            name,
            kind=KINDS[kind],
            game=game,
            seats=seats or fewest,
            rounds=rounds,
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
