"""`summitbook tournament start`."""

from __future__ import annotations

from ..options import LOCAL, AsJson, KeptReceipts, Server
from .options import TournamentId
from .running import run


async def start(
    tournament_id: TournamentId,
    /,
    *,
    receipts: KeptReceipts = None,
    server: Server = LOCAL,
    as_json: AsJson = False,
) -> None:
    """Begin a tournament: rounds or matches may follow."""
    await run(tournament_id, lambda one: one.start(), receipts=receipts, server=server, as_json=as_json)
