"""`summitbook tournament close`."""

from __future__ import annotations

from ..options import LOCAL, AsJson, Server
from ..reach import connected
from .keys import as_organiser
from .options import TournamentId
from .telling import tell


async def close(tournament_id: TournamentId, /, *, server: Server = LOCAL, as_json: AsJson = False) -> None:
    """End a tournament with the standings as they are."""
    async with connected(server) as client:
        done = await as_organiser(client, tournament_id, lambda one: one.close())
        await tell(client, tournament_id, done.events, as_json=as_json)
