"""`summitbook tournament close-round`."""

from __future__ import annotations

from ..options import LOCAL, AsJson, KeptReceipts, Server
from .options import TournamentId
from .running import run


async def close_round(
    tournament_id: TournamentId,
    /,
    *,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """End the round, all of whose games are over, and reveal its deal."""
    await run(tournament_id, lambda one: one.close_round(), receipts=receipts, server=server, as_json=as_json)
