"""`summitbook tournament match`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ..options import LOCAL, AsJson, KeptReceipts, Server
from .options import Number32, TournamentId
from .running import run

Contestants = Annotated[
    int, Parameter(validator=Number32, help="Who is to play, by their numbers in `tournament show`.")
]


async def match(
    tournament_id: TournamentId,
    /,
    *contestants: Contestants,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Let contestants of a ladder play a game."""
    await run(
        tournament_id,
        lambda one: one.match(contestants),
        receipts=receipts,
        server=server,
        as_json=as_json,
    )
