"""`summitbook tournament publish`."""

from __future__ import annotations

from ..options import LOCAL, AsJson, KeptReceipts, Server
from .options import TournamentId
from .running import run


async def publish(
    tournament_id: TournamentId,
    /,
    *,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Pair everyone for the next round; its games begin."""
    await run(tournament_id, lambda one: one.publish(), receipts=receipts, server=server, as_json=as_json)
