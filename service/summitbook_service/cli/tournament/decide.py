"""`summitbook tournament decide`."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook.v1 import tournament_pb2 as pb

from ..options import INT32, LOCAL, AsJson, Server, text
from ..reach import connected
from .keys import as_organiser
from .options import ContestantNumber, TournamentId
from .telling import tell

Word = Literal["points", "strike", "exclude", "cancel"]
Ruling = Annotated[
    Word,
    Parameter(
        help="points: give some to --contestant, or take some. strike: let the result of --game count "
        "nothing, for all or for --contestant. exclude: take --contestant out of the tournament. cancel: "
        "end --game, which goes on."
    ),
]
RULINGS: dict[Word, pb.Ruling] = {
    "points": pb.RULING_POINTS,
    "strike": pb.RULING_STRIKE,
    "exclude": pb.RULING_EXCLUDE,
    "cancel": pb.RULING_CANCEL,
}


async def decide(
    tournament_id: TournamentId,
    ruling: Ruling,
    /,
    *,
    reason: Annotated[str, Parameter(validator=text, help="Why. It is public and recorded for good.")],
    contestant: ContestantNumber = None,
    game: Annotated[str | None, Parameter(name="--game", validator=text, help="A game, by its id.")] = None,
    points: Annotated[
        int, Parameter(validator=Number(gte=-INT32, lte=INT32), help="Points to give, below 0 to take.")
    ] = 0,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Record a referee's decision with its reason; what follows from it is done."""
    decision = pb.MakeDecision(
        ruling=RULINGS[ruling], reason=reason, contestant=contestant, game_id=game, points=points
    )
    async with connected(server) as client:
        done = await as_organiser(client, tournament_id, lambda one: one.decide(decision))
        await tell(client, tournament_id, done.events, as_json=as_json)
