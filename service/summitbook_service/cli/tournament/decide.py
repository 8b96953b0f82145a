"""`summitbook tournament decide`."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from summitbook.v1 import tournament_pb2 as pb
from summitbook.v1.tournament_service_pb2 import TOURNAMENT_PART_MATCHES, TOURNAMENT_PART_ROUNDS
from summitbook_client import Client

from ..ids import is_beginning, only, tournament_id_of
from ..options import INT32, LOCAL, AsJson, KeptReceipts, Server, text
from ..problem import usage
from ..reach import connected
from .options import ContestantNumber, TournamentId
from .running import run_on

Word = Literal["points", "strike", "exclude", "cancel"]
Ruling = Annotated[
    Word,
    Parameter(
        help="points: give some to --contestant, or take some. strike: let the result of --game count "
        "nothing, for all or for --contestant. exclude: take --contestant out of the tournament. cancel: "
        "end --game, which goes on."
    ),
]
NEEDS: dict[Word, tuple[str, ...]] = {
    "points": ("contestant", "points"),
    "strike": ("game",),
    "exclude": ("contestant",),
    "cancel": ("game",),
}
MAY_HAVE: dict[Word, tuple[str, ...]] = {"strike": ("contestant",)}


async def decide(
    tournament_id: TournamentId,
    ruling: Ruling,
    /,
    *,
    reason: Annotated[str, Parameter(validator=text, help="Why. It is public and recorded for good.")],
    contestant: ContestantNumber = None,
    game: Annotated[
        str | None, Parameter(name="--game", validator=text, help="A game, by its id or the beginning of it.")
    ] = None,
    points: Annotated[
        int | None,
        Parameter(validator=Number(gte=-INT32, lte=INT32), help="Points to give, below 0 to take."),
    ] = None,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Record a referee's decision with its reason; what follows from it is done."""
    _check(ruling, {"contestant": contestant, "game": game, "points": points})
    async with connected(server, receipts) as client:
        whole = await tournament_id_of(client, tournament_id)
        decision = pb.MakeDecision(
            ruling=f"RULING_{ruling.upper()}",
            reason=reason,
            contestant=contestant,
            game_id=await _game_id(client, whole, game) if game else None,
            points=points or 0,
        )
        await run_on(client, whole, lambda one: one.decide(decision), as_json=as_json)


def _check(ruling: Word, given: dict[str, object]) -> None:
    """What the ruling needs is there, and nothing else; raises Problem."""
    missing = [f"--{name}" for name in NEEDS[ruling] if given[name] is None]
    allowed = (*NEEDS[ruling], *MAY_HAVE.get(ruling, ()))
    needless = [f"--{name}" for name, value in given.items() if value is not None and name not in allowed]
    if missing:
        raise usage(f"`decide … {ruling}` needs {' and '.join(missing)}")
    if needless:
        raise usage(f"`decide … {ruling}` takes no {' and no '.join(needless)}")


async def _game_id(client: Client, tournament_id: str, typed: str) -> str:
    """Of its games the one that begins so."""
    if not is_beginning(typed):
        return typed
    whole = await client.tournament(tournament_id).look(TOURNAMENT_PART_ROUNDS, TOURNAMENT_PART_MATCHES)
    games = chain(whole.matches, *(each.games for each in whole.rounds))
    return only("game", typed, (each.game_id for each in games), "of this tournament")
