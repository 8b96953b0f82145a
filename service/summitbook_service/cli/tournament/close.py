"""`summitbook tournament close`."""

from __future__ import annotations

from ..options import LOCAL, AsJson, KeptReceipts, Server
from .options import TournamentId
from .running import run


async def close(
    tournament_id: TournamentId,
    /,
    *,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """End a tournament with the standings as they are."""
    await run(tournament_id, lambda one: one.close(), receipts=receipts, server=server, as_json=as_json)
